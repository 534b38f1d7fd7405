// Exports everything that your own code in src/own may import: a release can move or change anything else.
// docs/reference.md lists the exports, and editors show their documentation with examples. Simulated senders also
// import sandbox/kit.ts, and tests import test/kit.ts. Only own/env.ts imports base/variable.ts instead: the kit is
// built on env.ts, which reads own/env.ts.

export { allowMissing, type PlannedAction } from "../actions/action.ts";
export {
  type AskedStep,
  approveStep,
  completeProvision,
  denyStep,
  failProvision,
  reassignStep,
  replaceStepPolicy,
  returnToWorkflow,
} from "../actions/answers.ts";
export { draftCampaign } from "../actions/campaign.ts";
export { addConnectorOwner } from "../actions/connector-owner.ts";
export { type AnyAction, defineAction, type ReadBacks } from "../actions/define.ts";
export { removeEntitlementOwner, removeUserEntitlementOwner } from "../actions/entitlement-owner.ts";
export { ownershipKey, removeEntry } from "../actions/inventory.ts";
export { nameIn, requireName } from "../actions/names.ts";
export { removeSessionPolicy } from "../actions/session-policy.ts";
export { retireTool, withStanding } from "../actions/tool.ts";
export { addDays, DAY_MS, toIsoDay as formatDay } from "../base/days.ts";
export { Named } from "../base/named.ts";
export { personByEmail } from "../governance/people.ts";
export { isGone, toolCalled, toolTraits } from "../governance/tools.ts";
export { defineApi } from "../systems/api/api.ts";
export { path } from "../systems/api/client.ts";
export type { AskEvent, TicketEvent, WorkerEvent } from "../systems/event.ts";
export { Id, Members, parseJson, personIn, textAt } from "../systems/reading/json.ts";
export { readFields } from "../systems/reading/text.ts";
export { ticketEvent } from "../systems/reading/ticket.ts";
export { workerEvent } from "../systems/reading/worker.ts";
export { hmac } from "../systems/schemes/hmac.ts";
export { sharedSecret } from "../systems/schemes/shared-secret.ts";
export { standardWebhook } from "../systems/schemes/standard-webhooks.ts";
export type { Meaning, System } from "../systems/system.ts";
export { answerInTime } from "./answer.ts";
export { type Automation, automation, type Context } from "./automation.ts";
export type { Proposal } from "./proposal.ts";
export { schedule } from "./schedule.ts";
export { sweep } from "./sweep.ts";
export { approvedTicket, requireField, type TicketProjects, whyElsewhere } from "./tickets.ts";
