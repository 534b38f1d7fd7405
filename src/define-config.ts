// What `src/config.ts` says, checked when it loads; and where a request finds it.
import * as z from "zod";
import { Settings } from "./automations/settings.ts";
import { configured, type DeclaredSetting, declaredSettings } from "./base/configured.ts";
import { ConsoleSettings } from "./console/settings.ts";
import { People } from "./policy/people.ts";
import { Policy } from "./policy/policy.ts";
import { SlackSettings } from "./slack/settings.ts";
import { Replies } from "./systems/reply/replies.ts";

const Config = z.strictObject({
  settings: Settings,
  people: People.default([]).describe(
    "Who may do what, at the console, with the API and in Slack. Default: nobody may do anything.",
  ),
  policy: Policy.prefault({}).describe("What needs an approval, and how much may be done."),
  replies: Replies.prefault({}).describe("The systems that get a reply to their requests."),
  slack: SlackSettings.prefault({}).describe("What Reeve does in Slack."),
  console: ConsoleSettings.prefault({}).describe("What the console hides."),
});
export type Config = z.output<typeof Config>;

/** A configuration, with defaults for what it leaves out. @throws ConfigurationMistaken with every mistake in it */
export const defineConfig = (stated: z.input<typeof Config>): Config => configured(Config, stated);

/** Every setting that there is, with its value in this configuration. */
export const settingsIn = (config: Config): readonly DeclaredSetting[] => declaredSettings(Config, config);

/** Set on each request before anything else looks at it. */
export interface Configured {
  readonly config: Config;
}
