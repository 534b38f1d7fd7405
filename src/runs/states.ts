// The states of events and runs, and their meaning. The desk, the ledger, the channels, the console and the command
// line use this file to determine whether a run has ended, whom it waits for and how it is displayed.

/** States of a recorded event. */
export const EVENT_STATES = ["taken", "ignored", "rejected"] as const;

interface StateOfRun {
  /** True if the run has ended. A failed run can still be retried from the ledger. */
  readonly over: boolean;
  /** The time or person that the run waits for; `null` if it has ended or continues by itself. */
  readonly waitsFor: "time" | "requester" | "approver" | "operator" | null;
  /** When a newer event's plan may replace the run: never, always, or until its first call is sent. */
  readonly replaceable: "never" | "always" | "until_begun";
  /** True if lists include the state by default. */
  readonly listed: boolean;
  readonly words: string;
  /** The state's colour: done, failed, waiting for a person, in progress, or no action needed. */
  readonly tone: "good" | "bad" | "wait" | "go" | "quiet";
  /**
   * Title of the message that notifies the requester of this state. If it is `null`, the requester gets no message,
   * except about a confirmation or an approval, whose titles are set elsewhere.
   */
  readonly outcome: string | null;
  /** Title of the message to operators when a run enters this state, or `null` if no message is sent. */
  readonly alert: string | null;
}

const usual = { waitsFor: null, replaceable: "never", listed: true, outcome: null, alert: null } as const;
const goesOn = { ...usual, over: false, tone: "go" } as const;
const ended = { ...usual, over: true, tone: "quiet" } as const;
const waits = { ...usual, over: false, replaceable: "always", tone: "wait" } as const;

export const RUN_STATE = {
  planning: { ...goesOn, words: "planning" },
  scheduled: { ...waits, waitsFor: "time", words: "scheduled", tone: "go" },
  awaiting_confirmation: { ...waits, waitsFor: "requester", words: "waits for confirmation" },
  awaiting_approval: {
    ...waits,
    waitsFor: "approver",
    replaceable: "until_begun",
    words: "waits for approval",
  },
  held: {
    ...waits,
    waitsFor: "operator",
    replaceable: "until_begun",
    words: "held over budget",
    outcome: "On hold",
    alert: "A run is on hold",
  },
  acting: { ...goesOn, words: "acting" },
  needs_review: {
    ...waits,
    waitsFor: "operator",
    replaceable: "never",
    words: "needs review",
    outcome: "An operator must review it",
    alert: "A run needs a review",
  },
  awaiting_follow_up: {
    ...waits,
    waitsFor: "operator",
    replaceable: "until_begun",
    words: "waits for a follow-up",
    outcome: "A person must do the rest",
    alert: "A follow-up is open",
  },
  done: { ...ended, words: "done", tone: "good", outcome: "Done" },
  ignored: { ...ended, words: "ignored", listed: false, outcome: "There was nothing to do" },
  failed: { ...ended, words: "failed", tone: "bad", outcome: "Failed", alert: "A run failed" },
  rejected: { ...ended, words: "denied", outcome: "Denied" },
  not_done: { ...ended, words: "follow-up not done", outcome: "Reported as not done" },
  dismissed: { ...ended, words: "dismissed" },
  expired: { ...ended, words: "expired", outcome: "Expired" },
  cancelled: { ...ended, words: "cancelled", outcome: "Cancelled" },
  dry_run: { ...ended, words: "dry run", outcome: "Only planned: this is a dry run" },
} as const satisfies Readonly<Record<string, StateOfRun>>;

export type RunState = keyof typeof RUN_STATE;

type StateWith<Member extends keyof StateOfRun, Value> = {
  [State in RunState]: (typeof RUN_STATE)[State][Member] extends Value ? State : never;
}[RunState];
export type NeedingState = StateWith<"waitsFor", "approver" | "operator">;
type EndedState = StateWith<"over", true>;
export type AlertingState = StateWith<"alert", string>;
export type NotifiedState = StateWith<"outcome", string>;

export const RUN_STATES = Object.keys(RUN_STATE) as [RunState, ...RunState[]];

/** States of the runs that lists leave out by default. */
export const UNLISTED_RUN_STATES = RUN_STATES.filter((state) => !RUN_STATE[state].listed);
/** States of runs that have ended. */
export const FINISHED_RUN_STATES = RUN_STATES.filter((state) => RUN_STATE[state].over);
/** States of runs that are in progress, or wait for a time or a person. */
export const OPEN_RUN_STATES = RUN_STATES.filter((state) => !RUN_STATE[state].over);
/** States in which a run waits for an approver or an operator, in the order of {@link RUN_STATE}. */
export const NEEDING_RUN_STATES = RUN_STATES.filter(
  (state): state is NeedingState =>
    RUN_STATE[state].waitsFor === "approver" || RUN_STATE[state].waitsFor === "operator",
);

/** Groups of run states, for charts and lists. Each group has the listed states of one tone. */
export const RUN_GROUP = {
  done: { words: "done", tone: "good" },
  not_carried_out: { words: "not carried out", tone: "quiet" },
  in_progress: { words: "in progress", tone: "go" },
  waiting: { words: "waiting for a person", tone: "wait" },
  failed: { words: "failed", tone: "bad" },
} as const satisfies Readonly<Record<string, Pick<StateOfRun, "words" | "tone">>>;
export type RunGroup = keyof typeof RUN_GROUP;
export const RUN_GROUPS = Object.keys(RUN_GROUP) as [RunGroup, ...RunGroup[]];

/** Returns the states that the name of a state or group refers to. */
export function statesIn(wanted: string): readonly RunState[] {
  const group = RUN_GROUPS.find((name) => name === wanted);
  const tone = group && RUN_GROUP[group].tone;
  return RUN_STATES.filter(
    (state) => state === wanted || (RUN_STATE[state].listed && RUN_STATE[state].tone === tone),
  );
}

export const hasEnded = (state: RunState): state is EndedState => RUN_STATE[state].over;

export const isUnderWay = (state: RunState): boolean =>
  !RUN_STATE[state].over && RUN_STATE[state].waitsFor === null;

/**
 * Returns true if every plan in this state expires without a decision. A held plan expires only if it must begin by a
 * given time.
 */
export const canExpire = (state: RunState): boolean =>
  RUN_STATE[state].waitsFor === "requester" || RUN_STATE[state].waitsFor === "approver";

export const isNotified = (state: RunState): state is NotifiedState => RUN_STATE[state].outcome !== null;

export const isAlerting = (state: RunState): state is AlertingState => RUN_STATE[state].alert !== null;
