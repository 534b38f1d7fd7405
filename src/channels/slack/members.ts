// People in Slack: their identity and roles.
import { emailOfSlackUser, findSlackUser, type People, rolesIn } from "../../policy/people.ts";
import { type Act, hasRoleFor, ROLE_OF, type Role } from "../../policy/roles.ts";
import type { ChannelConfig } from "../channel.ts";
import { hasBotToken, slackApi } from "./api.ts";
import type { Somebody } from "./blocks.ts";

/** A person in Slack, as far as Reeve knows them. */
export type SlackPerson = Awaited<ReturnType<typeof slackPerson>>;

/** A recorded email or name, as a message shows it. */
export const somebody = (known: string, { config: { people } }: ChannelConfig): Somebody => ({
  name: known,
  slack: findSlackUser(people, known),
});

/**
 * The person behind a Slack user. The settings come first: whoever may change an email in Slack must not become somebody
 * else.
 * @returns `email`: from `people` in `src/config.ts`, or else from Slack; `null` if neither says
 * @throws Problem if Slack can't be asked
 */
export async function slackPerson(id: string, { config, env }: ChannelConfig) {
  const known = emailOfSlackUser(config.people, id);
  if (!hasBotToken(env))
    return { id, email: known, name: known ?? id, timeZone: null, member: known !== null };
  const api = slackApi(env);
  const [{ name, email, timeZone, teams, ...user }, home] = await Promise.all([
    api.user(id),
    config.slack.teamId ?? api.ownTeam(),
  ]);
  // No guests, bots or others. Without a bot token, those in the settings are members.
  const member = user.member && teams.includes(home);
  return { id, email: known ?? (member ? email : null), name, timeZone, member };
}

export const needsRole = (act: Act): string =>
  `You need ${ROLE_OF[act] === null ? "a role" : `the role “${ROLE_OF[act]}”`}; an admin can add you in src/config.ts.`;

/** True if a Slack user has a role, or any if it is `null`: directly, by a group, or as a member with an email. @throws if Slack can't say */
export async function hasRole(id: string, role: Role | null, around: ChannelConfig): Promise<boolean> {
  const { people } = around.config;
  const gives = (isTheirs: (entry: People[number]) => boolean) => hasRoleFor(rolesIn(people, isTheirs), role);
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
