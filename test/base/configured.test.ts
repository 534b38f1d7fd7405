import { describe, expect, it } from "vitest";
import { ConfigurationMistaken } from "../../src/base/configured.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { defineConfig } from "../../src/define-config.ts";

/** What is said of a configuration that is as it comes but for this. */
function mistakesOf(part: "settings" | "policy" | "console", change: object): readonly string[] {
  try {
    defineConfig({ ...sample, [part]: { ...sample[part], ...change } });
  } catch (error) {
    if (error instanceof ConfigurationMistaken) return error.mistakes;
    throw error;
  }
  return [];
}

it("mistakes in several parts, and a part that there is not, are told together", () => {
  const stated = {
    ...sample,
    slak: {},
    console: { roles: { admin: ["gita"] } },
    policy: { ...sample.policy, approvers: ["x"] },
  };
  expect(() => defineConfig(stated)).toThrow(
    /policy\.approvers\[0\].*console\.roles\.admin\[0\].*slak: there is no such setting; there are settings, policy, replies, slack, console/,
  );
});

describe("a mistake in the settings is said with its path, what is there, and what would be right", () => {
  it.for<[part: Parameters<typeof mistakesOf>[0], change: object, said: string]>([
    [
      "settings",
      { timeZone: "Europe/Berlim" },
      'settings.timeZone (found: "Europe/Berlim"): is not an IANA time zone',
    ],
    ["settings", { automations: { joiner: {} } }, "settings.automations.joiner.rules: is missing"],
    [
      "settings",
      { automations: { "stale-tools": { unused: 3 } } },
      'settings.automations["stale-tools"].unused: there is no such setting; there are schedule, timeZone,',
    ],
    [
      "settings",
      { tools: { "Create issue": { connector: "GitHub MPC", id: "tool_1" } } },
      'settings.tools["Create issue"].connector (found: "GitHub MPC"): there is none called "GitHub MPC"',
    ],
    ["settings", { tools: { Two: { connector: "GitHub MCP" } } }, "settings.tools.Two.id: is missing"],
    [
      "settings",
      { automations: "leaver" },
      'settings.automations (found: "leaver"): has to be a group of settings, in braces',
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
    ["console", { roles: { admin: ["gita"] } }, 'console.roles.admin[0] (found: "gita"): '],
    ["console", { roles: { boss: [] } }, "console.roles.boss: there is no such setting; there are viewer,"],
  ])("%s %j", ([part, change, said]) => {
    const mistakes = mistakesOf(part, change);
    expect(
      mistakes.filter((one) => one.startsWith(said)),
      mistakes.join("\n"),
    ).toHaveLength(1);
    expect(mistakes.join()).not.toMatch(/Invalid|expected|received/i);
  });

  it("all of them at once", () => {
    expect(
      mistakesOf("settings", { timeZone: "x", automations: { joiner: {} }, colour: "red" }),
    ).toHaveLength(3);
  });
});
