// Carries out people's decisions about the runs of a desk.

import { Problem } from "../../base/problem.ts";
import { ok, type Result, refused } from "../../base/result.ts";
import { readOnly } from "../../governance/client/index.ts";
import { isEnabled } from "../../kit/settings.ts";
import { holding } from "../../ledger/page.ts";
import type { EventRow } from "../../ledger/record.ts";
import { auditType, type BatchableDecision, type DecisionFor } from "../../policy/acts.ts";
import { gate } from "../../policy/gate.ts";
import { concernedBy, type PartyFinder, partyFinder } from "../../policy/parties.ts";
import {
  checkDecision,
  type Decidable,
  type Decided,
  type DecidedOne,
  type Decision,
  type DecisionRefusal,
  findDecided,
  type Replayed,
  toRunEvent,
  whomFor,
} from "../../runs/decisions.ts";
import { type Mode, newRun, type Reason, type Run } from "../../runs/run.ts";
import { RUN_STATE, type RunState } from "../../runs/states.ts";
import type { DeskContext } from "./inside.ts";
import { askOnCallNow } from "./plan.ts";
import type { DueRun } from "./store.ts";

/** The decisions about a failed run that use the ledger's copy of the run if the desk has deleted it. */
export const GOES_ON_FROM_RECORD: ReadonlySet<string> = new Set<Decision["type"]>([
  "retried",
  "skipped",
  "dismissed",
]);

const OVER = "the run is over: nothing is left to decide";

export interface Replay extends Reason {
  readonly event: EventRow;
  readonly automation: string;
  readonly mode: Mode;
  /** Number of recorded runs of the event and automation at the time of the decision. */
  readonly seen: number;
  readonly repeatApplied: boolean;
  /** The actions that the recorded earlier runs planned. */
  readonly earlier: Decidable["actions"];
}

export interface RecordedRun {
  readonly event: EventRow;
  readonly run: Run;
}

export interface BatchedDecision extends Required<Reason> {
  readonly type: BatchableDecision;
  readonly isApprover: boolean;
}

export interface SeenRun {
  readonly run: string;
  readonly state: RunState;
  readonly hash: string | null;
  readonly recorded?: RecordedRun | undefined;
}

/** Warnings for the person who decides, or the reason why the person may not decide. */
type Allowed = Result<readonly string[], DecisionRefusal>;

export class Decider {
  readonly #desk: DeskContext;
  readonly #askOnCallNow = holding<Run>();

  constructor(desk: DeskContext) {
    this.#desk = desk;
  }

