import { base64, mac, type Sender } from "./sender.ts";

/** Merge.dev: base64 in the alphabet for addresses, with its padding. */
export const merge: Sender = {
  source: "merge",
  contentType: "application/json",
  localSecret: "local-merge-webhook-signature-key",
  sign: async (body, { secret }) => ({
    headers: {
      "x-merge-webhook-signature": base64(await mac("SHA-256", secret, body))
        .replaceAll("+", "-")
        .replaceAll("/", "_"),
    },
  }),
};
