// The state machine of a run: a pure function returns the run after an event.
import { isRepeatable, VERIFY_WITHIN_MS } from "../actions/action.ts";
import { formatDay } from "../base/days.ts";
import { type ProblemCode, problems } from "../base/problem.ts";
import { retryDelay } from "../base/waits.ts";
import { calls } from "../governance/contract/index.ts";
import { findStage } from "../policy/stages.ts";
import { compact } from "../systems/reading/json.ts";
import type { Besides, Failure, RunEvent } from "./events.ts";
import {
  afterVerification,
  answerInRow,
  canPass,
  canSkip,
  currentEffect,
  findPassed,
  isForPerson,
  isSending,
  isVerifying,
  listFollowUps,
  listSteps,
  mark,
  newJournal,
  nextVerification,
  nextVerificationAt,
} from "./journal.ts";
import {
  followUpTimes,
  hasBegun,
  hasExpired,
  isApproved,
  isConfirmed,
  isFinished,
  isReplaceable,
  isRetrying,
  type JournalEntry,
  listOpen,
  listValidApprovals,
  type Plan,
  type Run,
  type RunProblem,
} from "./run.ts";
import { canExpire } from "./states.ts";

/**
 * Milliseconds between a desk's checks of whether a pause was lifted, in case the call that reports this did not
 * arrive.
 */
export const PAUSE_LOOK_MS = 60_000;

/** Minimum delay, in milliseconds, before a proposal is repeated if it returned `waitUntil` or made no progress. */
export const MIN_WAIT_MS = 60_000;

/** Codes of problems that prove that a call had no effect. */
const NOT_CARRIED_OUT: ReadonlySet<string> = new Set<ProblemCode>([
  "governance_refused",
  "governance_unauthenticated",
  "governance_bad_input",
  "configuration_invalid",
  "operation_undeclared",
]);

const INTERRUPTED: RunProblem = {
  code: "governance_outcome_unknown",
  message: "Reeve was interrupted while this call was in progress",
  public: problems.governance_outcome_unknown.public,
};

/**
 * The events that change a run in one state only, by that state. The functions for other events check the state
 * themselves.
 */
const ONLY_IN: Partial<Record<Run["state"], readonly RunEvent["type"][]>> = {
  planning: ["ignored", "progressed", "scheduled", "planned"],
  scheduled: ["come_due"],
  awaiting_confirmation: ["confirmed"],
  held: ["resumed"],
  acting: ["admitted", "outdated", "approval_aged", "paused", "dried", "over_budget", "restarted"],
  needs_review: ["reviewed"],
  awaiting_follow_up: ["completed"],
  failed: ["retried"],
};

/**
 * Returns the run after a run event. A run event that does not fit the state changes nothing: the same object is
 * returned.
 */
export function next(run: Run, runEvent: RunEvent): Run {
  const { type } = runEvent;
  if (Object.entries(ONLY_IN).some(([state, types]) => types.includes(type) && state !== run.state))
    return run;
  const apply: (event: never, run: Run, changes: Changes) => Run = ON[type];
  return apply(runEvent as never, run, makeChanges(run, runEvent));
}

type Changes = ReturnType<typeof makeChanges>;
type Transitions = {
  readonly [Type in RunEvent["type"]]: (event: RunEvent & { type: Type }, run: Run, to: Changes) => Run;
};

