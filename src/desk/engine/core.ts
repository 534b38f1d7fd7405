// A desk without its Durable Object, so that simulations and tests run the same code.
import type { History } from "../../automations/kit/automation.ts";
import { log } from "../../base/log.ts";
import { leftOf } from "../../base/waits.ts";
import { readOnly } from "../../governance/client/index.ts";
import { chain } from "../../ledger/audit-chain.ts";
import type { EventRow } from "../../ledger/record.ts";
import { isUnderWay, type NeedingState, RUN_STATE } from "../../ledger/states.ts";
import { partyFinder } from "../../policy/parties.ts";
import { type Headline, headlineOf, withLearned } from "../../systems/headline.ts";
import { forWhom } from "../for-whom.ts";
import { Decider } from "../operate/decider.ts";
import type { AuditEntry } from "../run/audit.ts";
import type { RunEvent } from "../run/events.ts";
import { RETRY_DELAYS_MS, type Run } from "../run/run.ts";
import { Commits } from "./commits.ts";
import type { DeskParts } from "./deps.ts";
import { type Accepted, type Incoming, Intake } from "./intake.ts";
import { Lifecycle } from "./lifecycle.ts";
import { AlarmLoop } from "./loop.ts";
import { DeskOutbox, type OutboxRow } from "./outbox.ts";
import { putOnRecord } from "./recording.ts";
import { RunLines } from "./run-lines.ts";
import { DESK_TABLES } from "./schema.ts";
import { advance } from "./step.ts";
import { type AuditEnd, DeskStore, type DueRun, type Held, type KeptMessage, type Sought } from "./store.ts";
import { openTables } from "./tables.ts";

/** How long the first of a group that is written together waits for the others, in milliseconds. */
const COMPANY_MS = 1;
/** How long it holds who somebody is: for plans that are made one right after the other. */
const PEOPLE_FOR_MS = 1_000;
/** How long something may be missing from the ledger before operators are notified. */
const LEDGER_LAG_ALERT_MS = 60_000;
/** The longest wait of a run that goes on by itself. */
const LONGEST_WAIT_MS = Math.max(...RETRY_DELAYS_MS);

/** How a desk is doing. */
export interface DeskHealth {
  /** Runs that are not over and wait for a time or a person; that are due; and, of those, that are worked on. */
  readonly waiting: number;
  readonly due: number;
  readonly inFlight: number;
  /** Since when something is missing from the ledger, Unix milliseconds; `null` where nothing is. */
  readonly unrecordedSince: number | null;
}

/** A run, and what its event is called. */
export interface TitledRun {
  readonly run: Run;
  readonly headline: Headline;
}

/** A desk without its Durable Object: what comes in, the runs, and what people decide about them. */
export class DeskCore {
  readonly #parts: DeskParts;
  readonly #store: DeskStore;
  readonly #outbox: DeskOutbox;
  readonly #intake: Intake;
  readonly loop: AlarmLoop;
  /** What people decide about its runs. */
  readonly decider: Decider;

