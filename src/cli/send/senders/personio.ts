import type { Sender } from "./sender.ts";

/** Personio: it signs nothing and posts to the address that it was given. */
export const personio: Sender = {
  source: "personio",
  contentType: "application/json",
  localSecret: "local-personio-webhook-secret",
  sign: (_body, { secret }) => ({ headers: {}, query: { access_token: secret } }),
};
