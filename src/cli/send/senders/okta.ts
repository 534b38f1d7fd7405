import type { Sender } from "./sender.ts";

/** Okta, an event hook whose authentication field is `Authorization`: the secret stands there as it is. */
export const okta: Sender = {
  source: "okta",
  contentType: "application/json",
  localSecret: "local-okta-webhook-secret",
  sign: (_, { secret }) => ({ headers: { accept: "application/json", authorization: secret } }),
};
