// Says which role each act takes: one table for Slack, the console and the API.

/**
 * `viewer` reads; `requester` asks for changes in Slack; `operator` resumes, cancels, reviews, tries again, replays and
 * pauses; `approver` approves and denies; `admin` switches dry runs, lifts a pause of everything, and may do all of it.
 */
export const ROLES = ["viewer", "requester", "operator", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Roles with those that they imply: an admin has every role, and whoever has a role may read. */
export function withImplied(given: readonly Role[]): Set<Role> {
  if (given.includes("admin")) return new Set(ROLES);
  return new Set(given.length > 0 ? ["viewer", ...given] : []);
}

/**
 * What policy and the gate ask for comes on top. Stopping is safe, so whoever runs Reeve may stop anything; what lets
 * everything go on, or changes what plans come to, is for an admin.
 */
export const ROLE_OF = {
  read: "viewer",
  /** Asking for a change, in Slack. */
  ask: "requester",
  // Only who asked for it can: the gate sees to that.
  confirmed: "viewer",
  approved: "approver",
  rejected: "approver",
  resumed: "operator",
  cancelled: "operator",
  retried: "operator",
  hastened: "operator",
  reviewed: "operator",
  /** Closing a task: the gate asks for more of who says that it is done. */
  completed: "operator",
  replay: "operator",
  /** Running a scheduled automation now. */
  due: "operator",
  inventory: "operator",
  pause: "operator",
  pauseEverything: "operator",
  lift: "operator",
  liftEverything: "admin",
  dryRun: "admin",
} as const satisfies Readonly<Record<string, Role>>;
export type Act = keyof typeof ROLE_OF;

/** The act of pausing, or of lifting a pause. @param automation `null` for everything */
export function pauseAct(how: "pause" | "resume", automation: string | null): Act {
  if (how === "pause") return automation === null ? "pauseEverything" : "pause";
  return automation === null ? "liftEverything" : "lift";
}
