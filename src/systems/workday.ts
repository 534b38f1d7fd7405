// Workday: receives worker notices that the customer's own integration posts.
import { parseWorkerNotice } from "./reading/worker.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import { defineSystem } from "./system.ts";

/**
 * Receives worker notices from Workday, which has no webhooks and signs nothing. An integration that the customer
 * builds there (Orchestrate, Studio, EIB) sends the JSON in docs/set-up/senders/hr.md, with the secret as a bearer
 * token, a password or a header. Workday stores the last day of work (`StatusTerminationLastDayOfWork`, the notice's
 * `lastDay`) separately from the termination date: access ends on the earlier day. Source:
 * learn.microsoft.com/entra/identity/app-provisioning/workday-integration-reference
 */
export const workday = defineSystem({
  name: "workday",
  title: "Workday",
  secretVariable: "WORKDAY_WEBHOOK_SECRET",
  setUp:
    "Create an integration that posts a worker notice upon Hire, Change Job and Terminate, with the secret in the header X-Reeve-Secret.",
  ...sharedSecret(WHERE_USERS_CHOOSE),
  parse: parseWorkerNotice("workday"),
});
