// The people, groups and programs that have roles: one list for all entry points.
import * as z from "zod";
import { ROLES, type Role, withImplied } from "./acts.ts";

const SlackUserId = z.string().regex(/^[UW][A-Z0-9]+$/, "must be a Slack user id, such as U012ABCDEF");
const SlackGroupId = z.string().regex(/^S[A-Z0-9]+$/, "must be a Slack user group id, such as S012ABCDEF");

/** The properties that can identify an entry's people. Each entry has exactly one of them. */
const WHO = ["email", "group", "slackGroup", "service", "everyone"] as const;

const RoleEntry = z
  .strictObject({
    /** A person, by the email of their governance user and sign-in. */
    email: z.email().optional(),
    /** The person's Slack user id. Without it, the roles of this entry don't apply in Slack. */
    slack: SlackUserId.optional(),
    /** The person's object id in Microsoft Entra, for Teams. Without it, Teams' own email identifies the person. */
    teams: z.guid("must be an object id, such as 00000000-0000-0000-0000-000000000000").optional(),
    /** Members of an identity provider's group, by the group's name. Access must pass on `groups`. */
    group: z.string().min(1).optional(),
    /** Members of a Slack user group, by the group's id. This needs the bot token. */
    slackGroup: SlackGroupId.optional(),
    /**
     * A program, by the client id of its Access service token. Apart from reading, it can only retry and resume runs,
     * set pauses, lift pauses of single automations, and turn agents off.
     */
    service: z.string().min(1).optional(),
    /**
     * `console`: everybody whom Access admits. `slack`: every workspace member with a known email, except guests.
     */
    everyone: z.enum(["console", "slack"]).optional(),
    /**
     * Roles of the entry's people: see docs/set-up/people.md#roles.
     * @default none: the entry only links the person's email to the Slack or Entra id
     */
    roles: z.array(z.enum(ROLES)).default([]),
  })
  .superRefine((entry, { addIssue }) => {
    const named = WHO.filter((who) => entry[who] !== undefined);
    if (named.length !== 1)
      addIssue(
        `must identify its people by one of ${WHO.join(", ")}${named.length > 1 ? `, not by ${named.join(" and ")}` : ""}`,
      );
    for (const id of ["slack", "teams"] as const)
      if (entry[id] !== undefined && entry.email === undefined)
        addIssue({ code: "custom", path: [id], message: "needs the email of the person with this id" });
  });
type RoleEntry = z.output<typeof RoleEntry>;

/** The people, groups and programs with roles. No email and no id of a person may appear twice. */
export const People = z.array(RoleEntry).superRefine((entries, { addIssue }) => {
  for (const member of ["email", "slack", "teams"] as const) {
    const values = entries.map((entry) => entry[member]?.toLowerCase());
    for (const [n, value] of values.entries())
      if (value !== undefined && values.indexOf(value) < n)
        addIssue({ code: "custom", path: [n, member], message: "appears twice in the list" });
  }
});
export type People = z.output<typeof People>;

/** Returns the roles of a person's entries, and the roles that those roles imply. */
export const rolesIn = (people: People, isTheirs: (entry: RoleEntry) => boolean): Set<Role> =>
  withImplied(people.filter(isTheirs).flatMap(({ roles }) => roles));

/** Lists the emails of the entries, in order. */
export const emailsIn = (people: People): string[] => people.flatMap(({ email }) => email ?? []);

/** Lists the emails of the entries that have the given role. */
export const listNamed = (people: People, role: Role): readonly string[] =>
  emailsIn(people.filter(({ roles }) => withImplied(roles).has(role)));

/**
 * Returns the emails of the people who have the given role, or `null` if a group or `everyone` has the role, because
 * the settings do not list their members. Services are not people.
 */
export function listHolders(people: People, role: Role): readonly string[] | null {
  const areKnown = people.every(
    ({ email, service, roles }) => (email ?? service) !== undefined || !withImplied(roles).has(role),
  );
  return areKnown ? listNamed(people, role) : null;
}

/** Returns the entry of a person by their email, or by their object id in Microsoft Entra, ignoring case. */
export const entryOf = (people: People, member: "email" | "teams", value: string) =>
  people.find((entry) => entry[member]?.toLowerCase() === value.toLowerCase());

/** Returns the email of a Slack user, or `null` if the list does not contain the user. */
export const emailOfSlackUser = (people: People, id: string): string | null =>
  people.find(({ slack }) => slack === id)?.email ?? null;

/** Returns the Slack user id of a person, or `null` if the list does not contain one. */
export const findSlackUser = (people: People, email: string): string | null =>
  entryOf(people, "email", email)?.slack ?? null;
