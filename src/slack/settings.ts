import * as z from "zod";
import type { Settings } from "../automations/settings.ts";
import type { People } from "../policy/people.ts";

const ChannelId = z.string().regex(/^[CGD][A-Z0-9]+$/, "a Slack channel id looks like C012ABCDEF");

/** What Reeve does in Slack. Unknown members are errors, so that a misspelt one is noticed at once. */
export const SlackSettings = z.strictObject({
  appId: z
    .string()
    .regex(/^A[A-Z0-9]+$/, "an app id looks like A012ABCDEF")
    .optional()
    .describe(
      "The app's id: a request of another app is refused. Default: any app that has the signing secret.",
    ),
  teamId: z
    .string()
    .regex(/^T[A-Z0-9]+$/, "a workspace's id looks like T012ABCDEF")
    .optional()
    .describe(
      "The workspace: a request from another one, where the app is installed too, is refused. Default: any.",
    ),
  approvalsChannel: ChannelId.optional().describe(
    "The channel that plans which need an approval are shown in. Default: nowhere: the console has them.",
  ),
  noticesChannel: ChannelId.optional().describe(
    "The channel that is told of failures, holds and reviews, of all runs. Default: nowhere.",
  ),
});
export type SlackSettings = z.output<typeof SlackSettings>;

/** What Reeve works by in Slack. */
export interface SlackConfig {
  readonly settings: Settings;
  readonly slack: SlackSettings;
  readonly people: People;
}
