// Exports everything that your own code in src/own may import: a release can move or change anything else.
// docs/reference/kit.md lists the exports, and editors show their documentation with examples. Simulated senders also
// import sandbox/kit.ts, and tests import test/kit.ts. Only own/env.ts imports base/variable.ts instead: the kit is
// built on env.ts, which reads own/env.ts.

export { type PlannedAction, VERIFY_WITHIN_MS } from "../actions/action.ts";
export * from "../actions/answers.ts";
export { mendByHand } from "../actions/by-hand.ts";
export { draftCampaign } from "../actions/campaign.ts";
export { addConnectorOwner, endConnectorOwnerByHand } from "../actions/connector-owner.ts";
export { type AnyAction, defineAction, type ReadBacks, type RequestableAction } from "../actions/define.ts";
export { removeEntitlementOwner, removeUserEntitlementOwner } from "../actions/entitlement-owner.ts";
export {
  amendEntry,
  describeEntry,
  type InventoryChange,
  type InventoryEntry,
  type Ownership,
  ownershipKey,
  putEntry,
  removeEntry,
} from "../actions/inventory.ts";
export { byName, endFields, nameIn, requireName } from "../actions/names.ts";
export { startServiceAutomation } from "../actions/service-automation.ts";
export { endSessionPolicyOn, removeSessionPolicy } from "../actions/session-policy.ts";
export {
  acceptTool,
  compareFingerprints,
  fingerprintTool,
  retireTool,
  toolNow,
  trackTool,
  withStanding,
} from "../actions/tool.ts";
export { addDays, clockIn, DAY_MS, formatDay, HOUR_MS, toIsoDay } from "../base/days.ts";
export { canonicalJson, sha256Hex } from "../base/hash.ts";
export { Named } from "../base/named.ts";
export { Problem } from "../base/problem.ts";
export { comparable } from "../base/text.ts";
export { needed } from "../governance/client/index.ts";
export { type SearchAuditEventsBody, searchAuditEvents } from "../governance/contract/audit-events.ts";
export type { McpTool } from "../governance/contract/mcp.ts";
export { AuthMode, CatalogEntry, ConfigField, listMcpCatalog } from "../governance/contract/mcp.ts";
export { searchUsers } from "../governance/contract/users.ts";
export {
  findPerson,
  findUsers,
  firstEnabled,
  type GovernancePerson,
  idsWith,
  type KnownUser,
  type ManagedPerson,
  personByEmail,
  personOfAnyStatus,
  userById,
  userCalled,
  usersIn,
} from "../governance/people.ts";
export { isGone, toolCalled, toolTraits } from "../governance/tools.ts";
export { parseVaultEvent, type VaultEvent } from "../governance/vault-event.ts";
export { defineApi } from "../systems/api/api.ts";
export { path } from "../systems/api/client.ts";
export { fetchJson } from "../systems/api/send.ts";
export type { AskEvent, Event, Person, TicketEvent, WorkerEvent } from "../systems/event.ts";
export { Id, Members, parseJson, personIn, textAt } from "../systems/reading/json.ts";
export { readFields } from "../systems/reading/text.ts";
export { findReference, ticketEvent } from "../systems/reading/ticket.ts";
export { workerEvent } from "../systems/reading/worker.ts";
export { hmac } from "../systems/schemes/hmac.ts";
export { sharedSecret } from "../systems/schemes/shared-secret.ts";
export { standardWebhook } from "../systems/schemes/standard-webhooks.ts";
export type { Meaning, System } from "../systems/system.ts";
export { answerInTime, answerOtherwise, asComment, isAnsweredBy, RECORDED_WITHIN_MS } from "./answer.ts";
export { type Automation, automation, type Context, type History } from "./automation.ts";
export { findConnector, findOwnership, findTool, withKnownNames } from "./hand-written.ts";
export {
  countsAsOwner,
  lastSnapshot,
  listOwnerships,
  proposeRemoval,
  putSnapshot,
  sweepTools,
  toolName,
} from "./inventory.ts";
export { takesEffect } from "./moment.ts";
export { fetchWorkEmail, proposeReview } from "./person-review.ts";
export { planFromTicket } from "./planned-ticket.ts";
export { type Breach, promise } from "./promise.ts";
export { counted, limitLines, type Notice, noneText, type Proposal } from "./proposal.ts";
export { schedule } from "./schedule.ts";
export {
  assignEnds,
  findZone,
  type KnownAutomation,
  OWNER_CHECK,
  type RecurringCampaign,
  readSettings,
  type Settings,
} from "./settings.ts";
export { type Seen, sweep } from "./sweep.ts";
export { approvedTicket, requireField, whyElsewhere } from "./tickets.ts";
