// Checks settings that name automations and sources, and names that somebody gives.
import { requests } from "../actions/index.ts";
import { automations } from "../automations/index.ts";
import type { Automation } from "../automations/kit/automation.ts";
import type { Settings } from "../automations/settings.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";
import type { Policy } from "../policy/policy.ts";

/**
 * Whether the configuration names only automations and actions that there are: a misspelt automation would be switched
 * off unnoticed, a misspelt rule would ask nobody, and a misspelt action would let tickets ask for nothing.
 * @throws Problem `configuration_invalid`, which keeps Reeve from starting
 */
export function checkNames(
  { enabled, ticketRequests }: Settings,
  { dryRun, approvals }: Policy,
  automations: ReadonlyMap<string, Automation>,
): void {
  const named: readonly (readonly [where: string, names: readonly string[]])[] = [
    ["enabled", enabled],
    ["dryRun", dryRun],
    ["approvals", approvals.flatMap((rule) => rule.automations ?? [])],
  ];
  for (const [where, names] of named) {
    const unknown = names.find((name) => !automations.has(name));
    if (unknown !== undefined) {
      throw new Problem(
        "configuration_invalid",
        `src/config.ts, ${where}: there is no automation "${unknown}"; there are ${namesOf(automations)}`,
      );
    }
  }
  const action = Object.keys(ticketRequests).find((name) => !requests.has(name));
  if (action !== undefined) {
    throw new Problem(
      "configuration_invalid",
      `src/config.ts, ticketRequests: there is no action "${action}"; there are ${namesOf(requests)}`,
    );
  }
}

/**
 * Whether the record goes back for as long as the enabled automations look back: what it forgot earlier would be
 * reviewed, proposed or asked for again.
 * @throws Problem `configuration_invalid`, which keeps Reeve from starting
 */
export function checkRetention(
  { enabled, mover, staleTools, toolChanged, ownershipsEnd, silentSource }: Settings,
  { retentionDays }: Pick<Policy, "retentionDays">,
): void {
  const lookBack: readonly (readonly [automation: string, setting: string, days: number])[] = [
    ["mover", "mover.quietDays", mover.quietDays],
    ["stale-tools", "staleTools.askAgainDays", staleTools.askAgainDays],
    ["tool-changed", "toolChanged.askAgainDays", toolChanged.askAgainDays],
    ["ownerships-end", "ownershipsEnd.askAgainDays", ownershipsEnd.askAgainDays],
    ["connector-owners-end", "ownershipsEnd.askAgainDays", ownershipsEnd.askAgainDays],
    ["silent-source", "silentSource.learnDays", silentSource.learnDays],
  ];
  for (const [automation, setting, days] of lookBack) {
    if (days <= retentionDays || !enabled.includes(automation)) continue;
    throw new Problem(
      "configuration_invalid",
      `src/config.ts, ${setting}: ${automation} looks ${days} days back, and policy.retentionDays has Reeve forget ` +
        `after ${retentionDays}; raise policy.retentionDays to ${days}, or lower ${setting}`,
    );
  }
}

/** Checks a name that somebody gave: a pause of a misspelt automation would stop nothing. @throws RequestInvalid */
export function requireAutomation(name: string): void {
  if (automations.has(name)) return;
  throw new RequestInvalid([
    { member: "automation", message: `there is none of this name; there are ${namesOf(automations)}` },
  ]);
}

const namesOf = (known: ReadonlyMap<string, unknown>): string => Array.from(known.keys()).join(", ");
