// Rippling: "Trigger a webhook" of Workflow Studio, whose JSON its users write.
import { parseWorkerNotice } from "./reading/worker.ts";
import { inQuery, sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import { defineSystem } from "./system.ts";

/**
 * Rippling's Workflow Studio; docs/senders.md has the body to paste. Rippling does not document where the action sends
 * its secret, so the address may carry it. The meaning of its end date isn't documented: it counts as the last day.
 * Source: developer.rippling.com, Webhooks
 */
export const rippling = defineSystem({
  name: "rippling",
  title: "Rippling",
  secretVariable: "RIPPLING_WEBHOOK_SECRET",
  setUp: "In Workflow Studio the action “Trigger a webhook”, with the secret in the address.",
  ...sharedSecret([...WHERE_USERS_CHOOSE, inQuery("secret")]),
  parse: parseWorkerNotice("rippling"),
});
