// The person who makes a request at an entry point, and the checks of their roles.

import { Problem } from "../base/problem.ts";
import type { Env } from "../env.ts";
import type { Settings } from "../kit/settings.ts";
import { type Act, findRole, hasRoleFor, mayService, type Role, serviceName } from "../policy/acts.ts";
import { type People, rolesIn } from "../policy/people.ts";
import type { Policy } from "../policy/policy.ts";
import type { CheckedConfig } from "./checks.ts";

export interface Person {
  /** A verified email, or an empty string if the sign-in identifies no person (an Access service token). */
  readonly email: string;
  /** Client id of the Access service token that signed in. Absent or `null` if a person signed in. */
  readonly service?: string | null;
  readonly roles: ReadonlySet<Role>;
  /**
   * A value that changes with each sign-in through Access. The tokens of forms are bound to it, which prevents
   * cross-site request forgery.
   */
  readonly session: string;
  /** People that a user of the local stack, which requires no sign-in, can act as; `null` on a deployment. */
  readonly people: readonly Pick<Person, "email" | "roles">[] | null;
}

/** Path to which the local stack's form "Act as" is sent. */
export const ACT_AS_PATH = "/act-as";
/** Name of the cookie that contains the choice made in the form "Act as". */
export const ACT_AS_COOKIE = "reeve-act-as";

/** The signed-in person of a request, as set by the entry point that admits the request. */
export interface Signed {
  readonly person: Person;
}

/** A signed-in person, and the bindings that carry out their requests. */
export interface Session extends Signed {
  readonly env: Env;
}

/** A session with the configuration that applies to its requests. */
export interface RuledSession extends Session {
  readonly config: CheckedConfig;
}
/** A session with the settings that apply to requests for changes. */
export interface AskingSession extends Session {
  readonly config: { readonly settings: Settings; readonly policy: Pick<Policy, "dryRun"> };
}

/** Claims of a verified sign-in. */
export interface Claims {
  readonly email: string | null;
  readonly groups: readonly string[];
  /** Client id of the service token, or `null` if a person signed in. */
  readonly service: string | null;
}

/** Returns the roles that the settings give the person or service of a verified sign-in. */
export const findRoles = ({ email, groups, service }: Claims, people: People): Set<Role> =>
  // Each kind of identity is compared separately, so that an email that looks like a group does not match one.
  rolesIn(
    people,
    (entry) =>
      entry.everyone === "console" ||
      (entry.group !== undefined && groups.includes(entry.group)) ||
      (entry.service !== undefined && entry.service === service) ||
      (entry.email !== undefined && entry.email.toLowerCase() === email?.toLowerCase()),
  );

/**
 * Requires the role for an act, whether or not the sign-in identifies a person.
 * @throws Problem `role_missing` if the role is missing
 */
export function requireRole(person: Pick<Person, "email" | "roles">, act: Act): void {
  if (!isAllowed(person, act)) throw roleMissing(person, findRole(act));
}

function roleMissing({ email }: Pick<Person, "email">, role: Role | null): Problem {
  const lacks = role === null ? "a role" : `the role “${role}”`;
  return new Problem(
    "role_missing",
    `You need ${lacks}; an admin can assign it to ${email || "this sign-in"} in the setting people in src/config.ts.`,
  );
}

type Signing = Pick<Person, "email" | "service" | "roles">;

/**
 * Returns the name under which a decision is recorded: an email, the name of a service, or an empty string if the
 * sign-in identifies neither.
 */
export const deciderName = ({ email, service }: Signing): string =>
  email || (service ? serviceName(service) : "");

/** Returns the properties of a person's decisions that identify the person, with the roles that the gate checks. */
export const asDecider = (person: Signing) => ({
  by: deciderName(person),
  isApprover: person.roles.has("approver"),
  isOperator: person.roles.has("operator"),
});

/**
 * Returns the problem that prevents a sign-in from acting, or `null` if the sign-in may act. The problem is a missing
 * role, or that the sign-in identifies neither a person nor a service that may act.
 */
export function findRoleProblem(person: Signing, act: Act): Problem | null {
  if (!person.email && !(person.service && mayService(act)))
    return new Problem("access_denied", "this sign-in identifies no person, so it can't decide anything");
  return isAllowed(person, act) ? null : roleMissing(person, findRole(act));
}

/** Requires that the person may perform an act. @throws the problem that {@link findRoleProblem} returns */
export function requireRoleFor(person: Signing, act: Act): void {
  const problem = findRoleProblem(person, act);
  if (problem) throw problem;
}

/**
 * Returns true if the person has the role for an act. Unlike {@link findRoleProblem}, does not check that the sign-in
 * identifies a person or a service that may act.
 */
export const isAllowed = ({ roles }: Pick<Person, "roles">, act: Act): boolean =>
  hasRoleFor(roles, findRole(act));
