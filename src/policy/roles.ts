// The role that each act needs: one table for Slack, the console and the API.

/**
 * `viewer` reads the record; `requester` asks for changes, and to undo them, and reads their own requests alone; `operator` resumes, cancels, reviews, tries again, puts away,
 * replays and pauses; `approver` approves and denies; `admin` switches dry runs, lifts a pause of everything, and may do all of it.
 */
export const ROLES = ["viewer", "requester", "operator", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Roles with those that they imply: an admin has every role, and every role but `requester` includes reading. */
export function withImplied(given: readonly Role[]): Set<Role> {
  if (given.includes("admin")) return new Set(ROLES);
  return new Set(given.some((role) => role !== "requester") ? ["viewer", ...given] : given);
}

/**
 * Policy and gate may ask for more. Stopping is safe, so operators may stop anything; letting everything go on, or
 * changing what plans do, takes an admin.
 */
export const ROLE_OF = {
  read: "viewer",
  /** Being let in with any role, to what is one's own: the gate says what that is. */
  own: null,
  /** Asking for a change, in Slack; or to undo one, in the console. */
  ask: "requester",
  // The gate allows it only to the requester.
  confirmed: null,
  // Or somebody whom a stage of the approval names; `completed` also takes an owner of the follow-up: see {@link actFor}.
  approved: "approver",
  rejected: "approver",
  // Whoever may discuss the run: the gate asks about the other person.
  reassigned: null,
  resumed: "operator",
  cancelled: "operator",
  // The gate allows it only to the requester.
  taken_back: "requester",
  retried: "operator",
  hastened: "operator",
  handled: "operator",
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
  /** Reading all that is held about a person, and erasing it. */
  personData: "admin",
} as const satisfies Readonly<Record<string, Role | null>>;
export type Act = keyof typeof ROLE_OF;

/** True if a person with these roles has the one for an act; `null` takes any. */
export const hasRoleFor = (roles: ReadonlySet<Role>, role: Role | null): boolean =>
  role === null ? roles.size > 0 : roles.has(role);

/** The act whose role a decision takes beforehand. @param byName True if it may be for people by name: the gate knows whom */
export const actFor = (decision: Act, byName = true): Act =>
  byName && ["approved", "rejected", "completed"].includes(decision) ? "own" : decision;

/** Name of an Access service token as a decider. No email is like it. @param clientId Its own */
export const serviceName = (clientId: string): string => `service:${clientId.replaceAll("@", "")}`;
export const isService = (by: string): boolean => by.startsWith("service:") && !by.includes("@");

/** Acts of a sign-in that names no person: an Access service token may retry, resume and pause, and decides nothing else. */
export const SERVICE_ACTS: readonly Act[] = [
  "retried",
  "hastened",
  "resumed",
  "pause",
  "pauseEverything",
  "lift",
];

/** The act of pausing, or of lifting a pause. @param automation `null` for everything */
export function pauseAct(how: "pause" | "resume", automation: string | null): Act {
  if (how === "pause") return automation === null ? "pauseEverything" : "pause";
  return automation === null ? "liftEverything" : "lift";
}
