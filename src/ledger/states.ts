// What each state of an event and of a run means. Whoever asks whether a run is over, whom it waits for, or what people
// call it reads it here: desk, ledger, Slack, console and command line.

/** States of an event, as they are recorded. */
export const EVENT_STATES = ["taken", "ignored", "rejected"] as const;

/** What a state of a run means. */
interface StateOfRun {
  /** Whether nothing moves it any more. A failed run can be tried again, from the record. */
  readonly over: boolean;
  /** What it waits for; `null` where it is over, or goes on by itself. */
  readonly waitsFor: "time" | "requester" | "approver" | "operator" | null;
  /** Whether a newer event's plan takes its place: never, always, or until its first call has left. */
  readonly replaceable: "never" | "always" | "until_begun";
  /** Whether a list of runs shows it unasked. */
  readonly listed: boolean;
  /** What people call it. */
  readonly words: string;
  /** The colour it has: it went well, went wrong, waits for somebody, goes on, or needs nobody. */
  readonly tone: "good" | "bad" | "wait" | "go" | "quiet";
  /** The news to the requester when a run comes here; `null` where there is none yet. */
  readonly outcome: string | null;
  /** The news to operators when a run comes here; `null` where there is none. */
  readonly alert: string | null;
}

const goesOn = {
  over: false,
  waitsFor: null,
  replaceable: "never",
  listed: true,
  tone: "go",
  outcome: null,
  alert: null,
} as const;
const ended = {
  over: true,
  waitsFor: null,
  replaceable: "never",
  listed: true,
  tone: "quiet",
  alert: null,
} as const;
const waits = {
  over: false,
  replaceable: "always",
  listed: true,
  tone: "wait",
  outcome: null,
  alert: null,
} as const;

/** Every state of a run, in the order that people read them in. */
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
    outcome: "It is on hold: it would exceed a budget.",
    alert: "A run is on hold",
  },
  acting: { ...goesOn, words: "acting" },
  needs_review: {
    ...waits,
    waitsFor: "operator",
    replaceable: "never",
    words: "needs review",
    outcome: "It needs a review: nobody knows whether a call was carried out.",
    alert: "A run needs a review",
  },
  awaiting_task: {
    ...waits,
    waitsFor: "operator",
    replaceable: "until_begun",
    words: "waits for a task",
    outcome: "The rest is for a person to do: the API can't.",
    alert: "A task for a person",
  },
  done: { ...ended, words: "done", tone: "good", outcome: "Done." },
  ignored: { ...ended, words: "ignored", listed: false, outcome: "There was nothing to do." },
  failed: { ...ended, words: "failed", tone: "bad", outcome: "It failed.", alert: "A run failed" },
  rejected: { ...ended, words: "rejected", outcome: "It was not approved." },
  not_done: { ...ended, words: "task not done", outcome: "A person reported it as not done." },
  expired: { ...ended, words: "expired", outcome: "It was not approved in time." },
  cancelled: { ...ended, words: "cancelled", outcome: "It was cancelled." },
  dry_run: { ...ended, words: "dry run", outcome: "It was only planned: this is a dry run." },
} as const satisfies Readonly<Record<string, StateOfRun>>;

/**
 * Where a run stands. `planning` and `acting` go on by themselves; `scheduled` waits for a time; `awaiting_confirmation`
 * for who asked; `awaiting_approval`, `held`, `needs_review` and `awaiting_task` for somebody else; the others are final.
 */
export type RunState = keyof typeof RUN_STATE;

type StateWith<Member extends keyof StateOfRun, Value> = {
  [State in RunState]: (typeof RUN_STATE)[State][Member] extends Value ? State : never;
}[RunState];
/** A state that waits for a person other than who asked. */
export type NeedingState = StateWith<"waitsFor", "approver" | "operator">;
/** A state that operators are notified of. */
export type AlertingState = StateWith<"alert", string>;
/** A state that the requester is notified of. */
export type ToldState = StateWith<"outcome", string>;

export const RUN_STATES = Object.keys(RUN_STATE) as [RunState, ...RunState[]];

const statesThat = (hold: (state: StateOfRun) => boolean): readonly RunState[] =>
  RUN_STATES.filter((state) => hold(RUN_STATE[state]));

/** States of the runs that a list leaves out unless it is asked for them. */
export const UNLISTED_RUN_STATES = statesThat(({ listed }) => !listed);
/** States in which a run is over. */
export const FINISHED_RUN_STATES = statesThat(({ over }) => over);
/** States in which a run goes on, or waits for a time or a person. */
export const OPEN_RUN_STATES = statesThat(({ over }) => !over);
/** States in which a run waits for a person other than who asked, the most urgent first. */
export const NEEDING_RUN_STATES = statesThat(
  ({ waitsFor }) => waitsFor === "approver" || waitsFor === "operator",
) as readonly NeedingState[];

/** States in which nearly all runs end. The ledger's index by state leaves them out: they are found along the list. */
const COMMON: readonly string[] = ["done", "ignored"];
/** Whether runs in this state are found by the index by state, where SQL says {@link RARE} as well. */
export const isRare = (state: string): boolean => !COMMON.includes(state);
/** What SQL says that asks for runs in rare states, so that the index by state is taken. */
export const RARE = "state NOT IN ('done', 'ignored')";

/** What charts and lists put together: the listed states of one tone. */
const GROUP_OF = {
  good: "done",
  quiet: "not_carried_out",
  go: "under_way",
  wait: "waiting",
  bad: "failed",
} as const satisfies Readonly<Record<StateOfRun["tone"], string>>;
export type RunGroup = (typeof GROUP_OF)[keyof typeof GROUP_OF];

/** The groups that the states of runs are in: its words, and its tone. */
export const RUN_GROUP = {
  done: { words: "done", tone: "good" },
  not_carried_out: { words: "not carried out", tone: "quiet" },
  under_way: { words: "under way", tone: "go" },
  waiting: { words: "waiting for somebody", tone: "wait" },
  failed: { words: "failed", tone: "bad" },
} as const satisfies Readonly<Record<RunGroup, Pick<StateOfRun, "words" | "tone">>>;
export const RUN_GROUPS = Object.keys(RUN_GROUP) as [RunGroup, ...RunGroup[]];

/** The states that are meant by a state, or by a group of them. */
export const statesIn = (wanted: string): readonly RunState[] =>
  RUN_STATES.filter(
    (state) => state === wanted || (RUN_STATE[state].listed && GROUP_OF[RUN_STATE[state].tone] === wanted),
  );

/** Whether a run in this state goes on by itself: it waits for nothing, and is not over. */
export const isUnderWay = (state: RunState): boolean =>
  !RUN_STATE[state].over && RUN_STATE[state].waitsFor === null;

/** Whether a plan in this state is given up when nobody decides in time. */
export const canExpire = (state: RunState): boolean =>
  RUN_STATE[state].waitsFor === "requester" || RUN_STATE[state].waitsFor === "approver";

/** Whether operators are notified that a run has come to this state. */
export const isAlerting = (state: RunState): state is AlertingState => RUN_STATE[state].alert !== null;
