import type { Automation } from "./automation.ts";
import { campaignFromTicket } from "./campaign-from-ticket.ts";
import { catalogWatch } from "./catalog-watch.ts";
import { connectorOwnerFromTicket } from "./connector-owner-from-ticket.ts";
import { connectorOwnersEnd } from "./connector-owners-end.ts";
import { entitlementOwnerRemovalFromTicket } from "./entitlement-owner-removal-from-ticket.ts";
import { joiner } from "./joiner.ts";
import { leaver } from "./leaver.ts";
import { mover } from "./mover.ts";
import { ownershipsEnd } from "./ownerships-end.ts";
import { recurringCampaigns } from "./recurring-campaigns.ts";
import { requestedAction } from "./requested-action.ts";
import { retiredToolsStayRetired } from "./retired-tools-stay-retired.ts";
import { secretsAuditDigest, secretsAuditWatch } from "./secrets-audit.ts";
import { sessionPoliciesEnd } from "./session-policies-end.ts";
import { sessionPolicyEndFromTicket } from "./session-policy-end-from-ticket.ts";
import { sessionPolicyRemovalFromTicket } from "./session-policy-removal-from-ticket.ts";
import { silentSource } from "./silent-source.ts";
import { staleTools } from "./stale-tools.ts";
import { toolChanged } from "./tool-changed.ts";
import { toolRetirementFromTicket } from "./tool-retirement-from-ticket.ts";
import { toolWatchFromTicket } from "./tool-watch-from-ticket.ts";
import { userEntitlementOwnerRemovalFromTicket } from "./user-entitlement-owner-removal-from-ticket.ts";

const all: readonly Automation[] = [
  connectorOwnerFromTicket,
  entitlementOwnerRemovalFromTicket,
  userEntitlementOwnerRemovalFromTicket,
  toolRetirementFromTicket,
  sessionPolicyRemovalFromTicket,
  campaignFromTicket,
  requestedAction,
  retiredToolsStayRetired,
  joiner,
  mover,
  leaver,
  catalogWatch,
  secretsAuditWatch,
  secretsAuditDigest,
  silentSource,
  ownershipsEnd,
  connectorOwnersEnd,
  staleTools,
  toolChanged,
  sessionPoliciesEnd,
  recurringCampaigns,
  toolWatchFromTicket,
  sessionPolicyEndFromTicket,
];

/** Every automation there is, by name; `enabled` in `src/config.ts` says which of them run. */
export const automations: ReadonlyMap<string, Automation> = new Map(
  all.map((automation) => [automation.name, automation]),
);
