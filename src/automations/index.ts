// The catalogue of automations.

import type { Automation } from "../kit/automation.ts";
import { ownAutomations } from "../own/automations/index.ts";
import { catalogChanges } from "./catalog-changes.ts";
import { fromTickets } from "./from-tickets.ts";
import { joiner } from "./joiner.ts";
import { mover } from "./mover.ts";
import { lastDays, lastDayTasks } from "./platform/last-days.ts";
import { leaver, leaversADay } from "./platform/leaver.ts";
import { requestedAction } from "./platform/requested-action.ts";
import { staleTools } from "./platform/stale-tools.ts";
import { policyStepByHr } from "./policy-step-by-hr.ts";
import { policyStepByTicket } from "./policy-step-by-ticket.ts";
import { provisionByTicket } from "./provision-by-ticket.ts";
import { recurringCampaigns } from "./recurring-campaigns.ts";
import { recurringServiceAutomations } from "./recurring-service-automations.ts";
import { retiredToolsStayRetired } from "./retired-tools-stay-retired.ts";
import { secretsAudit } from "./secrets-audit.ts";
import {
  connectorsHaveOwners,
  identitiesHaveManagers,
  managersAreActive,
  reviewsHaveOwners,
} from "./standing-checks.ts";
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
  lastDays,
  lastDayTasks,
  staleTools,
  toolChanged,
  recurringCampaigns,
  recurringServiceAutomations,
  managersAreActive,
  identitiesHaveManagers,
  connectorsHaveOwners,
  reviewsHaveOwners,
  policyStepByTicket,
  policyStepByHr,
  provisionByTicket,
  ...ownAutomations,
];

/** All automations by name. `settings.automations` in `src/config.ts` enables them. */
export const automations: ReadonlyMap<string, Automation> = new Map(
  all.map((automation) => [automation.name, automation]),
);

/** The default budgets that apply to one automation each. */
export const automationBudgets = [leaversADay];

/** Automations whose file is in a subfolder, or is not named after the automation. */
const FILES: readonly (readonly [file: string, automations: readonly Automation[]])[] = [
  ["from-tickets", [...fromTickets.values()]],
  ["standing-checks", [managersAreActive, identitiesHaveManagers, connectorsHaveOwners, reviewsHaveOwners]],
  ["platform/last-days", [lastDays, lastDayTasks]],
  ...[requestedAction, staleTools, leaver].map((one) => [`platform/${one.name}`, [one]] as const),
];

/** Returns the path of the file that contains an automation's code. */
export function findFile(name: string): string {
  const [file = name] = FILES.find(([, known]) => known.some((one) => one.name === name)) ?? [];
  const isOwn = ownAutomations.some((own) => own.name === name);
  return `src/${isOwn ? "own/automations" : "automations"}/${file}.ts`;
}