  /**
   * Carries out a person's decision about a run if the gate allows it. Rejects a decision that does not fit the run,
   * with the reason.
   * @param recorded The failed run and its event from the ledger, which are used if the desk has deleted them
   */
  async decide(
    runId: string,
    decision: Decision,
    recorded?: RecordedRun,
    find = partyFinder(readOnly(this.#desk.governance)),
  ): Promise<Decided> {
    const before = this.#desk.store.runWithEvent(runId) ?? (recorded && toDueRun(recorded));
    if (!before) return conflict(OVER);
    const early = checkDecision(before.run, decision, this.#desk.now());
    if (early) return { ok: false, refusal: early };
    const { event, source } = before;
    const about = { event, source, ...findDecided(before.run, decision) };
    const { type, isApprover = false } = decision;
    const decider = type === "reassigned" ? decision.to : decision.by;
    const allowed = await this.#gate(whomFor(before.run, decision, this.#desk.now()), about, decider, find);
    if (!allowed.ok) return { ok: false, refusal: allowed.reason };
    const isByStage = type === "approved" || type === "reassigned" || (type === "rejected" && !isApprover);
    const { user } = isByStage ? await find.decider(decider) : { user: null };
    if (isByStage) await askOnCallNow(before, this.#desk, find);
    return this.#desk.store.transaction(() => {
      if (!this.#desk.store.run(runId)) {
        // Only a failed run continues from the ledger: the desk still has every unfinished run.
        if (!GOES_ON_FROM_RECORD.has(decision.type) || !recorded) return conflict(OVER);
        if (recorded.run.omitted !== undefined)
          return conflict("the run's effects are not recorded: replay the run's event");
        if (!this.#desk.store.repeat(runId, recorded.run.version))
          return conflict("this run has already been decided");
        this.#desk.store.insertEvent(recorded.event, [recorded.run]);
      }
      // The run might have changed while the decision was checked.
      const now = this.#desk.store.run(runId);
      const late = now && checkDecision(now, decision, this.#desk.now());
      if (late) return { ok: false, refusal: late };
      const made = toRunEvent(decision, now ?? before.run, user, this.#desk.now());
      if (!made.ok) return { ok: false, refusal: made.reason };
      const run = this.#desk.lifecycle.applyEvents(runId, made.value);
      if (!run) return conflict(OVER);
      this.#desk.wake();
      return { ok: true, state: run.state, approvalReasons: run.approvalReasons, warnings: allowed.value };
    });
  }

  /**
   * Stores who is on call now in a run that waits for an approval, so that reminders and comments reach these people,
   * and the run's page lets them decide. An open page calls this method every few seconds, so the rotas are read at
   * most once a minute while the run does not change.
   * @returns the run, or `null` if the desk does not have it
   */
  async askOnCallNow(runId: string): Promise<Run | null> {
    const due = this.#desk.store.runWithEvent(runId);
    return due && this.#askOnCallNow(due.run, "", this.#desk.now(), () => askOnCallNow(due, this.#desk));
  }

  /**
   * Applies one decision to several runs, one after the other. Refuses it for a run that has changed since the person
   * saw the run.
   */
  async decideAll(decision: BatchedDecision, runs: readonly SeenRun[]): Promise<DecidedOne[]> {
    const find = partyFinder(readOnly(this.#desk.governance));
    const decided: DecidedOne[] = [];
    for (const { run, state, hash, recorded } of runs) {
      const now = this.#desk.store.run(run) ?? recorded?.run;
      if (now && now.batch === decision.batch) {
        decided.push({ run, state: now.state });
        continue;
      }
      if (now && (now.state !== state || (now.plan?.hash ?? null) !== hash)) {
        const is =
          now.state === state
            ? "its plan has changed; decide on the new plan"
            : `it is ${RUN_STATE[now.state].words}`;
        decided.push({ run, refused: `the run has changed since the batch was made: ${is}` });
        continue;
      }
      const one = await this.decide(run, { ...decision, hash: hash ?? "" } as Decision, recorded, find);
      decided.push(one.ok ? { run, state: one.state } : { run, refused: one.refusal.message });
    }
    return decided;
  }

  /**
   * Starts a run for a recorded event. The caller has checked the earlier runs in the ledger. A replay that may repeat
   * applied effects needs permission again, so the gate checks it.
   */
  async replay(replay: Replay): Promise<Replayed> {
    const { event, automation, mode: wanted, repeatApplied, seen, by, reason, batch } = replay;
    const { now, newId, wake, settings, policy } = this.#desk;
    const mode = policy.dryRun.includes(automation) ? "dry_run" : wanted;
    if (mode === "live" && !isEnabled(settings, automation))
      return conflict(`${automation} is not enabled; only a dry run is possible`);
    const earlier = this.#desk.store.liveRunOf(event.id, automation);
    // If a batch was interrupted before the results of its group were stored, this earlier run is the batch's own.
    if (batch !== undefined && earlier?.replay?.batch === batch) return { ok: true, run: earlier.id };
    if (mode === "live" && !repeatApplied && earlier)
      return conflict(
        `an earlier run of this event is in progress or not recorded yet: ${earlier.id} (${earlier.state})`,
      );
    if (mode === "live" && repeatApplied && event.event !== null) {
      const actions = [...replay.earlier, ...(earlier?.plan?.actions ?? [])];
      const about = { event: JSON.parse(event.event), source: event.source, actions };
      const find = partyFinder(readOnly(this.#desk.governance));
      const allowed = await this.#gate("second_person", about, by, find);
      if (!allowed.ok) return { ok: false, refusal: allowed.reason };
    }
    const id = newId("run");
    const at = now();
    const identity = { id, eventId: event.id, automation, subject: event.subject, mode };
    const run = newRun(identity, at, { by, reason, ...(batch !== undefined && { batch }) });
    return this.#desk.store.transaction(() => {
      if (mode === "live" && !this.#desk.store.repeat(`${event.id} ${automation}`, seen))
        return conflict("this event has already been replayed");
      const detail = { automation, reason, mode, ...(batch !== undefined && { batch }) };
      const entry = { at, type: auditType("replayed"), runId: id, eventId: event.id, actor: by, detail };
      this.#desk.store.insertEvent(event, [run], { audit: [entry] });
      wake();
      return { ok: true, run: id };
    });
  }

  /**
   * Asks the gate, after completing the event, whether a person may make a decision that is open to `whom`. An error is
   * returned as a refusal.
   */
  async #gate(whom: DecisionFor, about: Decidable, by: string, find: PartyFinder): Promise<Allowed> {
    const { complete, policy } = this.#desk;
    const { event, actions, ...asked } = about;
    try {
      const completed = await complete(event);
      // A decision that is open to anyone needs no further lookup.
      if (whom === "anyone") return ok([]);
      const [decider, concerned] = await Promise.all([
        find.decider(by),
        concernedBy(completed, whom === "requester" ? [] : actions, find),
      ]);
      const allowed = gate(whom, { decider, ...concerned, ...asked }, policy);
      return allowed.ok ? allowed : refused({ code: "decision_forbidden", message: allowed.reason });
    } catch (error) {
      const { code, message } = error instanceof Problem ? error : new Problem("internal", String(error));
      return { ok: false, reason: { code, message } };
    }
  }
}

const conflict = (message: string) =>
  ({ ok: false, refusal: { code: "decision_conflict", message } }) as const;

const toDueRun = ({ event: { event, source, authentication }, run }: RecordedRun): DueRun | null =>
  event === null ? null : { run, event: JSON.parse(event), source, authentication };
