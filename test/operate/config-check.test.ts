import { describe, expect, it } from "vitest";
import { automations } from "../../src/automations/index.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { automation } from "../../src/kit/automation.ts";
import { readSettings, type Settings } from "../../src/kit/settings.ts";
import { checkNames, checkRetention, requireAutomation } from "../../src/operate/config-check.ts";
import type { Policy } from "../../src/policy/policy.ts";

const { policy, settings } = sample;

describe("the configuration", () => {
  it("of the sample refers only to existing automations", () => {
    expect(() => checkNames(settings, policy, automations)).not.toThrow();
  });

  it.for<[string, Settings, Policy]>([
    ["settings.automations", { ...settings, automations: { "conector-owner-from-ticket": {} } }, policy],
    ["policy.dryRun", settings, { ...policy, dryRun: ["conector-owner-from-ticket"] }],
    [
      "policy.approvals",
      settings,
      { ...policy, approvals: [{ when: "always", automations: ["conector-owner-from-ticket"] }] },
    ],
  ])(
    "with a misspelt automation in %s prevents Reeve from starting, with an error that names the setting",
    ([where, inSettings, inPolicy]) => {
      expect(() => checkNames(inSettings, inPolicy, automations)).toThrow(
        `src/config.ts, ${where}: there is no automation "conector-owner-from-ticket"; did you mean connector-owner-from-ticket`,
      );
    },
  );
});

it("a schedule for an automation that runs on events prevents Reeve from starting", () => {
  const mine = automation({ name: "mine", on: "ticket.created", propose: () => ({ ignore: "nothing" }) });
  const scheduled = { ...settings, automations: { mine: { schedule: "0 7 * * 1" } } };
  expect(() => checkNames(scheduled, policy, new Map([[mine.name, mine]]))).toThrow(
    "src/config.ts, settings.automations.mine.schedule: mine runs on events, not on a schedule; remove this setting",
  );
});

it("the setting to disable stale tools prevents Reeve from starting if no action can disable a tool", () => {
  const own = { ...readSettings(settings, "stale-tools"), retire: "disable" as const };
  const disabling = { ...settings, automations: { "stale-tools": own } };
  expect(() => checkNames(disabling, policy, automations)).toThrow(
    "src/config.ts, settings.automations.stale-tools.retire: none of your actions can disable a tool; add the action tool.set-state from docs/extend/own-operations.md",
  );
});

it.for([
  ["mover", "quietDays"],
  ["stale-tools", "askAgainDays"],
  ["tool-changed", "askAgainDays"],
  ["last-days", "askAgainDays"],
  ["last-day-tasks", "askAgainDays"],
] as const)(
  "%s prevents Reeve from starting if it needs older data than the ledger retains",
  ([name, setting]) => {
    const own = { ...readSettings(settings, name), [setting]: 31 };
    const changed = { ...settings, automations: { [name]: own } };
    expect(automations.has(name)).toBe(true);
    expect(() => checkRetention(changed, { retentionDays: 30 })).toThrow(
      `src/config.ts, settings.automations.${name}.${setting}: ${name} looks 31 days back, but policy.retentionDays keeps data for only 30 days; raise policy.retentionDays to 31, or lower ${setting}`,
    );
    expect(() => checkRetention(changed, { retentionDays: 31 })).not.toThrow();
    expect(() => checkRetention({ ...settings, automations: {} }, { retentionDays: 30 })).not.toThrow();
  },
);

it("an automation's name in a request must belong to an existing automation", () => {
  expect(() => requireAutomation("connector-owner-from-ticket")).not.toThrow();
  expect(() => requireAutomation("everything")).toThrow("automation: no automation has this name");
});
