import type { Sender } from "./sender.ts";

/** A system that asks for an action by name, with a secret. */
export const actionsToken: Sender = {
  source: "actions-token",
  path: "actions/connector-owner.add",
  contentType: "application/json",
  localSecret: "local-actions-token-webhook-secret",
  sign: (_, { secret }) => ({ headers: { authorization: `Bearer ${secret}` } }),
};
