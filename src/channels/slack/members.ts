// People in Slack: their identity and roles.

import { Problem } from "../../base/problem.ts";
import { findRoleProblem, type Session } from "../../operate/person.ts";
import { type Act, findRole, type Role } from "../../policy/acts.ts";
import { emailOfSlackUser, rolesIn } from "../../policy/people.ts";
import type { BoundChannel, ChannelConfig } from "../channel.ts";
import { hasBotToken, slackApi } from "./api.ts";

/** A person in Slack, with the data that Reeve has about them. */
export type SlackPerson = Awaited<ReturnType<typeof slackPerson>>;

/**
 * Identifies the person behind a Slack account. The settings take precedence, so that a person who can change an email
 * in Slack can't act as another person.
 * @returns `email`: from `people` in `src/config.ts`, or else, for a member, from Slack; `null` if there is none
 * @throws Problem if a call to Slack fails
 */
export async function slackPerson(id: string, { config, env }: ChannelConfig) {
  const known = emailOfSlackUser(config.people, id);
  if (!hasBotToken(env)) return { id, email: known, name: known ?? id, member: known !== null };
  const api = slackApi(env);
  const [{ name, email, teams, ...user }, home] = await Promise.all([
    api.user(id),
    config.slack.teamId ?? api.ownTeam(),
  ]);
  // Exclude guests, bots and people from other workspaces. Without a bot token, the people in the settings are treated
  // as members.
  const member = user.member && teams.includes(home);
  return { id, email: known ?? (member ? email : null), name, member };
}

/**
 * Returns the email that identifies a Slack user in the audit trail.
 * @throws Problem `access_denied` if there is none
 */
export function requireEmail({ email, id }: SlackPerson): string {
  if (email) return email;
  throw new Problem(
    "access_denied",
    `Reeve can't match your Slack account (${id}) to a person. An admin can set the bot token, or add you to the setting people in src/config.ts.`,
  );
}

/**
 * Returns the session of a person who acts in Slack, for example requests a change or decides about a plan.
 * @param wanted The required role: Reeve queries Slack's user groups only if the settings do not give the role to the
 * user directly
 * @throws Problem `access_denied` if the person has no email; another problem if a call to Slack fails
 */
export async function slackSession(user: string, wanted: Role, around: BoundChannel): Promise<Session> {
  const known = emailOfSlackUser(around.config.people, user);
  const email = known ?? requireEmail(await slackPerson(user, around));
  const roles = await slackRoles(user, wanted, around);
  return { env: around.env, person: { email, roles, session: `slack:${user}`, people: null } };
}

/**
 * Returns the reason why a person in Slack may not perform an act, such as an unknown email, or `null` if they may.
 * @throws Problem if a call to Slack fails
 */
export async function refuseInSlack(user: string, act: Act, around: BoundChannel): Promise<string | null> {
  try {
    const { person } = await slackSession(user, findRole(act) ?? "viewer", around);
    return findRoleProblem(person, act)?.message ?? null;
  } catch (error) {
    if (error instanceof Problem && error.code === "access_denied") return error.message;
    throw error;
  }
}

/**
 * Returns the roles of a Slack user. The settings give a role to the user directly, to a group, or to every member with
 * an email. Returns only the directly given roles if `wanted` is one of them.
 */
async function slackRoles(id: string, wanted: Role, around: ChannelConfig): Promise<ReadonlySet<Role>> {
  const { people } = around.config;
  const direct = rolesIn(people, ({ slack }) => slack === id);
  if (direct.has(wanted)) return direct;
  const groups = [...new Set(people.flatMap(({ slackGroup = [] }) => slackGroup))];
  const { member, email } = await slackPerson(id, around);
  const members = await Promise.all(groups.map((group) => slackApi(around.env).groupMembers(group)));
  const own = groups.filter((_, n) => members[n]?.includes(id));
  return rolesIn(
    people,
    ({ slack, slackGroup, everyone }) =>
      slack === id ||
      (everyone === "slack" && member && email !== null) ||
      (slackGroup !== undefined && own.includes(slackGroup)),
  );
}