  constructor(parts: DeskParts) {
    const { now, sleep } = parts;
    const database = parts.transaction(() => openTables(parts.database, "desk", DESK_TABLES));
    const store = new DeskStore(database, parts.transaction);
    this.#parts = parts;
    const outbox = new DeskOutbox(store);
    this.#store = store;
    this.#outbox = outbox;
    const commits = new Commits({
      company: () => this.company(),
      transaction: (work) => store.transaction(work),
    });
    const lifecycle = new Lifecycle(parts, store);
    this.decider = new Decider(parts, store, lifecycle);
    let people = { until: 0, find: partyFinder(readOnly(parts.governance)) };
    const around = {
      ...parts,
      find: () => {
        if (leftOf(people.until, now(), PEOPLE_FOR_MS) === 0)
          people = { until: now() + PEOPLE_FOR_MS, find: partyFinder(readOnly(parts.governance)) };
        return people.find;
      },
      history: {
        ...parts.history,
        hasCalled: async (query) => store.hasCalled(query) || (await parts.history.hasCalled(query)),
      } satisfies History,
      happen: (run: Run, runEvents: readonly RunEvent[]) =>
        commits.commit(() => lifecycle.happen(run.id, ...runEvents) ?? run),
      after: (run: Run, runEvent: RunEvent) => lifecycle.after(run, runEvent),
      isFirstInLine: ({ id }: Run) => store.agenda.isFirstInLine(id),
      isAlone: (run: Run) => store.isAlone(run),
      runOf: async (of: Pick<Run, "id" | "subject">) => store.run(of.id) ?? (await parts.runOf(of)),
      lines: new RunLines(),
    };
    this.loop = new AlarmLoop({
      store,
      isTakingIn: () => this.#intake.isBusy,
      outbox,
      slots: parts.policy.maxCallsInFlight,
      now,
      sleep,
      advance: (due: DueRun, mayGoOn) => advance(due, around, mayGoOn),
      notKept: (id, error) => lifecycle.notKept(id, error),
      record: async (rows) => {
        let end = outbox.auditEnd();
        await putOnRecord(rows, async (some) => {
          end = await this.#record(some, end);
        });
      },
      sendMessages: parts.sendMessages,
      dropMessage: (message) => this.#dropMessage(message),
    });
    this.#intake = new Intake({
      store,
      commits,
      now,
      sleep,
      quiet: () => this.loop.wake(),
      newId: parts.newId,
      committed: (wanted) => (wanted ? parts.wake() : void this.#recordSoon()),
      forWhom: (event) => forWhom(parts, event),
    });
    lifecycle.takeUpAfterRestart();
  }

  /** Resolves once others have had their chance to come: at once while only one run, or a few deliveries, are at work. */
  async company(): Promise<void> {
    if (this.loop.inFlight > 1 || this.#intake.isBusy) await this.#parts.sleep(COMPANY_MS);
  }

  /**
   * Puts on record what has nothing else to come of it, without an alarm: after a kill the next look of the cron sees to
   * it. What one batch does not take goes the usual way.
   */
  async #recordSoon(): Promise<void> {
    if (await this.loop.record()) this.#parts.wake();
  }

  /** See {@link DeskStore.holds}. */
  holds(sought: Sought): Held {
    return this.#store.holds(sought);
  }

  /** Keeps a verified delivery. Once this has answered, the event is in the database. */
  accept(incoming: Incoming): Promise<Accepted> {
    return this.#intake.accept(incoming);
  }

  /** Keeps events that concern nobody until the ledger, which was away, has them. Ids that it has change nothing there. */
  async keep(rows: readonly EventRow[]): Promise<void> {
    this.#store.transaction(() => {
      for (const row of rows) this.#store.insertEvent(row, []);
    });
    this.#parts.wake();
  }

  /** Adds an entry to this desk's audit chain. */
  note(entry: AuditEntry): void {
    this.#store.note(entry);
    this.#parts.wake();
  }

  /** Looks at once whether what was paused may go on. */
  pauseLifted(): void {
    this.#store.hurry(this.#parts.now(), ({ paused, state }) => paused && isUnderWay(state));
    this.#parts.wake();
  }

  /** A run as it stands now, which the ledger learns of a moment later; `null` where the desk has forgotten it. */
  run(id: string): Run | null {
    return this.#store.run(id);
  }

  /** The same with what its event is called. */
  titledRun(id: string): TitledRun | null {
    const due = this.#store.runWithEvent(id);
    return due && { run: due.run, headline: headlineOf(withLearned(due.event, due.run.learned), due.source) };
  }

  /** Runs that wait for a person, the longest there first. */
  waiting(state: NeedingState, limit: number): TitledRun[] {
    const ids = this.#store.idsIn(state).slice(0, limit);
    return ids.flatMap((id) => this.titledRun(id) ?? []);
  }

  health(): DeskHealth {
    return {
      ...this.#store.agenda.load(this.#parts.now()),
      inFlight: this.loop.inFlight,
      unrecordedSince: this.#outbox.unrecordedSince(),
    };
  }

  /** The look of each minute: forgets old deliveries, has no run wait for a clock that was ahead, reports a record that lags. */
  look(): void {
    const now = this.#parts.now();
    this.#store.forgetDeliveries(now);
    this.#store.hurry(
      now,
      ({ dueAt, state }) =>
        dueAt !== null &&
        dueAt > now &&
        RUN_STATE[state].waitsFor === null &&
        leftOf(dueAt, now, LONGEST_WAIT_MS) === 0,
    );
    const since = this.#outbox.unrecordedSince();
    if (since !== null && now - since > LEDGER_LAG_ALERT_MS)
      log("ledger_lagging", {
        level: "alert",
        desk: this.#parts.name,
        seconds: Math.round((now - since) / 1000),
      });
  }

  /** Nobody takes it: operators are told, and the run's trail says that somebody was not. */
  #dropMessage({ n, message: { about, run } }: KeptMessage): void {
    log("message_dropped", { level: "alert", run: run.id, about, state: run.state });
    const { id: runId, eventId, state } = run;
    const detail = { state, code: "refused" };
    this.#store.transaction(() => {
      this.#outbox.sent(n);
      const at = this.#parts.now();
      this.#store.note({ at, type: "answer.undelivered", runId, eventId, actor: "reeve", detail });
    });
  }

  /**
   * Puts rows on record, and notes the writes that are there whole.
   * @param end of the audit chain before them
   * @returns the end of it with them
   */
  async #record(rows: readonly OutboxRow[], end: AuditEnd): Promise<AuditEnd> {
    const { name, record } = this.#parts;
    const audit = rows.filter((row) => row.kind === "audit");
    const links = await chain(
      end.hash,
      audit.map(({ row }, at) => ({ ...row, desk: name, seq: end.seq + 1 + at })),
    );
    await record(
      rows.flatMap((row) => (row.kind === "event" ? row.row : [])),
      rows.flatMap((row) => (row.kind === "run" ? row.row : [])),
      links,
      rows.flatMap((row) => (row.kind === "inventory" ? (row.row ?? []) : [])),
    );
    const whole = rows.findLast(({ last }) => last)?.n;
    if (whole !== undefined)
      this.#outbox.recorded(whole, links[audit.findLastIndex(({ n }) => n <= whole)] ?? end);
    return links.at(-1) ?? end;
  }
}
