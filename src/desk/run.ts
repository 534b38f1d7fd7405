import { type EffectCall, isRepeatable, type PlannedAction } from "../actions/action.ts";
import { type ProblemCode, problems } from "../base/problem.ts";
import { operations } from "../governance/contract/index.ts";

/** Where a run stands. `done`, `failed` and `needs_review` are not left without a person. */
export type RunState = "planning" | "acting" | "done" | "failed" | "needs_review";

/** The ordered actions of one automation for one event. */
export interface Plan {
  /** SHA-256 (hex) over automation, action names, inputs and targets: the same plan has the same hash. */
  readonly hash: string;
  readonly actions: readonly PlannedAction[];
}

/** What is known of one effect: an entry is `sending` on disk before its call leaves. */
export interface JournalEntry {
  readonly operation: EffectCall["operation"];
  readonly state: "planned" | "sending" | "applied" | "refused" | "unknown";
  /** How often its call may have left. */
  readonly attempts: number;
  readonly settledAt?: number;
  /** What the service answered. */
  readonly answer?: unknown;
}

/** Why a run could not go on; `message` is for the operator, `public` for anyone. */
export interface RunProblem {
  readonly code: string;
  readonly message: string;
  readonly public: string;
}

/** One automation applied to one event: everything needed to go on with it, as data. Times are Unix milliseconds. */
export interface Run {
  readonly id: string;
  readonly eventId: string;
  readonly automation: string;
  readonly subject: string;
  readonly state: RunState;
  /** Rises with every change; the ledger keeps the highest it has seen. */
  readonly version: number;
  readonly plan: Plan | null;
  /** One entry for each effect of the plan, in order. */
  readonly journal: readonly JournalEntry[];
  /** Why the automation had nothing to do, where it said so. */
  readonly ignored: string | null;
  readonly problem: RunProblem | null;
  /** Failed attempts of the step it is at. */
  readonly failures: number;
  /** When to look again. `null`: finished, or waiting for a person. */
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A problem as the run learns of it. */
export interface Failure extends RunProblem {
  /** Whether the same step may succeed later. */
  readonly retry: "never" | "backoff";
  /** HTTP status that the governance API answered, if it did. */
  readonly httpStatus?: number;
  /** How often the call was sent in this step; more than one, and a 404 may be the echo of our own delete. */
  readonly sent?: number;
}

/** What can happen to a run. `at` is the time, Unix milliseconds. */
export type Happening = { readonly at: number } & (
  | { readonly type: "decided"; readonly plan: Plan }
  | { readonly type: "ignored"; readonly reason: string }
  | { readonly type: "due" }
  | { readonly type: "applied"; readonly answer: unknown }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "restarted" }
);

/** What a run wants done now; what comes of it is the next happening. */
export type Todo =
  | { readonly do: "decide" }
  | { readonly do: "send"; readonly call: EffectCall }
  | { readonly do: "wait" };

/** Waits between attempts of a step whose failure may pass. Past the last, the run fails. */
export const RETRY_DELAYS_MS = [2_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000] as const;

/** Problems that say for certain that a call had no effect. */
const NOT_CARRIED_OUT: ReadonlySet<string> = new Set<ProblemCode>([
  "governance_refused",
  "governance_unauthenticated",
  "governance_bad_input",
  "configuration_invalid",
]);

const INTERRUPTED: RunProblem = {
  code: "governance_outcome_unknown",
  message: "Reeve was interrupted while this call was under way",
  public: problems.governance_outcome_unknown.public,
};

export function newRun(identity: Pick<Run, "id" | "eventId" | "automation" | "subject">, at: number): Run {
  return {
    ...identity,
    state: "planning",
    version: 1,
    plan: null,
    journal: [],
    ignored: null,
    problem: null,
    failures: 0,
    dueAt: at,
    createdAt: at,
    updatedAt: at,
  };
}

