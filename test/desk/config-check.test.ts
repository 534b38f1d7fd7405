import { describe, expect, it } from "vitest";
import { automations } from "../../src/automations/index.ts";
import type { Settings } from "../../src/automations/settings.ts";
import config from "../../src/config.ts";
import { checkNames, checkRetention, requireAutomation } from "../../src/desk/config-check.ts";
import type { Policy } from "../../src/policy/policy.ts";

const { policy, settings } = config;

describe("the configuration", () => {
  it("as it comes names automations that there are", () => {
    expect(() => checkNames(settings, policy, automations)).not.toThrow();
  });

  it.for<[string, Settings, Policy]>([
    ["enabled", { ...settings, enabled: ["conector-owner-from-ticket"] }, policy],
    ["dryRun", settings, { ...policy, dryRun: ["conector-owner-from-ticket"] }],
    [
      "approvals",
      settings,
      { ...policy, approvals: [{ when: "always", automations: ["conector-owner-from-ticket"] }] },
    ],
  ])(
    "with a misspelt name in %s keeps Reeve from starting, and says where",
    ([where, inSettings, inPolicy]) => {
      expect(() => checkNames(inSettings, inPolicy, automations)).toThrow(
        `src/config.ts, ${where}: there is no automation "conector-owner-from-ticket"; there are connector-owner-from-ticket`,
      );
    },
  );
});

it("a ticket that asks for an action there is none of keeps Reeve from starting", () => {
  const ticketRequests = { "tool.retier": { requestType: "Retire tool", status: ["Approved"] } };
  expect(() => checkNames({ ...settings, ticketRequests }, policy, automations)).toThrow(
    'src/config.ts, ticketRequests: there is no action "tool.retier"; there are connector-owner.add, ',
  );
});

it.for([
  ["mover", "mover.quietDays", { mover: { ...settings.mover, quietDays: 31 } }],
  ["stale-tools", "staleTools.askAgainDays", { staleTools: { ...settings.staleTools, askAgainDays: 31 } }],
  ["tool-changed", "toolChanged.askAgainDays", { toolChanged: { askAgainDays: 31 } }],
  [
    "ownerships-end",
    "ownershipsEnd.askAgainDays",
    { ownershipsEnd: { ...settings.ownershipsEnd, askAgainDays: 31 } },
  ],
  [
    "connector-owners-end",
    "ownershipsEnd.askAgainDays",
    { ownershipsEnd: { ...settings.ownershipsEnd, askAgainDays: 31 } },
  ],
  ["silent-source", "silentSource.learnDays", { silentSource: { ...settings.silentSource, learnDays: 31 } }],
] as const)(
  "%s, which looks further back than the record goes, keeps it from starting",
  ([name, setting, change]) => {
    const changed = { ...settings, ...change };
    expect(automations.has(name)).toBe(true);
    expect(() => checkRetention({ ...changed, enabled: [name] }, { retentionDays: 30 })).toThrow(
      `src/config.ts, ${setting}: ${name} looks 31 days back, and policy.retentionDays has Reeve forget after 30; raise policy.retentionDays to 31, or lower ${setting}`,
    );
    expect(() => checkRetention({ ...changed, enabled: [name] }, { retentionDays: 31 })).not.toThrow();
    expect(() => checkRetention({ ...changed, enabled: [] }, { retentionDays: 30 })).not.toThrow();
  },
);

describe("a name that somebody gives", () => {
  it("must be an automation's", () => {
    expect(() => requireAutomation("connector-owner-from-ticket")).not.toThrow();
    expect(() => requireAutomation("everything")).toThrow("automation: there is none of this name");
  });
});
