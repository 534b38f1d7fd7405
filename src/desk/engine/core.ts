// A desk without its Durable Object, so that simulations and tests run the same code.
import { together } from "../../base/batching.ts";
import { log } from "../../base/log.ts";
import { MAX_RETRY_DELAY_MS, waitLeft } from "../../base/waits.ts";
import { readOnly } from "../../governance/client/index.ts";
import type { EventRow } from "../../ledger/record.ts";
import { partyFinder } from "../../policy/parties.ts";
import type { AuditEntry } from "../../runs/audit.ts";
import { type Headline, makeHeadline, withLearned } from "../../runs/headline.ts";
import { type Run, withDetails } from "../../runs/run.ts";
import { isUnderWay, type NeedingState, RUN_STATE } from "../../runs/states.ts";
import type { Target } from "../../systems/system.ts";
import type { AdmissionRequest } from "../control/store.ts";
import { type ApiHealth, ApiWatch } from "./api-watch.ts";
import { Decider } from "./decider.ts";
import type { DeskDeps } from "./deps.ts";
import { unrecordedSince } from "./handover.ts";
import type { DeskContext } from "./inside.ts";
import { type Accepted, groupCommits, type Incoming, storeDelivery } from "./intake.ts";
import { Lifecycle, RunLines } from "./lifecycle.ts";
import { CallSlots, endInTime } from "./limits.ts";
import { AlarmLoop } from "./loop.ts";
import { DeskStore } from "./store.ts";
import { Withdrawals } from "./withdrawals.ts";

/**
 * Maximum time for which a resolved identity is cached, in milliseconds: long enough for plans made in quick
 * succession.
 */
const PEOPLE_FOR_MS = 1_000;
/** The lag of the ledger above which an alert is logged, in milliseconds. */
const LEDGER_LAG_ALERT_MS = 60_000;

export interface DeskHealth {
  /** Number of runs that wait for a time or a person. */
  readonly waiting: number;
  /** Number of due runs. */
  readonly due: number;
  /** Number of due runs that the desk is working on. */
  readonly inFlight: number;
  /**
   * The time of the oldest write that the ledger lacks, in Unix milliseconds, or `null` if the ledger has every write.
   */
  readonly unrecordedSince: number | null;
  readonly api: ApiHealth;
}

export interface TitledRun {
  readonly run: Run;
  readonly headline: Headline;
  readonly ticket: Target | null;
}

export class DeskCore {
  readonly #desk: DeskContext;
  readonly #api: ApiWatch;
  readonly loop: AlarmLoop;
  readonly decider: Decider;

  constructor(deps: DeskDeps) {
    const store = new DeskStore(deps);
    this.#api = new ApiWatch(store, deps);
    const lifecycle = new Lifecycle(deps, store);
    const slots = new CallSlots(deps.policy.maxCallsInFlight, deps.sync);
    const api = this.#api.watched(deps.governance);
    const governance = slots.through(api);
    const inTime = <Answer>(answer: Promise<Answer>) => endInTime(answer, this.#desk);
    let people = { until: 0, find: partyFinder(readOnly(governance)) };
    this.#desk = {
      ...deps,
      governance,
      governanceOf: (automation, written) => slots.through(api, automation, written),
      admit: together(
        (requests: readonly AdmissionRequest[]) => inTime(deps.admitAll(requests)),
        () => this.loop.gather(),
      ),
      claim: (claim, seen) => inTime(deps.claim(claim, seen)),
      store,
      lifecycle,
      commit: groupCommits(store, deps, () => this.loop.gather()),
      lines: new RunLines(),
      withdrawals: new Withdrawals(deps, store),
      find() {
        if (waitLeft(people.until, deps.now(), PEOPLE_FOR_MS) === 0)
          people = { until: deps.now() + PEOPLE_FOR_MS, find: partyFinder(readOnly(governance)) };
        return people.find;
      },
      history: {
        ...deps.history,
        hasCalled: async (query) => store.hasCalled(query) || (await deps.history.hasCalled(query)),
      },
      runOf: async (of) => store.run(of.id) ?? (await inTime(deps.runOf(of))),
    };
    this.decider = new Decider(this.#desk);
    this.loop = new AlarmLoop(this.#desk);
    lifecycle.recoverInterrupted();
  }

  /**
   * Clears the cached events of workers when a person is erased. Cached identities from the governance service expire
   * within a second anyway.
   */
  forgetPeople(): void {
    this.#desk.withdrawals.forget();
  }

  /** Stores a verified delivery. When the promise resolves, the event is in the database. */
  async accept(incoming: Incoming): Promise<Accepted>;
  /**
   * @param onlyIfItEnds True to store only the withdrawal if the event ends no waiting run
   * @returns `null` if no event was stored
   */
  async accept(incoming: Incoming, onlyIfItEnds: boolean): Promise<Accepted | null>;
  async accept(incoming: Incoming, onlyIfItEnds = false): Promise<Accepted | null> {
    const { commit, lifecycle, store, wake, now, newId, withdrawals } = this.#desk;
    const id = newId("evt");
    const listWithdrawn = await withdrawals.observe(incoming);
    const keep = () => {
      if (incoming.unread === "unknown") return this.#noteUnknown(incoming, id);
      const ended = listWithdrawn();
      if (onlyIfItEnds && ended.length === 0) return null;
      const kept = storeDelivery({ ...incoming, id, endsRuns: ended.length > 0 }, this.#desk, store);
      const withdrawn = { type: "withdrawn", by: "reeve", at: now() } as const;
      for (const { id: run, reason, gone } of kept.duplicate ? [] : ended)
        lifecycle.applyEvents(run, { ...withdrawn, reason, ...(gone && { gone }) });
      return kept;
    };
    const accepted = await this.loop.accept(() => commit(keep));
    if (accepted && !accepted.duplicate) wake();
    return accepted;
  }

  /** Adds an unknown action on a ticket to the timelines of the ticket's unfinished runs. */
  #noteUnknown({ subject, detail }: Incoming, eventId: string): null {
    const { store, now } = this.#desk;
    const entry = { at: now(), type: "ticket.unknown_action", eventId, actor: "reeve" } as const;
    for (const { id: runId, automation, over } of store.agenda.of(subject))
      if (!over) store.note({ ...entry, runId, detail: { automation, reason: detail } });
    return null;
  }

  /**
   * Stores events that no automation wants, until the ledger is available again. The ledger ignores ids that it already
   * has.
   */
  async keep(rows: readonly EventRow[]): Promise<void> {
    this.#desk.store.transaction(() => {
      for (const row of rows) this.#desk.store.insertEvent(row, []);
    });
    this.#desk.wake();
  }

