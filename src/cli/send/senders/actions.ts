import type { Sender } from "./sender.ts";
import { standardWebhooks } from "./standard-webhooks.ts";

/** A system that asks for an action by name, and signs it. */
export const actions: Sender = {
  ...standardWebhooks,
  source: "actions",
  path: "actions/connector-owner.add",
  localSecret: `whsec_${btoa("local actions webhook secret")}`,
};
