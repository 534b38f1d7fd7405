import * as z from "zod";
import type { Settings } from "../../automations/settings.ts";
import type { People } from "../../policy/people.ts";

const ChannelId = z.string().regex(/^[CGD][A-Z0-9]+$/, "a Slack channel id looks like C012ABCDEF");

/** What Reeve does in Slack. Unknown members are errors, so that a misspelt one is noticed at once. */
export const SlackSettings = z.strictObject({
  /**
   * The app's id: requests of another app are refused.
   * @default any app that has the signing secret
   */
  appId: z
    .string()
    .regex(/^A[A-Z0-9]+$/, "an app id looks like A012ABCDEF")
    .optional(),
  /**
   * The workspace's id: requests from other workspaces that have the app are refused.
   * @default any workspace
   */
  teamId: z
    .string()
    .regex(/^T[A-Z0-9]+$/, "a workspace's id looks like T012ABCDEF")
    .optional(),
  /**
   * The channel for plans that need an approval, by its id.
   * @default none: they are at the console alone
   */
  approvalsChannel: ChannelId.optional(),
  /**
   * Who is told as well with the last reminder of a plan that waits: channels and users, by their ids.
   * @default nobody
   */
  escalateTo: z
    .array(
      z.string().regex(/^[CGUW][A-Z0-9]+$/, "an id looks like C012ABCDEF (a channel) or U012ABCDEF (a user)"),
    )
    .default([]),
  /**
   * The channel for failures, holds and reviews of all runs, by its id.
   * @default none
   */
  noticesChannel: ChannelId.optional(),
});
export type SlackSettings = z.output<typeof SlackSettings>;

/** What Reeve works by in Slack. */
export interface SlackConfig {
  readonly settings: Settings;
  readonly slack: SlackSettings;
  readonly people: People;
}
