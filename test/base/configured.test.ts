import { describe, expect, it } from "vitest";
import { ConfigurationInvalid } from "../../src/base/configured.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { defineConfig } from "../../src/define-config.ts";

/** Returns the errors of the sample configuration with this change. */
function listMistakes(part: "settings" | "policy" | "console", change: object): readonly string[] {
  try {
    defineConfig({ ...sample, [part]: { ...sample[part], ...change } });
  } catch (error) {
    if (error instanceof ConfigurationInvalid) return error.mistakes;
    throw error;
  }
  return [];
}

it("the errors and unknown properties in different parts of a configuration are reported together", () => {
  const stated = {
    ...sample,
    slak: {},
    people: [{ email: "gita" }],
    policy: { ...sample.policy, retentionDays: 0 },
  };
  expect(() => defineConfig(stated)).toThrow(
    /people\[0\]\.email.*policy\.retentionDays.*slak: there is no slak; use one of settings, people, policy, replies, slack, agents, console/,
  );
});

describe("an error in the configuration", () => {
  it.for<[part: Parameters<typeof listMistakes>[0], change: object, said: string]>([
    [
      "settings",
      { timeZone: "Europe/Berlim" },
      'settings.timeZone (found: "Europe/Berlim"): must be an IANA time zone',
    ],
    ["settings", { automations: { joiner: {} } }, "settings.automations.joiner.rules: is missing"],
    [
      "settings",
      { automations: { "stale-tools": { unused: 3 } } },
      'settings.automations["stale-tools"].unused: there is no unused; use one of schedule, timeZone,',
    ],
    [
      "settings",
      { tools: { "Create issue": { connector: "GitHub MPC", id: "tool_1" } } },
      'settings.tools["Create issue"].connector (found: "GitHub MPC"): unknown name "GitHub MPC"',
    ],
    ["settings", { tools: { Two: { connector: "GitHub MCP" } } }, "settings.tools.Two.id: is missing"],
    [
      "settings",
      { automations: "leaver" },
      'settings.automations (found: "leaver"): must be an object, in braces',
    ],
    ["policy", { retentionDays: 0 }, "policy.retentionDays (found: 0): must be at least 1"],
    ["policy", { retentionDays: 1.5 }, "policy.retentionDays (found: 1.5): must be a whole number"],
    ["policy", { retentionDays: "90" }, 'policy.retentionDays (found: "90"): must be a number'],
    ["policy", { aprovers: [] }, "policy.aprovers: there is no aprovers; use one of dryRun, approvals,"],
    [
      "policy",
      { approvals: [{ when: "sometimes" }] },
      'policy.approvals[0].when (found: "sometimes"): must be one of "always"',
    ],
    [
      "policy",
      { approvals: [{ when: "operation", operations: ["drop"] }] },
      'policy.approvals[0].operations[0] (found: "drop"): must be one of "',
    ],
    ["console", { redacted: [] }, "console.redacted: there is no redacted; use one of codeUrl, redact"],
  ])("is reported with its path and the reason: %s %j", ([part, change, said]) => {
    const mistakes = listMistakes(part, change);
    expect(
      mistakes.filter((one) => one.startsWith(said)),
      mistakes.join("\n"),
    ).toHaveLength(1);
    expect(mistakes.join()).not.toMatch(/Invalid|expected|received/i);
  });

  it("is reported together with all other errors", () => {
    expect(
      listMistakes("settings", { timeZone: "x", automations: { joiner: {} }, colour: "red" }),
    ).toHaveLength(3);
  });
});

describe("an error in the list of people", () => {
  it.for<[entries: readonly object[], said: string]>([
    [[{ email: "nora" }], 'people[0].email (found: "nora"): must be an email address'],
    [[{ email: "nora@example.com", roles: ["boss"] }], 'people[0].roles[0] (found: "boss"): must be one of'],
    [
      [{ roles: ["admin"] }],
      'people[0] (found: {"roles":["admin"]}): must identify its people by one of email,',
    ],
    [[{ group: "a", everyone: "slack" }], "people[0] (found: "],
    [
      [{ group: "a", slack: "U0NORA" }],
      'people[0].slack (found: "U0NORA"): needs the email of the person with this id',
    ],
    [
      [{ email: "nora@example.com", slack: "nora" }],
      'people[0].slack (found: "nora"): must be a Slack user id, such as U012ABCDEF',
    ],
    [
      [{ email: "N@example.com" }, { email: "n@example.com" }],
      'people[1].email (found: "n@example.com"): appears twice',
    ],
    [[{ email: "n@example.com", role: "admin" }], "people[0].role: there is no role; use one of email,"],
  ])("is reported with its path: %j", ([entries, said]) => {
    const stated = { ...sample, people: entries } as unknown as Parameters<typeof defineConfig>[0];
    expect(() => defineConfig(stated)).toThrow(said);
  });
});
