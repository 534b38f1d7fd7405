/** States of an event, as they are recorded. */
export const EVENT_STATES = ["taken", "ignored", "rejected"] as const;

/** States in which a run is over: nothing moves it any more. */
export const FINISHED_RUN_STATES = ["done", "failed", "rejected", "expired", "cancelled", "dry_run"] as const;

/** States in which a run still goes on, or waits for a time or a person. */
const OPEN_RUN_STATES = [
  "planning",
  "scheduled",
  "awaiting_confirmation",
  "awaiting_approval",
  "held",
  "acting",
  "needs_review",
] as const;

/** Every state of a run. */
export const RUN_STATES = [...OPEN_RUN_STATES, ...FINISHED_RUN_STATES] as const;
