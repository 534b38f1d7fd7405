import type { Sender } from "./sender.ts";

/** Freshservice, a workflow's webhook with a custom header. */
export const freshservice: Sender = {
  source: "freshservice",
  contentType: "application/json",
  localSecret: "local-freshservice-webhook-secret",
  sign: (_body, { secret }) => ({ headers: { "x-reeve-secret": secret } }),
};