/** The run after a happening. Pure; a happening that does not fit the state changes nothing. */
export function next(run: Run, happening: Happening): Run {
  const { at } = happening;
  const become = (change: Partial<Run>): Run => ({
    ...run,
    ...change,
    version: run.version + 1,
    updatedAt: at,
  });
  const finish = (change: Partial<Run>): Run => become({ ...change, dueAt: null });

  switch (happening.type) {
    case "ignored":
      if (run.state !== "planning") return run;
      return finish({ state: "done", ignored: happening.reason, problem: null, failures: 0 });

    case "decided": {
      if (run.state !== "planning") return run;
      const journal = effectCalls(happening.plan).map(
        ({ operation }): JournalEntry => ({ operation, state: "planned", attempts: 0 }),
      );
      const planned = { plan: happening.plan, problem: null, failures: 0 };
      if (journal.length === 0) return finish({ ...planned, state: "done" });
      return become({ ...planned, state: "acting", dueAt: at, journal: sendNext(journal) });
    }

    case "due":
      return run.state === "acting" && !isSending(run) ? become({ journal: sendNext(run.journal) }) : run;

    case "applied":
      return isSending(run) ? settle(run, "applied", happening.answer) : run;

    case "failed":
      return fail(run, happening.failure);

    case "restarted": {
      const sending = currentEffect(run);
      if (sending?.entry.state !== "sending") return run;
      // Whether the call left before the interruption is not known. Repeatable: find out by sending it again.
      if (isRepeatable(sending.entry.operation)) return become({ journal: sendNext(run.journal) });
      return finish({
        state: "needs_review",
        problem: INTERRUPTED,
        journal: mark(run.journal, { state: "unknown", settledAt: at }),
      });
    }

    default:
      return happening satisfies never;
  }

  function settle(acting: Run, state: "applied", answer: unknown): Run {
    const journal = mark(acting.journal, { state, settledAt: at, answer });
    return journal.every((entry) => entry.state === "applied")
      ? finish({ state: "done", journal, problem: null, failures: 0 })
      : become({ journal: sendNext(journal), problem: null, failures: 0, dueAt: at });
  }

  function fail(failing: Run, failure: Failure): Run {
    const problem: RunProblem = { code: failure.code, message: failure.message, public: failure.public };
    const delay = failure.retry === "backoff" ? RETRY_DELAYS_MS[failing.failures] : undefined;
    const retryLater = { failures: failing.failures + 1, problem };
    if (failing.state === "planning") {
      return delay === undefined
        ? finish({ state: "failed", problem })
        : become({ ...retryLater, dueAt: at + delay });
    }
    const current = currentEffect(failing);
    if (failing.state !== "acting" || current?.entry.state !== "sending") return failing;

    const { operation, attempts } = current.entry;
    const sentBefore = attempts > 1 || (failure.sent ?? 1) > 1;
    if (failure.httpStatus === 404 && sentBefore && operations[operation].method === "DELETE") {
      return settle(failing, "applied", null);
    }
    if (failure.code === "governance_outcome_unknown") {
      return finish({
        state: "needs_review",
        problem,
        journal: mark(failing.journal, { state: "unknown", settledAt: at }),
      });
    }
    if (delay !== undefined) {
      return become({
        ...retryLater,
        dueAt: at + delay,
        journal: mark(failing.journal, { state: "planned" }),
      });
    }
    const state = NOT_CARRIED_OUT.has(failure.code) ? "refused" : "unknown";
    return finish({ state: "failed", problem, journal: mark(failing.journal, { state, settledAt: at }) });
  }
}

/** What the run wants done, read from its data alone: so a run goes on after a restart by being read again. */
export function todo(run: Run): Todo {
  if (run.state === "planning") return { do: "decide" };
  const current = currentEffect(run);
  if (run.state !== "acting" || !run.plan || current?.entry.state !== "sending") return { do: "wait" };
  const call = effectCalls(run.plan)[current.n];
  return call ? { do: "send", call } : { do: "wait" };
}

/** Whether nothing but a person could move the run. */
export const isFinished = (run: Run): boolean => run.state === "done" || run.state === "failed";

/** The calls of a plan in the order they are made. */
const effectCalls = (plan: Plan): EffectCall[] => plan.actions.flatMap((action) => action.effects);

/** The effect a run is at: the first that is not applied. */
function currentEffect(run: Run): { n: number; entry: JournalEntry } | undefined {
  const n = run.journal.findIndex((entry) => entry.state !== "applied");
  const entry = run.journal[n];
  return entry && { n, entry };
}

const isSending = (run: Run): boolean =>
  run.state === "acting" && currentEffect(run)?.entry.state === "sending";

/** The journal with its current entry changed. */
function mark(journal: readonly JournalEntry[], change: Partial<JournalEntry>): JournalEntry[] {
  const n = journal.findIndex((entry) => entry.state !== "applied");
  return journal.map((entry, i) => (i === n ? { ...entry, ...change } : entry));
}

function sendNext(journal: readonly JournalEntry[]): JournalEntry[] {
  const current = journal.find((entry) => entry.state !== "applied");
  return mark(journal, { state: "sending", attempts: (current?.attempts ?? 0) + 1 });
}
