// People in Slack: who somebody is, and which roles they have.
import { emailOfSlackUser, type People, rolesIn, slackUserOf } from "../../policy/people.ts";
import { type Act, ROLE_OF, type Role } from "../../policy/roles.ts";
import type { ChannelConfig } from "../channel.ts";
import { hasBotToken, slackApi } from "./api.ts";
import type { Somebody } from "./blocks.ts";

/** Somebody in Slack, as far as Reeve knows them. */
export interface SlackPerson {
  readonly id: string;
  /** By `people` in `src/config.ts`, or else by Slack; `null` if neither says. */
  readonly email: string | null;
  readonly name: string;
  readonly timeZone: string | null;
  /** True for members of the workspace: no guest or bot, nobody of another one. Without a bot token, for those in the settings. */
  readonly member: boolean;
}

/** Somebody on record, by their email or name, as a message names them. */
export const somebody = (known: string, { config: { people } }: ChannelConfig): Somebody => ({
  name: known,
  slack: slackUserOf(people, known),
});

/**
 * The person behind a Slack user. The settings come first: whoever may change an email in Slack shall not become
 * somebody else.
 * @throws Problem if Slack can't be asked
 */
export async function slackPerson(id: string, { config, env }: ChannelConfig): Promise<SlackPerson> {
  const known = emailOfSlackUser(config.people, id);
  if (!hasBotToken(env))
    return { id, email: known, name: known ?? id, timeZone: null, member: known !== null };
  const api = slackApi(env);
  const [{ name, email, timeZone, teams, ...user }, home] = await Promise.all([
    api.user(id),
    config.slack.teamId ?? api.ownTeam(),
  ]);
  const member = user.member && teams.includes(home);
  return { id, email: known ?? (member ? email : null), name, timeZone, member };
}

/** The answer to somebody who lacks the role for something. */
export const needsRole = (act: Act): string =>
  `You need the role “${ROLE_OF[act]}”; an admin can add you in src/config.ts.`;

/**
 * True if a Slack user has a role: by themselves, by a user group, or as one of all members whose email is known.
 * @throws Problem if Slack can't be asked
 */
export async function hasRole(id: string, role: Role, around: ChannelConfig): Promise<boolean> {
  const { people } = around.config;
  const gives = (isTheirs: (entry: People[number]) => boolean) => rolesIn(people, isTheirs).has(role);
  if (gives(({ slack }) => slack === id)) return true;
  if (gives(({ everyone }) => everyone === "slack")) {
    const { member, email } = await slackPerson(id, around);
    if (member && email !== null) return true;
  }
  const groups = people.flatMap(({ slackGroup = [] }) => slackGroup);
  const giving = groups.filter((group) => gives(({ slackGroup }) => slackGroup === group));
  const members = await Promise.all(giving.map((group) => slackApi(around.env).groupMembers(group)));
  return members.some((ids) => ids.includes(id));
}
