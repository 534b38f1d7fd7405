// Rippling: receives webhooks from Workflow Studio's action "Trigger a webhook", whose JSON the customer writes.
import { parseWorkerNotice } from "./reading/worker.ts";
import { inQuery, sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import { defineSystem } from "./system.ts";

/**
 * Receives webhooks of Rippling's Workflow Studio; docs/set-up/senders/hr.md contains the body to paste. Rippling
 * does not document where the action sends its secret, so the address can contain it. Rippling does not document the
 * meaning of its end date either: we assume the last day worked. Source: developer.rippling.com, Webhooks
 */
export const rippling = defineSystem({
  name: "rippling",
  title: "Rippling",
  secretVariable: "RIPPLING_WEBHOOK_SECRET",
  setUp: "In Workflow Studio, add the action “Trigger a webhook”, with the secret in the address.",
  ...sharedSecret([...WHERE_USERS_CHOOSE, inQuery("secret")]),
  parse: parseWorkerNotice("rippling"),
});
