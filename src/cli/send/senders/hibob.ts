import { base64, mac, type Sender } from "./sender.ts";

/** HiBob, webhooks v2. */
export const hibob: Sender = {
  source: "hibob",
  contentType: "application/json",
  localSecret: "local-hibob-webhook-secret",
  sign: async (body, { secret }) => ({
    headers: { "bob-signature": base64(await mac("SHA-512", secret, body)) },
  }),
};
