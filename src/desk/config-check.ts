// Checks settings that name automations and sources, and names that somebody gives.
import { automations } from "../automations/index.ts";
import type { Automation } from "../automations/kit/automation.ts";
import { isSchedule } from "../automations/kit/schedule.ts";
import {
  enabledNames,
  isEnabled,
  type KnownAutomation,
  readSettings,
  type Settings,
} from "../automations/settings.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";
import type { Policy } from "../policy/policy.ts";

/**
 * Requires that the configuration names only known automations: a misspelt automation would be off unnoticed, and a
 * misspelt rule would ask nobody.
 * @throws Problem `configuration_invalid`, which keeps Reeve from starting
 */
export function checkNames(
  settings: Settings,
  { dryRun, approvals }: Policy,
  automations: ReadonlyMap<string, Automation>,
): void {
  const named: readonly (readonly [where: string, names: readonly string[]])[] = [
    ["settings.automations", enabledNames(settings)],
    ["policy.dryRun", dryRun],
    ["policy.approvals", approvals.flatMap((rule) => rule.automations ?? [])],
  ];
  for (const [where, names] of named) {
    const unknown = names.find((name) => !automations.has(name));
    if (unknown !== undefined) {
      throw new Problem(
        "configuration_invalid",
        `src/config.ts, ${where}: there is no automation "${unknown}"; there are ${listNames(automations)}`,
      );
    }
  }
  for (const [name, { schedule }] of Object.entries(settings.automations as Scheduled)) {
    const automation = automations.get(name);
    if (schedule === undefined || !automation || isSchedule(automation.on)) continue;
    throw new Problem(
      "configuration_invalid",
      `src/config.ts, settings.automations.${name}.schedule: ${name} runs on events, not on a schedule; remove it`,
    );
  }
}

/**
 * Requires that the ledger remembers as long as the enabled automations look back: what it forgot would be reviewed,
 * proposed or asked for again.
 * @throws Problem `configuration_invalid`, which keeps Reeve from starting
 */
export function checkRetention(settings: Settings, { retentionDays }: Pick<Policy, "retentionDays">): void {
  const lookBack: readonly (readonly [automation: KnownAutomation, setting: string, days: () => number])[] = [
    ["mover", "quietDays", () => readSettings(settings, "mover").quietDays],
    ["stale-tools", "askAgainDays", () => readSettings(settings, "stale-tools").askAgainDays],
    ["tool-changed", "askAgainDays", () => readSettings(settings, "tool-changed").askAgainDays],
    ["ownerships-end", "askAgainDays", () => readSettings(settings, "ownerships-end").askAgainDays],
    [
      "connector-owners-end",
      "askAgainDays",
      () => readSettings(settings, "connector-owners-end").askAgainDays,
    ],
    ["silent-source", "learnDays", () => readSettings(settings, "silent-source").learnDays],
  ];
  for (const [automation, setting, read] of lookBack) {
    if (!isEnabled(settings, automation)) continue;
    const days = read();
    if (days <= retentionDays) continue;
    throw new Problem(
      "configuration_invalid",
      `src/config.ts, settings.automations.${automation}.${setting}: ${automation} looks ${days} days back, and ` +
        `policy.retentionDays has Reeve forget after ${retentionDays}; raise policy.retentionDays to ${days}, or lower ${setting}`,
    );
  }
}

/** Checks a name that somebody gave: a pause of a misspelt automation would stop nothing. @throws RequestInvalid */
export function requireAutomation(name: string): void {
  if (automations.has(name)) return;
  throw new RequestInvalid([
    { member: "automation", message: `there is none of this name; there are ${listNames(automations)}` },
  ]);
}

type Scheduled = Readonly<Record<string, { readonly schedule?: string }>>;

const listNames = (known: ReadonlyMap<string, unknown>): string => Array.from(known.keys()).join(", ");
