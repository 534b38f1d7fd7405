// A desk without its Durable Object, so that simulations and tests run the same code.
import type { History } from "../automations/kit/automation.ts";
import { log } from "../base/log.ts";
import { chain } from "../ledger/audit-chain.ts";
import type { Announcement } from "./announcement.ts";
import { DELIVERY_MEMORY_MS } from "./delivery-memory.ts";
import type { DeskParts } from "./deps.ts";
import { forWhom } from "./for-whom.ts";
import { type Accepted, type Incoming, Intake } from "./intake.ts";
import { Lifecycle } from "./lifecycle.ts";
import { AlarmLoop } from "./loop.ts";
import { Decider } from "./operate/decider.ts";
import { DeskOutbox, type Outbox } from "./outbox.ts";
import { putOnRecord } from "./recording.ts";
import type { AuditEntry } from "./run/audit.ts";
import type { Happening } from "./run/events.ts";
import type { Run } from "./run/run.ts";
import { RunLines } from "./run/run-lines.ts";
import { advance } from "./run/step.ts";
import { DESK_TABLES } from "./schema.ts";
import { DeskStore, type DueRun, type Held, type Sought } from "./store.ts";
import { openTables } from "./tables.ts";

/** How long something may be missing from the ledger before operators are told. */
const LEDGER_LAG_ALERT_MS = 60_000;

/** How a desk is doing. */
export interface DeskHealth {
  /** Runs that are not over and wait for a time or a person; that are due; and, of those, that are worked on. */
  readonly waiting: number;
  readonly due: number;
  readonly inFlight: number;
  /** Since when something is missing from the ledger, Unix milliseconds; `null` where nothing is. */
  readonly unrecordedSince: number | null;
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
    const store = new DeskStore(database);
    this.#parts = parts;
    const outbox = new DeskOutbox(database);
    this.#store = store;
    this.#outbox = outbox;
    const lifecycle = new Lifecycle(parts, store, outbox);
    this.decider = new Decider(parts, store, outbox, lifecycle);
    const around = {
      ...parts,
      history: {
        ...parts.history,
        hasCalled: async (query) => store.hasCalled(query) || (await parts.history.hasCalled(query)),
      } satisfies History,
      happen: (run: Run, happening: Happening) => lifecycle.happen(run.id, happening) ?? run,
      isFirstInLine: ({ id }: Run) => store.isFirstInLine(id),
      lines: new RunLines(),
    };
    this.loop = new AlarmLoop({
      store,
      outbox,
      slots: parts.policy.maxCallsInFlight,
      now,
      sleep,
      advance: (due: DueRun, mayGoOn) => advance(due, around, mayGoOn),
      notKept: (id, error) => lifecycle.notKept(id, error),
      record: (rows) => putOnRecord(rows, (some) => this.#record(some)),
      announce: parts.announce,
      dropAnnouncement: (seq, announcement) => this.#dropAnnouncement(seq, announcement),
    });
    this.#intake = new Intake({
      store,
      now,
      sleep,
      transaction: parts.transaction,
      newId: parts.newId,
      committed: parts.wake,
      forWhom: (event) => forWhom(parts, event),
    });
    lifecycle.takeUpAfterRestart();
  }

  /** See {@link DeskStore.holds}. */
  holds(sought: Sought): Held {
    return this.#store.holds(sought);
  }

  /** Keeps a verified delivery. Once this has answered, the event is in the database. */
  accept(incoming: Incoming): Promise<Accepted> {
    return this.#intake.accept(incoming);
  }

  /** Adds an entry to this desk's audit chain. */
  note(entry: AuditEntry): void {
    this.#outbox.insertAudit(entry);
    this.#parts.wake();
  }

  /** Looks at once whether what was paused may go on. */
  pauseLifted(): void {
    this.#store.hurryPaused(this.#parts.now());
    this.#parts.wake();
  }

  /** A run as it stands now, which the ledger learns of a moment later; `null` where the desk has forgotten it. */
  run(id: string): Run | null {
    return this.#store.run(id);
  }

  health(): DeskHealth {
    return {
      ...this.#store.load(this.#parts.now()),
      inFlight: this.loop.inFlight,
      unrecordedSince: this.#outbox.unrecordedSince(),
    };
  }

  /** The look of each minute: forgets old deliveries, and reports a record that lags. */
  look(): void {
    const now = this.#parts.now();
    this.#store.forgetDeliveries(now - DELIVERY_MEMORY_MS);
    const since = this.#outbox.unrecordedSince();
    if (since !== null && now - since > LEDGER_LAG_ALERT_MS)
      log("ledger_lagging", {
        level: "alert",
        desk: this.#parts.name,
        seconds: Math.round((now - since) / 1000),
      });
  }

  /** Nobody takes it: operators are told, and the run's trail says that somebody was not. */
  #dropAnnouncement(seq: number, { about, run }: Announcement): void {
    log("announcement_dropped", { level: "alert", run: run.id, about, state: run.state });
    const { id: runId, eventId, state } = run;
    const detail = { state, code: "refused" };
    this.#parts.transaction(() => {
      this.#outbox.announced(seq);
      const at = this.#parts.now();
      this.#outbox.insertAudit({ at, type: "answer.undelivered", runId, eventId, actor: "reeve", detail });
    });
  }

  async #record(outbox: Outbox): Promise<void> {
    const { name, record, transaction } = this.#parts;
    const previous = this.#outbox.auditHash();
    const links = await chain(
      previous,
      outbox.audit.map((entry) => ({ ...entry, desk: name })),
    );
    const inventory = outbox.inventory.flatMap(({ row }) => row ?? []);
    await record(outbox.events, outbox.runs, links, inventory);
    transaction(() => this.#outbox.recorded(outbox, links.at(-1)?.hash ?? previous));
  }
}
