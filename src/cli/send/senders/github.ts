import { hex, mac, type Sender } from "./sender.ts";

/** GitHub, a webhook with a secret. Which event a body is of is in `x-github-event`, beside the recorded body. */
export const github: Sender = {
  source: "github",
  contentType: "application/json",
  localSecret: "local-github-webhook-secret",
  sign: async (body, { secret, id }) => ({
    headers: {
      "user-agent": "GitHub-Hookshot/044aadd",
      "x-github-delivery": id,
      "x-github-hook-id": "292430182",
      "x-hub-signature-256": `sha256=${hex(await mac("SHA-256", secret, body))}`,
    },
  }),
};
