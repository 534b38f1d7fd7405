import type { Variables } from "../../env.ts";
import { emailOfSlackUser, type People, rolesIn, slackUserOf } from "../../policy/people.ts";
import { type Act, ROLE_OF, type Role } from "../../policy/roles.ts";
import { hasBotToken, slackApi } from "./api.ts";
import type { Somebody } from "./blocks.ts";
import type { SlackConfig } from "./settings.ts";

/** What the settings say of people in Slack. */
type PeopleInSlack = Pick<SlackConfig, "slack" | "people">;

/** Somebody in Slack, as far as Reeve knows them. */
export interface SlackPerson {
  readonly id: string;
  /** By `people` in `src/config.ts`, or else by Slack; `null` where neither says. */
  readonly email: string | null;
  readonly name: string;
  readonly timeZone: string | null;
  /** Whether they belong to the workspace: no guest, bot or somebody from another one. Without a bot token, whom the settings name. */
  readonly member: boolean;
}

/** Somebody on record, by their email or name, as a message names them: as themselves, where the settings know them. */
export const somebody = (known: string, { people }: Pick<SlackConfig, "people">): Somebody => ({
  name: known,
  slack: slackUserOf(people, known),
});

/**
 * Who a Slack user is. The settings come first: whoever may change an email in Slack shall not become somebody else.
 * @throws Problem where Slack can't be asked
 */
export async function slackPerson(
  id: string,
  { slack, people }: PeopleInSlack,
  env: Variables,
): Promise<SlackPerson> {
  const known = emailOfSlackUser(people, id);
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

/** The answer to somebody who lacks the role for something. */
export const needsRole = (act: Act): string =>
  `You need the role “${ROLE_OF[act]}”; an admin can add you in src/config.ts.`;

/**
 * Whether a Slack user has a role, by themselves, by a user group, or as one of all members whose email is known.
 * @throws Problem where Slack can't be asked
 */
export async function hasRole(
  id: string,
  role: Role,
  config: PeopleInSlack,
  env: Variables,
): Promise<boolean> {
  const { people } = config;
  const gives = (isTheirs: (entry: People[number]) => boolean) => rolesIn(people, isTheirs).has(role);
  if (gives(({ slack }) => slack === id)) return true;
  if (gives(({ everyone }) => everyone === "slack")) {
    const { member, email } = await slackPerson(id, config, env);
    if (member && email !== null) return true;
  }
  const groups = people.flatMap(({ slackGroup = [] }) => slackGroup);
  const giving = groups.filter((group) => gives(({ slackGroup }) => slackGroup === group));
  const members = await Promise.all(giving.map((group) => slackApi(env).groupMembers(group)));
  return members.some((ids) => ids.includes(id));
}