  note(entry: AuditEntry): void {
    this.#desk.store.note(entry);
    this.#desk.wake();
  }

  /** Makes paused runs check immediately whether they may continue. */
  pauseLifted(): void {
    this.#desk.store.makeDue(this.#desk.now(), ({ paused, state }) => paused && isUnderWay(state));
    this.#desk.wake();
  }

  /**
   * Returns the current version of a run, which the ledger receives a moment later, with its headline and ticket, or
   * `null` if the desk no longer has the run.
   */
  titledRun(id: string): TitledRun | null {
    const due = this.#desk.store.runWithEvent(id);
    if (!due) return null;
    const { event, source } = due;
    const run = withDetails(due.run, JSON.parse(this.#desk.store.details(id) ?? "{}"));
    const ticket = "ticket" in event ? event.ticket : null;
    const known = withLearned(event, run.learned, run.plan?.actions[0]?.summary);
    return { run, headline: makeHeadline(known, source), ticket };
  }

  /** Returns the current version of the first of an event's runs that the desk has, or `null` if it has none. */
  runOfEvent(event: string): TitledRun | null {
    const [id] = this.#desk.store.ids((entry) => entry.event.id === event);
    return id === undefined ? null : this.titledRun(id);
  }

  /** Lists the runs that wait for a person in the given state, oldest first. */
  waiting(state: NeedingState, limit: number): TitledRun[] {
    const ids = this.#desk.store.ids((entry) => entry.state === state);
    return ids.slice(0, limit).flatMap((id) => this.titledRun(id) ?? []);
  }

  health(): DeskHealth {
    return {
      ...this.#desk.store.agenda.load(this.#desk.now()),
      inFlight: this.loop.inFlight,
      unrecordedSince: unrecordedSince(this.#desk.store),
      api: this.#api.health(),
    };
  }

  /**
   * Runs the maintenance of each minute: deletes old deliveries and withdrawals, ends waits that were set while the
   * clock was ahead, and reports a ledger that is behind.
   */
  runMaintenance(): void {
    const { name, store } = this.#desk;
    const now = this.#desk.now();
    store.forget(now);
    store.makeDue(
      now,
      ({ dueAt, state }) =>
        dueAt !== null &&
        dueAt > now &&
        RUN_STATE[state].waitsFor === null &&
        waitLeft(dueAt, now, MAX_RETRY_DELAY_MS) === 0,
    );
    const lagMs = now - (unrecordedSince(store) ?? now);
    if (lagMs > LEDGER_LAG_ALERT_MS)
      log("ledger_lagging", { level: "alert", desk: name, seconds: Math.round(lagMs / 1_000) });
  }
}
