import * as z from "zod";
import type { Settings } from "../automations/settings.ts";
import type { Role } from "../policy/roles.ts";

const UserId = z.string().regex(/^[UW][A-Z0-9]+$/, "a Slack user id looks like U012ABCDEF");
const GroupId = z.string().regex(/^S[A-Z0-9]+$/, "a Slack user group id looks like S012ABCDEF");
const ChannelId = z.string().regex(/^[CGD][A-Z0-9]+$/, "a Slack channel id looks like C012ABCDEF");

/**
 * Who has a role: users and user groups by id, or "*" for every member of the workspace whose email is known; never a
 * guest, or somebody of another workspace.
 */
const Holders = z.array(z.union([UserId, GroupId, z.literal("*")]));

/** What Reeve does in Slack. Unknown members are errors, so that a misspelt one is noticed at once. */
export const SlackSettings = z.strictObject({
  /** The app's id: a request of another app is refused. @default any app that has the signing secret */
  appId: z
    .string()
    .regex(/^A[A-Z0-9]+$/, "an app id looks like A012ABCDEF")
    .optional(),
  /** The workspace: a request from another one, where the app is installed too, is refused. @default any */
  teamId: z
    .string()
    .regex(/^T[A-Z0-9]+$/, "a workspace's id looks like T012ABCDEF")
    .optional(),
  /** The channel that plans which need an approval are shown in. @default nowhere: the console has them */
  approvalsChannel: ChannelId.optional(),
  /** The channel that is told of failures, holds and reviews, of all runs. @default nowhere */
  noticesChannel: ChannelId.optional(),
  /** Emails of Slack users, where there is no bot token that could ask for them. */
  users: z.record(UserId, z.email()).default({}),
  /**
   * `viewer` reads, `requester` asks for changes, `approver` approves others' plans, `operator` pauses and resumes.
   * An approver's email also has to be among `policy.approvers`, where those are named. @default nobody
   */
  roles: z
    .strictObject({
      viewer: Holders.default([]),
      requester: Holders.default([]),
      approver: Holders.default([]),
      operator: Holders.default([]),
    } satisfies Record<SlackRole, unknown>)
    .prefault({}),
});
export type SlackSettings = z.output<typeof SlackSettings>;

/** What Reeve works by in Slack. */
export interface SlackConfig {
  readonly settings: Settings;
  readonly slack: SlackSettings;
}

/** What somebody may do in Slack. Each is given by itself. */
export type SlackRole = Exclude<Role, "admin">;
