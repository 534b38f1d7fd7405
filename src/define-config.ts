// The configuration that `src/config.ts` states, checked when it loads.
import * as z from "zod";
import { Settings } from "./automations/settings.ts";
import { configured, type DeclaredSetting, declaredSettings } from "./base/configured.ts";
import { SlackSettings } from "./channels/slack/settings.ts";
import { ConsoleSettings } from "./console-settings.ts";
import { EvidenceSettings } from "./evidence/settings.ts";
import type { StatedConfig } from "./generated/stated-config.ts";
import { AgentSettings } from "./policy/agents.ts";
import { People } from "./policy/people.ts";
import { Policy } from "./policy/policy.ts";
import { Replies } from "./systems/reply/replies.ts";

/**
 * The whole configuration; `src/config.ts` states one.
 *
 * @example
 * export default defineConfig({
 *   settings: { timeZone: "Europe/Berlin", automations: { "requested-action": {} } },
 *   people: [{ email: "nora.field@example.com", roles: ["approver"] }],
 *   policy: { dryRun: ["requested-action"] },
 * });
 */
export const Config = z.strictObject({
  /** The automations that run, and the names people use with the ids behind them. */
  settings: Settings,
  /** Roles of people and programs, at the console, with the API and in Slack. @default nobody may do anything */
  people: People.default([]),
  /** What needs an approval, and how much may happen. */
  policy: Policy.prefault({}),
  /** The systems whose tickets Reeve replies to, by name. @default none */
  replies: Replies.prefault({}),
  /** The Slack app, and the channels for approvals and notices: docs/slack.md. */
  slack: SlackSettings.prefault({}),
  /** Agents that ask for people at `/mcp`: docs/agents.md. */
  agents: AgentSettings.prefault({}),
  /** What the console hides, and where its links to the code lead. */
  console: ConsoleSettings.prefault({}),
  /** What receipts say of people: docs/evidence.md. */
  evidence: EvidenceSettings.prefault({}),
});
export type Config = z.output<typeof Config>;

/** A configuration, with defaults for what it leaves out. @throws ConfigurationMistaken with every mistake in it */
export const defineConfig = (stated: StatedConfig): Config => configured(Config, stated);

/** Every setting that there is, with its value in this configuration. */
export const settingsIn = (config: Config): readonly DeclaredSetting[] => declaredSettings(Config, config);

/** Set on each request before anything else looks at it. */
export interface Configured {
  readonly config: Config;
}
