// The `slack` settings of `src/config.ts`, and the parts of the configuration that channels use.
import * as z from "zod";
import type { Settings } from "../../kit/settings.ts";
import type { RuledSession } from "../../operate/person.ts";
import type { People } from "../../policy/people.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Replies } from "../../systems/reply/replies.ts";

const ChannelId = z.string().regex(/^[CGD][A-Z0-9]+$/, "must be a channel id, such as C012ABCDEF");

/** Settings for Slack. Unknown properties are errors, so that a misspelt one is noticed. */
export const SlackSettings = z.strictObject({
  /** Id of the app; requests from other apps are rejected. @default any app with the signing secret */
  appId: z
    .string()
    .regex(/^A[A-Z0-9]+$/, "must be an app id, such as A012ABCDEF")
    .optional(),
  /** Id of the workspace; requests from other workspaces are rejected. @default any workspace */
  teamId: z
    .string()
    .regex(/^T[A-Z0-9]+$/, "must be a workspace id, such as T012ABCDEF")
    .optional(),
  /** Id of the channel for plans that need an approval. @default none */
  approvalsChannel: ChannelId.optional(),
  /** Ids of channels and users that also get the last reminder. @default nobody */
  escalateTo: z
    .array(
      z.string().regex(/^[CGUW][A-Z0-9]+$/, "must be an id like C012ABCDEF (channel) or U012ABCDEF (user)"),
    )
    .default([]),
  /**
   * Id of the channel for operators: for notices, and for failures, holds, reviews and follow-ups of all runs.
   * @default none
   */
  noticesChannel: ChannelId.optional(),
});
export type SlackSettings = z.output<typeof SlackSettings>;

/** The parts of the configuration that channels use. */
export interface SlackConfig {
  readonly settings: Settings;
  readonly policy: Pick<Policy, "dryRun"> & RuledSession["config"]["policy"];
  readonly slack: SlackSettings;
  readonly people: People;
  readonly replies: Replies;
}