/** Functions that return the run after an event, by the event's type. */
const ON: Transitions = {
  ignored(event, run, { mode, finish }) {
    const { reason, notice, sameAs } = event;
    // A live run that notifies people has done something, even if it changes nothing.
    const state = notice && mode === "live" ? "done" : run.ended ? "rejected" : "ignored";
    return finish({
      state,
      ignored: state === "rejected" ? null : reason,
      ...(sameAs && { sameAs }),
      problem: null,
      ...broughtBy(event),
    });
  },

  progressed(event, run, { goOn }) {
    const { at, progress } = event;
    const after = goOn({ progress, steps: (run.steps ?? 0) + 1, ...broughtBy(event) });
    return isSame(progress, run.progress) ? { ...after, dueAt: at + MIN_WAIT_MS } : after;
  },

  scheduled({ at, what, until, notice }, run, { become }) {
    const dueAt = Math.max(until, at + MIN_WAIT_MS);
    const waits = { state: "scheduled", scheduledFor: what, dueAt, notice: notice ?? run.notice } as const;
    return become({ ...waits, problem: null, failures: 0 });
  },

  come_due: (_, _run, { goOn }) => goOn({ state: "planning", scheduledFor: undefined }),

  planned(event, run, { mode, become, finish, goOn, callsMade }) {
    const { at, plan, approvalReasons, warnings = [], parties, stages, progress } = event;
    const { confirmUntil, expiresAt, remindAt = [] } = event;
    const planned = {
      plan,
      checkedAt: at,
      approvalReasons,
      warnings,
      parties,
      stages,
      ...(event.approvals && { approvals: event.approvals }),
      problem: null,
      failures: 0,
      ...(progress && { progress }),
      ...broughtBy(event),
    };
    if (mode === "dry_run") return finish({ ...planned, state: "dry_run" });
    const given = { stages, approvals: event.approvals ?? run.approvals };
    const approvals = listValidApprovals(given, plan, at, expiresAt - at);
    // An approved plan needs no second confirmation.
    const isTakenUp = run.confirmation?.hash === plan.hash && approvals.length > 0;
    if (confirmUntil !== null && !isConfirmed(run, plan, at) && !isTakenUp) {
      const waits = { state: "awaiting_confirmation", dueAt: confirmUntil } as const;
      return become({ ...planned, ...waits, approvals: [], confirmation: null });
    }
    if (approvalReasons.length > 0 && !isApproved(given, plan, at, expiresAt - at))
      return become({ ...planned, state: "awaiting_approval", approvals, dueAt: expiresAt, remindAt });
    // Approvals are given in advance, and Reeve makes the plan again on its first day.
    if (plan.startsAt !== undefined && plan.startsAt > at) {
      const scheduledFor = `its first day, ${listFirstDays(plan)}`;
      return become({ ...planned, state: "scheduled", scheduledFor, dueAt: plan.startsAt });
    }
    const journal = newJournal(plan);
    if (journal.length === 0) return callsMade({ ...planned, hold: undefined }, plan);
    return goOn({ ...planned, state: "acting", journal, hold: undefined });
  },

  confirmed({ at, hash, by, reason }, run, { goOn }) {
    if (run.plan?.hash !== hash || hasExpired(run, at)) return run;
    return goOn({ state: "planning", confirmation: { hash, by, reason, at } });
  },

  rejected(event, run, { finish, goOn }) {
    if (!isAtApproval(run, event)) return run;
    const ended = pickReason(event);
    // If the service still waits for an answer, the automation proposes its default answer, which people can deny, too.
    return run.plan?.answerBy === undefined || hasBegun(run) || run.ended
      ? finish({ state: "rejected", ended })
      : goOn({ state: "planning", approvals: [], ended });
  },

  reassigned: (event, run, { become }) => (isAtApproval(run, event) ? become({}) : run),

  approved(event, run, { become, goOn }) {
    const { at, hash, by, reason, stage, person, onCall, batch } = event;
    const { stages = [] } = run;
    if (!isAtApproval(run, event) || findStage(stages, run.approvals)?.name !== stage) return run;
    const kept = { ...(onCall !== undefined && { onCall }), ...(batch !== undefined && { batch }) };
    const approval = { hash, by, reason, stage, person, at, ...kept };
    const approvals = [...run.approvals, approval];
    // Planning again determines the next stage. A run that has begun is not planned again.
    if (!hasBegun(run)) return goOn({ state: "planning", approvals });
    return findStage(stages, approvals)
      ? become({ approvals })
      : goOn({ state: "acting", approvals, checkedAt: null });
  },

  on_call(event, run, { become }) {
    const stages = run.stages?.map((one) => event.stages.find(({ name }) => name === one.name) ?? one);
    return stages && isAtApproval(run, event) && !isSame(stages, run.stages) ? become({ stages }) : run;
  },

  reminded({ at }, run, { become }) {
    const { remindAt = [] } = run;
    if (run.state === "awaiting_follow_up") return become(followUpTimes(listOpen(run), run.plan, at));
    // Missed reminders are merged into one.
    const left = remindAt.filter((time) => time > at);
    if (run.state !== "awaiting_approval" || left.length === remindAt.length) return run;
    return become({ remindAt: left });
  },

  expired({ at }, run, { finish, goOn }) {
    if (!canExpire(run.state) && run.state !== "held") return run;
    if (run.dueAt === null || at < run.dueAt) return run;
    // If the service waits for an answer, the automation chooses one.
    return run.plan?.answerBy === undefined || hasBegun(run)
      ? finish({ state: "expired" })
      : goOn({ state: "planning", approvals: [], hold: undefined, override: undefined });
  },

  admitted({ at, looked }, run, { become }) {
    const current = currentEffect(run);
    if (current?.entry.state !== "planned") return run;
    const journal = mark(run, { state: "sending", attempts: current.entry.attempts + 1 });
    return become({ journal, paused: null, dueAt: at, ...(looked && { checkedAt: at }) });
  },

  outdated: (_, run, { goOn }) =>
    hasBegun(run) ? run : goOn({ state: "planning", journal: [], paused: null }),

  approval_aged({ expiresAt: dueAt, remindAt }, run, { become }) {
    if (!hasBegun(run)) return run;
    return become({ state: "awaiting_approval", approvals: [], paused: null, dueAt, remindAt });
  },

  paused: ({ reason }, _, { pause }) => pause(reason),

  // A run that has begun can't become a dry run: it pauses until its automation may act again.
  dried: ({ reason }, run, { finish, pause }) =>
    hasBegun(run) ? pause(reason) : finish({ mode: "dry_run", state: "dry_run", journal: [], paused: null }),

  over_budget({ hold }, run, { become }) {
    const dueAt = hasBegun(run) ? null : (run.plan?.answerBy ?? null);
    return become({ state: "held", hold, paused: null, dueAt });
  },

  resumed({ at, by, reason }, run, { goOn }) {
    if (!run.plan) return run;
    const override = { hash: run.plan.hash, by, reason, at };
    // A run that has begun continues from its journal: a new plan would repeat the completed effects.
    return hasBegun(run)
      ? goOn({ state: "acting", hold: undefined, override, checkedAt: null })
      : goOn({ state: "planning", override });
  },

  cancelled(event, run, { become, finish }) {
    if (isFinished(run) || isVerifying(run) || run.state === "needs_review" || run.stop) return run;
    // The call might have been carried out, so the run ends once its outcome is known.
    if (isSending(run)) return become({ stop: pickReason(event) });
    return finish({ state: "cancelled", ended: pickReason(event) });
  },

  withdrawn({ by, reason, gone }, run, { become, finish }) {
    if (isFinished(run)) return run;
    if (hasBegun(run)) return run.lateWithdrawal === reason ? run : become({ lateWithdrawal: reason });
    const withdrawn = gone ? "ticket_gone" : "ticket_stays";
    return finish({ state: "cancelled", ended: { by, reason, withdrawn } });
  },

  replaced({ by }, run, { finish }) {
    if (!isReplaceable(run)) return run;
    const reason = `replaced by the plan of a newer event, ${by}`;
    return finish({ state: "cancelled", ended: { by: "reeve", reason } });
  },

  applied: ({ answer }, run, { settle }) =>
    isSending(run) ? settle(answerInRow(answer, run.journal.length)) : run,

  looked({ at, n, shows: isVisible }, run, { become, callsMade }) {
    const looked = nextVerification(run);
    if (looked?.n !== n) return run;
    const { settledAt = at, shows } = looked.entry;
    const isLate = at - settledAt >= VERIFY_WITHIN_MS;
    const is = isVisible ? "seen" : isLate ? "unseen" : "not_yet";
    // A repeated verification without a new result needs no new version.
    if (shows?.is === is) return { ...run, dueAt: nextVerificationAt(run, at) };
    const journal = afterVerification(run, n, { is, at });
    const change = { ...run, journal };
    if (isFinished(run)) return become({ journal, dueAt: nextVerificationAt(change, at) });
    return nextVerification(change) ? become({ journal, dueAt: at }) : callsMade({ journal }, run.plan);
  },

  failed: ({ failure }, _, { fail }) => fail(failure),

  restarted(_, run, { goOn, end }) {
    const current = currentEffect(run);
    if (current?.entry.state !== "sending") return run;
    // It is unknown whether the call was sent before the interruption. A repeatable call is sent again.
    const again = isRepeatable(current.entry.operation);
    if (again && !run.stop) return goOn({ journal: mark(run, { state: "planned" }) });
    return end(INTERRUPTED, "unknown", again ? "failed" : "needs_review");
  },

  reviewed(event, run, { finish, goOn, settle }) {
    const { verdict } = event;
    switch (verdict) {
      case "happened":
        return settle(null);
      case "send_again":
        return goOn({ state: "acting", journal: mark(run, { state: "planned", isRepeat: true }) });
      case "abandon":
        return finish({ state: "cancelled", ended: pickReason(event) });
      default:
        return verdict satisfies never;
    }
  },

  completed(event, run, { rest }) {
    const { at, verdict, steps = listOpen(run).map(({ step }) => step) } = event;
    const end = { ...pickReason(event), verdict, at };
    const followUps = (run.followUps ?? []).map((one) =>
      one.end || !steps.includes(one.step) ? one : { ...one, end },
    );
    return rest({ followUps });
  },

  retried(_, run, { goOn }) {
    // A call that was rejected at its first attempt changed nothing, so the run is planned again: its ticket might
    // have been withdrawn. After several attempts, an attempt whose response was lost might have changed something.
    const isUnchanged = run.journal.every(
      ({ state, attempts }) => attempts === 0 || (state === "refused" && attempts === 1),
    );
    return isUnchanged
      ? goOn({ state: "planning", journal: [], reply: null, steps: undefined })
      : goOn({ state: "acting", reply: null, journal: retryRefused(run), checkedAt: null });
  },

  skipped(_, run, { goOn }) {
    if (!canSkip(run) || run.problem === null) return run;
    const journal = mark(run, { passed: run.problem });
    return goOn({ state: "acting", reply: null, journal, checkedAt: null });
  },

  dismissed: (event, run, { finish }) =>
    run.state === "failed" || run.state === "needs_review"
      ? finish({ state: "dismissed", ended: pickReason(event) })
      : run,

  retried_now: ({ at }, run, { become }) => (isRetrying(run) ? become({ dueAt: at }) : run),
};

