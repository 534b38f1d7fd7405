// The schema with which the Worker checks `src/config.ts` when it starts.
import * as z from "zod";
import { automationBudgets } from "./automations/index.ts";
import { configured, type DeclaredSetting, declaredSettings } from "./base/configured.ts";
import { SlackSettings } from "./channels/slack/settings.ts";
import { ConsoleSettings } from "./console-settings.ts";
import { EvidenceSettings } from "./evidence/keys.ts";
import type { StatedConfig } from "./generated/stated-config.ts";
import { Settings } from "./kit/settings.ts";
import { AgentSettings } from "./policy/agents.ts";
import { budgetsWith } from "./policy/budget.ts";
import { People } from "./policy/people.ts";
import { GENERAL_BUDGETS, Policy } from "./policy/policy.ts";
import { Replies } from "./systems/reply/replies.ts";

/**
 * The whole configuration, which `src/config.ts` defines.
 *
 * @example
 * export default defineConfig({
 *   settings: { timeZone: "Europe/Berlin", automations: { "requested-action": {} } },
 *   people: [{ email: "nora.field@example.com", roles: ["approver"] }],
 *   policy: { dryRun: ["requested-action"] },
 * });
 */
export const Config = z.strictObject({
  /**
   * The automations to run and their settings, shared settings such as the time zone, and the ids of the objects that
   * people name in requests.
   */
  settings: Settings,
  /** Roles of people and programs in the console, the API, Slack and Teams. @default nobody may do anything */
  people: People.default([]),
  /** Rules for approvals, and limits for changes. */
  policy: Policy.safeExtend({
    /**
     * Limits on the effects in a rolling window, in addition to the default ones. A run that would exceed a limit waits
     * for a person. A budget with the name of a default budget replaces it.
     * @default `deletes an hour` (20 in all), `effects an hour per automation` (100), `effects an hour by agents` (10),
     * and `leavers a day` (5 per source, or 5 percent of all people if that is more)
     */
    budgets: budgetsWith([...GENERAL_BUDGETS, ...automationBudgets]),
  }).prefault({}),
  /** The systems whose tickets Reeve replies to, by name. @default none */
  replies: Replies.prefault({}),
  /** The Slack app, and the channels for approvals and notices: docs/set-up/slack.md. */
  slack: SlackSettings.prefault({}),
  /** Agents that make requests for people at `/mcp`: docs/extend/agents.md. */
  agents: AgentSettings.prefault({}),
  /** Values that the console hides, and the target of its links to the code. */
  console: ConsoleSettings.prefault({}),
  /** How receipts identify people: docs/trust/evidence.md. */
  evidence: EvidenceSettings.prefault({}),
});
export type Config = z.output<typeof Config>;

/**
 * Validates a configuration and adds the defaults.
 * @throws ConfigurationInvalid with every error in the configuration
 */
export const defineConfig = (stated: StatedConfig): Config => configured(Config, stated);

/** Lists every setting with its value in a configuration. */
export const settingsIn = (config: Config): readonly DeclaredSetting[] => declaredSettings(Config, config);

/** Variables of a request's context, set before any handler runs. */
export interface Configured {
  readonly config: Config;
}
