import type { Variables } from "../../env.ts";
import { hasBotToken, slackApi } from "../api.ts";
import type { SlackRole, SlackSettings } from "../settings.ts";

/** Somebody in Slack, as far as Reeve knows them. */
export interface SlackPerson {
  readonly id: string;
  /** By `users` in `src/config.ts`, or else by Slack; `null` where neither says. */
  readonly email: string | null;
  readonly name: string;
  readonly timeZone: string | null;
  /** Whether they belong to the workspace: no guest, bot or somebody from another one. Without a bot token, whom the settings name. */
  readonly member: boolean;
}

/**
 * Who a Slack user is. The settings come first: whoever may change an email in Slack shall not become somebody else.
 * @throws Problem where Slack can't be asked
 */
export async function slackPerson(id: string, slack: SlackSettings, env: Variables): Promise<SlackPerson> {
  const known = Object.hasOwn(slack.users, id) ? (slack.users[id] ?? null) : null;
  if (!hasBotToken(env))
    return { id, email: known, name: known ?? id, timeZone: null, member: known !== null };
  const api = slackApi(env);
  const [{ name, email, timeZone, teams, ...user }, home] = await Promise.all([
    api.user(id),
    slack.teamId ?? api.ownTeam(),
  ]);
  const member = user.member && teams.includes(home);
  return { id, email: known ?? (member ? email : null), name, timeZone, member };
}

/**
 * Whether a Slack user has a role, by themselves, by a user group, or as one of all members whose email is known.
 * @throws Problem where Slack can't be asked
 */
export async function hasRole(
  id: string,
  role: SlackRole,
  slack: SlackSettings,
  env: Variables,
): Promise<boolean> {
  const holders = slack.roles[role];
  if (holders.includes(id)) return true;
  if (holders.includes("*")) {
    const { member, email } = await slackPerson(id, slack, env);
    if (member && email !== null) return true;
  }
  const groups = holders.filter((holder) => holder.startsWith("S"));
  if (groups.length === 0) return false;
  const members = await Promise.all(groups.map((group) => slackApi(env).groupMembers(group)));
  return members.some((ids) => ids.includes(id));
}
