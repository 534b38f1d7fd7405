// The catalogue of automations.

import type { Automation } from "../kit/automation.ts";
import { ownAutomations } from "../own/automations/index.ts";
import { catalogChanges } from "./catalog-changes.ts";
import { connectorOwnersEnd } from "./connector-owners-end.ts";
import { connectorsHaveOwners } from "./connectors-have-owners.ts";
import { fromTickets } from "./from-tickets.ts";
import { identitiesHaveManagers } from "./identities-have-managers.ts";
import { joiner } from "./joiner.ts";
import { leaver } from "./leaver.ts";
import { managersAreActive } from "./managers-are-active.ts";
import { mover } from "./mover.ts";
import { ownershipsEnd } from "./ownerships-end.ts";
import { policyStepByHr } from "./policy-step-by-hr.ts";
import { policyStepByTicket } from "./policy-step-by-ticket.ts";
import { provisionByTicket } from "./provision-by-ticket.ts";
import { recurringCampaigns } from "./recurring-campaigns.ts";
import { requestedAction } from "./requested-action.ts";
import { retiredToolsStayRetired } from "./retired-tools-stay-retired.ts";
import { reviewsHaveOwners } from "./reviews-have-owners.ts";
import { secretsAudit } from "./secrets-audit.ts";
import { sessionPoliciesEnd } from "./session-policies-end.ts";
import { silentSource } from "./silent-source.ts";
import { staleTools } from "./stale-tools.ts";
import { toolChanged } from "./tool-changed.ts";

const all: readonly Automation[] = [
  ...fromTickets.values(),
  requestedAction,
  retiredToolsStayRetired,
  joiner,
  mover,
  leaver,
  catalogChanges,
  secretsAudit,
  silentSource,
  ownershipsEnd,
  connectorOwnersEnd,
  staleTools,
  toolChanged,
  sessionPoliciesEnd,
  recurringCampaigns,
  managersAreActive,
  identitiesHaveManagers,
  connectorsHaveOwners,
  reviewsHaveOwners,
  policyStepByTicket,
  policyStepByHr,
  provisionByTicket,
  ...ownAutomations,
];

/** All automations by name. `automations` in `src/config.ts` enables them. */
export const automations: ReadonlyMap<string, Automation> = new Map(
  all.map((automation) => [automation.name, automation]),
);
