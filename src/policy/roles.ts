// The role that each act needs: one table for Slack, the console and the API.

/**
 * `viewer` reads; `requester` asks for changes in Slack, and to undo them; `operator` resumes, cancels, reviews, tries again, puts away,
 * replays and pauses; `approver` approves and denies; `admin` switches dry runs, lifts a pause of everything, and may do all of it.
 */
export const ROLES = ["viewer", "requester", "operator", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Roles with those that they imply: an admin has every role, and every role includes reading. */
export function withImplied(given: readonly Role[]): Set<Role> {
  if (given.includes("admin")) return new Set(ROLES);
  return new Set(given.length > 0 ? ["viewer", ...given] : []);
}

/**
 * Policy and gate may ask for more. Stopping is safe, so operators may stop anything; letting everything go on, or
 * changing what plans do, takes an admin.
 */
export const ROLE_OF = {
  read: "viewer",
  /** Asking for a change, in Slack; or to undo one, in the console. */
  ask: "requester",
  // The gate allows it only to the requester.
  confirmed: "viewer",
  // Or somebody whom a stage of the approval names: see {@link actFor}.
  approved: "approver",
  rejected: "approver",
  resumed: "operator",
  cancelled: "operator",
  // The gate allows it only to the requester.
  taken_back: "requester",
  retried: "operator",
  hastened: "operator",
  handled: "operator",
  reviewed: "operator",
  /** The gate asks for more when a task is reported as done. */
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
} as const satisfies Readonly<Record<string, Role>>;
export type Act = keyof typeof ROLE_OF;

/** The act whose role a decision takes beforehand. @param byName True if the approval may ask for people by name: the gate knows whom */
export const actFor = (decision: Act, byName = true): Act =>
  byName && (decision === "approved" || decision === "rejected") ? "read" : decision;

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
