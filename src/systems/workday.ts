// Workday: worker notices, posted by an integration of the customer.
import { parseWorkerNotice } from "./reading/worker.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import { defineSystem } from "./system.ts";

/**
 * Workday, which has no webhooks and signs nothing: an integration that its users build there (Orchestrate, Studio, EIB)
 * sends the JSON in docs/senders.md, with a secret as a bearer token, a password or a header. Workday keeps the last day
 * of work (`StatusTerminationLastDayOfWork`, the notice's `lastDay`) apart from the termination date: access ends at the
 * earlier. Source: learn.microsoft.com/entra/identity/app-provisioning/workday-integration-reference
 */
export const workday = defineSystem({
  name: "workday",
  title: "Workday",
  secretVariable: "WORKDAY_WEBHOOK_SECRET",
  setUp:
    "An integration that posts a worker notice upon Hire, Change Job and Terminate, the secret in the header X-Reeve-Secret.",
  ...sharedSecret(WHERE_USERS_CHOOSE),
  parse: parseWorkerNotice("workday"),
});
