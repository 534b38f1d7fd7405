// What `src/config.ts` says, checked when it loads; and where a request finds it.
import * as z from "zod";
import { Settings } from "./automations/settings.ts";
import { configured } from "./base/configured.ts";
import { ConsoleSettings } from "./console/settings.ts";
import { People } from "./policy/people.ts";
import { Policy } from "./policy/policy.ts";
import { SlackSettings } from "./slack/settings.ts";
import { Replies } from "./systems/reply/replies.ts";

const Config = z.strictObject({
  settings: Settings,
  /** Who may do what, at the console, with the API and in Slack. @default nobody may do anything */
  people: People.default([]),
  /** What needs an approval, and how much may be done. */
  policy: Policy.prefault({}),
  /** The systems that are told what became of what they asked for. */
  replies: Replies.prefault({}),
  /** What Reeve does in Slack. */
  slack: SlackSettings.prefault({}),
  /** What the console hides. */
  console: ConsoleSettings.prefault({}),
});
export type Config = z.output<typeof Config>;

/** A configuration, with defaults for what it leaves out. @throws ConfigurationMistaken with every mistake in it */
export const defineConfig = (stated: z.input<typeof Config>): Config => configured(Config, stated);

/** Set on each request before anything else looks at it. */
export interface Configured {
  readonly config: Config;
}