const isAtApproval = (run: Run, { at, hash }: { readonly at: number; readonly hash: string }): boolean =>
  run.state === "awaiting_approval" && run.plan?.hash === hash && !hasExpired(run, at);

/** Returns a run's mode after an event, and the functions that change the run as the event requires. */
function makeChanges(run: Run, runEvent: RunEvent) {
  const { at } = runEvent;
  const mode = runEvent.dry === undefined ? run.mode : "dry_run";
  const become = (change: Partial<Run>): Run => ({
    ...run,
    mode,
    ...compact({ learned: runEvent.learned, names: runEvent.names, agent: runEvent.agent }),
    ...("batch" in runEvent && { batch: runEvent.batch }),
    ...change,
    version: run.version + 1,
    updatedAt: at,
  });
  const finish = (change: Partial<Run>): Run => {
    const { stop, ...finished } = become({ paused: null, scheduledFor: undefined, ...change });
    const dueAt = nextVerificationAt(finished, at);
    // The cancellation still applies once a person has reviewed the call.
    return { ...finished, dueAt, ...(stop && finished.state === "needs_review" && { stop }) };
  };
  const goOn = (change: Partial<Run>): Run => become({ problem: null, failures: 0, ...change, dueAt: at });
  return { mode, become, finish, goOn, pause, callsMade, rest, settle, fail, end };

  function pause(reason: string): Run {
    const dueAt = at + PAUSE_LOOK_MS;
    // A repeated check needs no new version: a pause can last for days.
    return run.paused === reason ? { ...run, dueAt } : become({ paused: reason, dueAt });
  }

  /** Returns the run once its calls have been made: it waits for open follow-ups, or ends. */
  function callsMade(change: Partial<Run>, plan: Plan | null): Run {
    const { followUps: before, journal } = { ...run, ...change };
    const followUps = listFollowUps({ plan, journal, ...(before && { followUps: before }) }, at);
    return rest({ ...change, ...(followUps.length > 0 && { followUps }) });
  }

  /** Returns the run as waiting for its open follow-ups, or as ended if no follow-up is open. */
  function rest(change: Partial<Run>): Run {
    const after = { ...run, ...change };
    const problem = findPassed(after);
    const open = listOpen(after);
    if (open.length > 0) {
      const { dueAt, ...times } = followUpTimes(open, after.plan, at);
      const waits = { ...change, state: "awaiting_follow_up", dueAt } as const;
      // The end of one follow-up does not move the reminders of the others.
      return become({
        paused: null,
        scheduledFor: undefined,
        ...(run.state !== "awaiting_follow_up" && times),
        ...waits,
        problem,
      });
    }
    const no = after.followUps?.find(({ end }) => end?.verdict === "not_done")?.end;
    return finish({
      ...change,
      problem,
      state: no ? "not_done" : problem ? "failed" : "done",
      ...(no && { ended: pickReason(no) }),
    });
  }

  /**
   * Returns the run after a call: it continues with the next call, with verifying the effects or with the follow-ups,
   * or it ends.
   */
  function callMade(journal: readonly JournalEntry[]): Run {
    const change = { state: "acting", journal } as const;
    if (run.stop && currentEffect(change))
      return finish({
        state: "cancelled",
        ended: run.stop,
        problem: findPassed({ ...run, journal }),
        journal,
      });
    const { stop: _, ...made } =
      currentEffect(change) || nextVerification(change)
        ? goOn(change)
        : callsMade({ journal, failures: 0 }, run.plan);
    return made;
  }

  function settle(answer: unknown, how: Pick<JournalEntry, "wasMissing"> = {}): Run {
    const journal = mark(run, { state: "applied", settledAt: at, answer, ...how });
    return callMade(journal);
  }

  function fail(failure: Failure): Run {
    if (run.state !== "planning" && run.state !== "acting" && run.state !== "awaiting_approval") return run;
    const { code, message, public: forAnyone, operation: asked, httpStatus, sent = 1, isDuplicate } = failure;
    const about = { ...(asked && { operation: asked }), ...(httpStatus && { httpStatus }) };
    const problem: RunProblem = { code, message, public: forAnyone, ...about };
    const delay = retryDelay(failure, run.failures);
    const { failures, failingSince = at } = run;
    const later = { failures: failures + 1, failingSince: failures === 0 ? at : failingSince, problem };
    const current = currentEffect(run);
    if (run.state !== "acting" || current?.entry.state !== "sending") {
      // A failure does not remove the facts of an existing plan.
      const facts = run.plan ? run.facts : nameFacts(runEvent.facts);
      if (delay === null) return finish({ state: "failed", problem, facts });
      return become({ ...later, facts, dueAt: at + delay });
    }
    const { operation, attempts } = current.entry;
    const isDelete = calls[operation].method === "DELETE";
    // This 404 means that the target is missing, because a proxy's 404 is reported as unavailable. After several
    // attempts, an attempt whose response was lost might have deleted the target.
    if (code === "governance_refused" && httpStatus === 404 && isDelete)
      return settle(null, attempts > 1 || sent > 1 ? {} : { wasMissing: true });
    // The object to create already exists: from an earlier call whose outcome was unknown, or from before the run.
    if (code === "governance_refused" && isDuplicate && isRepeatable(operation) && !isDelete)
      return settle(null);
    // The service accepts one answer and rejects a second, so the first answer has arrived.
    const isAnswered = operation === "answerWebhook" && current.entry.isRepeat && httpStatus === 400;
    if (isAnswered && at < (run.plan?.answerBy ?? 0)) return settle(null);
    if (delay !== null && !run.stop)
      return become({ ...later, dueAt: at + delay, journal: mark(run, { state: "planned" }) });
    // The failure of a call that must not be repeated allows a retry only if the call was certainly not carried out.
    if (delay !== null && !isRepeatable(operation)) return end(problem, "refused");
    if (NOT_CARRIED_OUT.has(code)) return end(problem, "refused");
    return end(problem, "unknown", isRepeatable(operation) ? "failed" : "needs_review");
  }

  function end(problem: RunProblem, call: JournalEntry["state"], state: Run["state"] = "failed"): Run {
    const change = { state: call, settledAt: at };
    const journal = mark(run, change);
    if (run.stop && state === "failed")
      return finish({ state: "cancelled", ended: run.stop, problem, journal });
    if (canPass(run, problem)) return callMade(mark(run, { ...change, passed: problem }));
    return finish({ state, problem, journal });
  }
}

