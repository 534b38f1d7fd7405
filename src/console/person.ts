// Who somebody is at the console and the API, and whether they have the role for an act.
import { Problem } from "../base/problem.ts";
import { type People, rolesIn } from "../policy/people.ts";
import { type Act, ROLE_OF, type Role } from "../policy/roles.ts";

/** Whom a request was let in for, by whoever let it in. */
export interface Person {
  /** A verified email, or nothing where the sign-in names nobody (an Access service token). */
  readonly email: string;
  readonly roles: ReadonlySet<Role>;
  /** What changes with each sign-in: tokens of forms hold for one. */
  readonly session: string;
  /** The local stack, which asks nobody to sign in: whom one may act as there. `null` on a deployment. */
  readonly people: readonly string[] | null;
}

/** Where the local stack's form goes that says whom one acts as, and the cookie that remembers it. */
export const ACT_AS_PATH = "/act-as";
export const ACT_AS_COOKIE = "reeve-act-as";

/** Set by whoever lets a request in. */
export interface Signed {
  readonly person: Person;
}

/** What a verified sign-in says of somebody. */
export interface Claims {
  readonly email: string | null;
  readonly groups: readonly string[];
  /** Client id of a service token. */
  readonly service: string | null;
}

/** The roles that the settings give somebody at the console. */
export const rolesOf = ({ email, groups, service }: Claims, people: People): Set<Role> =>
  // Each kind by itself: an email that reads like a group is none.
  rolesIn(
    people,
    (entry) =>
      entry.everyone === "console" ||
      (entry.group !== undefined && groups.includes(entry.group)) ||
      (entry.service !== undefined && entry.service === service) ||
      (entry.email !== undefined && entry.email.toLowerCase() === email?.toLowerCase()),
  );

/** @throws Problem `role_missing` where somebody has not the role that this takes */
export function requireRole({ email, roles }: Pick<Person, "email" | "roles">, role: Role): void {
  if (roles.has(role)) return;
  const who = email || "this sign-in";
  throw new Problem(
    "role_missing",
    roles.size === 0
      ? `${who} has no role here; an admin can add one in src/config.ts, people`
      : `${who} lacks the role ${role}; an admin can add it in src/config.ts, people`,
  );
}

/** @throws Problem where a sign-in names nobody who could have decided, or somebody without the role for it */
export function requireMay(person: Pick<Person, "email" | "roles">, act: Act): void {
  if (!person.email)
    throw new Problem("access_denied", "this sign-in names no person, so it can't decide anything");
  requireRole(person, ROLE_OF[act]);
}

/** Why {@link requireMay} refuses somebody; `null` where it does not. */
export function whyMayNot(person: Pick<Person, "email" | "roles">, act: Act): string | null {
  try {
    requireMay(person, act);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** Whether somebody has the role for it: what they are shown goes by this, what they may do by {@link requireMay}. */
export const mayDo = ({ roles }: Pick<Person, "roles">, act: Act): boolean => roles.has(ROLE_OF[act]);
