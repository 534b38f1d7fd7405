import { describe, expect, it } from "vitest";
import { automations } from "../../src/automations/index.ts";
import { settingsOf } from "../../src/automations/settings.ts";
import { SlackSettings } from "../../src/channels/slack/settings.ts";
import { needsOf } from "../../src/cli/doctor/worker/needs.ts";
import { sample } from "../../src/cli/start/sample.ts";
import type { Config } from "../../src/define-config.ts";
import { Replies } from "../../src/systems/reply/replies.ts";

const { settings } = sample;

/** The variables that are needed by themselves, and how many there are choices between. */
function needed(changed: Partial<Config> = {}) {
  const needs = needsOf({ ...sample, ...changed }, automations);
  expect(needs.filter(({ where }) => where === "")).toEqual([]);
  return {
    alone: needs.flatMap(({ anyOf: [name, ...others] }) => (others.length === 0 ? [name] : [])),
    choices: needs
      .filter(({ anyOf }) => anyOf.length > 1)
      .map(({ anyOf }) => anyOf.includes("JIRA_WEBHOOK_SECRET")),
  };
}
const ALWAYS = ["GOVERNANCE_CLIENT_ID", "GOVERNANCE_CLIENT_SECRET", "ACCESS_TEAM_DOMAIN", "ACCESS_AUD"];

describe("a deployment needs", () => {
  it("a credential, Access and one way in", () => {
    expect(needed()).toEqual({ alone: ALWAYS, choices: [true] });
  });

  it("no way in where every automation goes by the clock", () => {
    const automations = { "stale-tools": settingsOf(settings, "stale-tools") };
    expect(needed({ settings: { ...settings, automations } })).toEqual({ alone: ALWAYS, choices: [] });
  });

  it("access to the systems that are answered, with an address where there is no usual one", () => {
    const { alone } = needed({ replies: Replies.parse({ jira: {}, github: {} }) });
    expect(alone.slice(ALWAYS.length)).toEqual(["JIRA_URL", "JIRA_EMAIL", "JIRA_API_TOKEN", "GITHUB_TOKEN"]);
  });

  it("the Slack app where a channel is named", () => {
    const { alone } = needed({ slack: SlackSettings.parse({ noticesChannel: "C0OPERATE1" }) });
    expect(alone.slice(ALWAYS.length)).toEqual(["SLACK_SIGNING_SECRET", "SLACK_BOT_TOKEN"]);
  });
});