const listFirstDays = ({ actions }: Plan): string =>
  [...new Set(actions.flatMap(({ startsOn }) => (startsOn ? formatDay(startsOn) : [])))].join(", ");

/**
 * Returns the journal for a retry: marks the call that ended the run as planned again, and also the failed calls that
 * did not stop the run. Of the latter, those with a follow-up that a person reports stay unchanged.
 */
const retryRefused = (run: Run): JournalEntry[] => {
  const journal = mark(run, { state: "planned" });
  return listSteps({ plan: run.plan, journal }).flatMap(({ action, entries }) =>
    entries.map(({ passed, ...entry }) => {
      if (!passed) return entry;
      return isForPerson(action.followUp) ? { ...entry, passed } : { ...entry, state: "planned" as const };
    }),
  );
};

/** Compares two values of the same origin, such as the progress of two proposals, as JSON. */
const isSame = <Value>(value: Value, before: Value | undefined): boolean =>
  JSON.stringify(value) === JSON.stringify(before);

const nameFacts = (facts: RunEvent["facts"]): Run["facts"] => facts && { code: facts.code, hash: facts.hash };

const broughtBy = ({ notice, reads = null, facts }: Besides & Pick<RunEvent, "facts">) => ({
  reads,
  facts: nameFacts(facts),
  ...(notice && { notice }),
});

const pickReason = ({ by, reason }: { by: string; reason: string }) => ({ by, reason });
