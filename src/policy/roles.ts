// Says which role each act takes: one table for Slack, the console and the API.

export type Role = "viewer" | "requester" | "operator" | "approver" | "admin";

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

/** What pausing, or lifting a pause, is. @param automation `null` for everything */
export function pauseAct(how: "pause" | "resume", automation: string | null): Act {
  if (how === "pause") return automation === null ? "pauseEverything" : "pause";
  return automation === null ? "liftEverything" : "lift";
}
