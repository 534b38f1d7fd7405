import { describe, expect, it } from "vitest";
import { Settings } from "../../src/automations/settings.ts";
import { ConfigurationMistaken, configured } from "../../src/base/configured.ts";
import { settings } from "../../src/config.ts";
import { ConsoleSettings } from "../../src/console/settings.ts";
import { Policy } from "../../src/policy/policy.ts";

/** What is said of settings that are as they come but for this. */
function mistakesOf(part: "settings" | "policy" | "consoleSettings", change: object): readonly string[] {
  const policy = { dryRun: [], approvals: [], approvalExpiresAfterHours: 72, approvers: [], budgets: [] };
  try {
    if (part === "settings") configured(part, Settings, { ...settings, ...change });
    else if (part === "policy") configured(part, Policy, { ...policy, ...change });
    else configured(part, ConsoleSettings, change);
  } catch (error) {
    if (error instanceof ConfigurationMistaken) return error.mistakes;
    throw error;
  }
  return [];
}

describe("a mistake in the settings is said with its path, what is there, and what would be right", () => {
  it.for<[part: Parameters<typeof mistakesOf>[0], change: object, said: string]>([
    [
      "settings",
      { timeZone: "Europe/Berlim" },
      'settings.timeZone (found: "Europe/Berlim"): is no time zone',
    ],
    ["settings", { joiner: undefined }, "settings.joiner: is missing"],
    [
      "settings",
      { tools: { "Create issue": { connector: "GitHub MPC", id: "tool_1" } } },
      'settings.tools["Create issue"].connector (found: "GitHub MPC"): there is none called "GitHub MPC"',
    ],
    ["settings", { tools: { Two: { connector: "GitHub MCP" } } }, "settings.tools.Two.id: is missing"],
    [
      "settings",
      { enabled: "leaver" },
      'settings.enabled (found: "leaver"): has to be a list, in square brackets',
    ],
    ["policy", { retentionDays: 0 }, "policy.retentionDays (found: 0): has to be at least 1"],
    ["policy", { retentionDays: 1.5 }, "policy.retentionDays (found: 1.5): has to be a whole number"],
    ["policy", { retentionDays: "90" }, 'policy.retentionDays (found: "90"): has to be a number'],
    ["policy", { approvers: ["nora"] }, 'policy.approvers[0] (found: "nora"): has to be an email address'],
    ["policy", { aprovers: [] }, "policy.aprovers: there is no such setting; there are dryRun, approvals,"],
    [
      "policy",
      { approvals: [{ when: "sometimes" }] },
      'policy.approvals[0].when (found: "sometimes"): has to be one of "always"',
    ],
    [
      "policy",
      { approvals: [{ when: "operation", operations: ["drop"] }] },
      'policy.approvals[0].operations[0] (found: "drop"): has to be one of "',
    ],
    ["consoleSettings", { roles: { admin: ["gita"] } }, 'consoleSettings.roles.admin[0] (found: "gita"): '],
    [
      "consoleSettings",
      { roles: { boss: [] } },
      "consoleSettings.roles.boss: there is no such setting; there are viewer,",
    ],
  ])("%s %j", ([part, change, said]) => {
    const mistakes = mistakesOf(part, change);
    expect(
      mistakes.filter((one) => one.startsWith(said)),
      mistakes.join("\n"),
    ).toHaveLength(1);
    expect(mistakes.join()).not.toMatch(/Invalid|expected|received/i);
  });

  it("all of them at once", () => {
    expect(mistakesOf("settings", { timeZone: "x", joiner: undefined, colour: "red" })).toHaveLength(3);
  });
});
