// Checks that the names in the configuration exist, that the settings fit the automations and actions, that requests
// name existing automations, and that the ledger keeps data for long enough.
import { actions, endingActions } from "../actions/index.ts";
import { automations } from "../automations/index.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";
import { closest } from "../base/text.ts";
import type { Automation } from "../kit/automation.ts";
import { isSchedule } from "../kit/schedule.ts";
import { enabledNames, type Settings } from "../kit/settings.ts";
import { AGENT_SOURCE } from "../policy/agents.ts";
import { type Policy, rulesInEffect } from "../policy/policy.ts";
import { sources } from "../systems/index.ts";

const ENDING_ACTIONS = Array.from(actions.values()).flatMap((one) => (one.canEnd ? one.actionName : []));

const mistaken = (fault: string) => new Problem("configuration_invalid", `src/config.ts, ${fault}`);

/**
 * Requires that the names in the configuration exist, and that the settings fit the automations and actions. Otherwise
 * a misspelt automation would stay disabled without notice, and a rule with a misspelt name would match no plan, so
 * that no approval would be required.
 * @throws Problem `configuration_invalid` if a name is unknown, if no action can disable stale tools as `retire`
 * requires, or if an automation that runs on events has a schedule. The problem prevents Reeve from starting
 */
export function checkNames(
  settings: Settings,
  { dryRun, owners, budgets, ...rules }: Policy,
  automations: ReadonlyMap<string, Automation>,
): void {
  const connectors = Object.keys(settings.connectors);
  const apps = [
    ...Object.keys(settings.apps),
    ...Object.values(settings.connectors).map(({ appName }) => appName),
  ];
  const ruled = (member: "automations" | "actions" | "apps" | "connectors" | "sources") =>
    rulesInEffect(rules).flatMap((rule) => rule[member] ?? []);
  const known = [...automations.keys()];
  const sourceNames = [...sources.keys(), ...OWN_SOURCES];
  const counted = budgets.flatMap((budget) => budget.sources ?? []);
  const named = [
    ["settings.automations", "automation", enabledNames(settings), known],
    ["policy.dryRun", "automation", dryRun, known],
    ["policy.approvals", "automation", ruled("automations"), known],
    ["policy.approvals", "action", ruled("actions"), [...actions.keys()]],
    ["policy.approvals", "app", ruled("apps"), apps],
    ["policy.approvals", "connector", ruled("connectors"), connectors],
    ["policy.approvals", "source", ruled("sources"), sourceNames],
    ["policy.budgets", "source", counted, sourceNames],
    ["settings.maxDays", "action with a last day", Object.keys(settings.maxDays), ENDING_ACTIONS],
    ["policy.owners", "connector or app", Object.keys(owners), [...connectors, ...apps]],
  ] as const;
  for (const [where, what, names, there] of named) {
    const unknown = names.find((name) => !there.includes(name));
    if (unknown !== undefined) {
      const near = closest(there, unknown);
      const known =
        near.length > 0 ? `did you mean ${near.join(" or ")}` : `there are ${[...new Set(there)].join(", ")}`;
      throw mistaken(
        `${where}: there is no ${what} "${unknown}"; ${there.length > 0 ? known : "none is defined"}`,
      );
    }
  }
  const { retire } = settings.automations["stale-tools"] ?? {};
  if (retire === "disable" && !endingActions.some(({ ends }) => ends.includes("tool")))
    throw mistaken(
      'settings.automations.stale-tools.retire: none of your actions can disable a tool; add the action tool.set-state from docs/extend/own-operations.md, or set "delete"',
    );
  for (const [name, { schedule }] of Object.entries(settings.automations as Scheduled)) {
    const automation = automations.get(name);
    if (schedule === undefined || !automation || isSchedule(automation.on)) continue;
    throw mistaken(
      `settings.automations.${name}.schedule: ${name} runs on events, not on a schedule; remove this setting`,
    );
  }
}

/**
 * Requires that the ledger keeps data for at least as long as the enabled automations look back. Otherwise the
 * automations would repeat reviews, proposals and tasks whose records were deleted.
 * @throws Problem `configuration_invalid` if the ledger keeps data for a shorter time, which prevents Reeve from
 * starting
 */
export function checkRetention(settings: Settings, { retentionDays }: Pick<Policy, "retentionDays">): void {
  const { automations: enabled } = settings;
  const lookBack = [
    ["mover", "quietDays", enabled.mover?.quietDays],
    ["stale-tools", "askAgainDays", enabled["stale-tools"]?.askAgainDays],
    ["tool-changed", "askAgainDays", enabled["tool-changed"]?.askAgainDays],
    ["last-days", "askAgainDays", enabled["last-days"]?.askAgainDays],
    ["last-day-tasks", "askAgainDays", enabled["last-day-tasks"]?.askAgainDays],
  ] as const;
  for (const [automation, setting, days = 0] of lookBack) {
    if (days <= retentionDays) continue;
    throw mistaken(
      `settings.automations.${automation}.${setting}: ${automation} looks ${days} days back, but ` +
        `policy.retentionDays keeps data for only ${retentionDays} days; raise policy.retentionDays to ${days}, or lower ${setting}`,
    );
  }
}

/**
 * Requires that an automation exists: pausing a misspelt name would stop nothing.
 * @throws RequestInvalid if the automation does not exist
 */
export function requireAutomation(name: string): void {
  if (automations.has(name)) return;
  const message = `no automation has this name; choose one of ${[...automations.keys()].join(", ")}`;
  throw new RequestInvalid([{ member: "automation", message }]);
}

/** The sources of events that don't arrive as deliveries: forms, commands, agents and schedules. */
const OWN_SOURCES: readonly string[] = ["console", "slack", "schedule", AGENT_SOURCE];

type Scheduled = Readonly<Record<string, { readonly schedule?: string }>>;
