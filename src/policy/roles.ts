// The role that each act needs, in one table for Slack, the console and the API.

/**
 * `viewer` reads the ledger; `requester` requests changes and their undoing, and reads only their own requests;
 * `operator` resumes, cancels, reviews, retries, dismisses, replays and pauses; `approver` approves and denies; `admin`
 * switches dry runs, lifts a pause of everything, and has all other roles.
 */
export const ROLES = ["viewer", "requester", "operator", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Adds the roles that the given ones imply: an admin has every role, and every role except `requester` includes
 * `viewer`.
 */
export function withImplied(given: readonly Role[]): Set<Role> {
  if (given.includes("admin")) return new Set(ROLES);
  return new Set(given.some((role) => role !== "requester") ? ["viewer", ...given] : given);
}

/**
 * The role that each act requires. The policy and the gate can set further requirements. Stopping is safe, so operators
 * may stop anything. Resuming everything, or changing whether plans are carried out, needs an admin.
 */
export const ROLE_OF = {
  read: "viewer",
  /** Access with any role to the person's own runs, as determined by the gate. */
  own: null,
  /** Requesting a change, or requesting to undo one. */
  ask: "requester",
  // The gate allows this decision only to the requester.
  confirmed: null,
  // An approval stage can also allow this decision to people by name, and a follow-up allows `completed` to its owners:
  // see {@link actFor}.
  approved: "approver",
  rejected: "approver",
  // Everybody who may discuss the run may make this decision: the gate checks the person who is asked to approve.
  reassigned: null,
  resumed: "operator",
  cancelled: "operator",
  // The gate allows this decision only to the requester.
  withdrawn: "requester",
  retried: "operator",
  skipped: "operator",
  retried_now: "operator",
  dismissed: "operator",
  reviewed: "operator",
  completed: "operator",
  replay: "operator",
  due: "operator",
  inventory: "operator",
  checkpoint: "operator",
  tryNotices: "operator",
  pause: "operator",
  pauseEverything: "operator",
  lift: "operator",
  liftEverything: "admin",
  dryRun: "admin",
  /** Reading all data stored about a person, and erasing it. */
  personData: "admin",
} as const satisfies Readonly<Record<string, Role | null>>;
export type Act = keyof typeof ROLE_OF;

/** Returns true if a person with these roles has the given one, or has any role if `role` is `null`. */
export const hasRoleFor = (roles: ReadonlySet<Role>, role: Role | null): boolean =>
  role === null ? roles.size > 0 : roles.has(role);

/**
 * Returns the act whose role a decision needs before the gate checks it.
 * @param byName True if the gate may also allow people by name
 */
export const actFor = (decision: Act, byName = true): Act =>
  byName && ["approved", "rejected", "completed"].includes(decision) ? "own" : decision;

/**
 * Returns the name of an Access service token as a decider. It contains no `@`, so it can't be an email.
 * @param clientId The token's client id
 */
export const serviceName = (clientId: string): string => `service:${clientId.replaceAll("@", "")}`;
export const isService = (by: string): boolean => by.startsWith("service:") && !by.includes("@");

/** The acts allowed to an Access service token, which identifies no person: retrying, resuming and pausing. */
export const SERVICE_ACTS: readonly Act[] = [
  "retried",
  "retried_now",
  "resumed",
  "pause",
  "pauseEverything",
  "lift",
];

/**
 * Returns the act of pausing or of lifting a pause. @param automation Name of the automation, or `null` for everything
 */
export function pauseAct(how: "pause" | "resume", automation: string | null): Act {
  if (how === "pause") return automation === null ? "pauseEverything" : "pause";
  return automation === null ? "liftEverything" : "lift";
}
