import type { Sender } from "./sender.ts";

/** Rippling, a webhook of a partner's app. It has no id of a delivery. */
export const rippling: Sender = {
  source: "rippling",
  contentType: "application/x-www-form-urlencoded",
  localSecret: "local-rippling-webhook-secret",
  sign: (_, { secret }) => ({ headers: { authorization: `Bearer ${secret}` } }),
};
