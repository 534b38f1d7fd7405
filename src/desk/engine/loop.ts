// Works on due runs and sends data to the ledger, from one alarm to the next.
import { log } from "../../base/log.ts";
import { WAITS_MS, waitLeft } from "../../base/waits.ts";
import { advance } from "./advance.ts";
import type { Entry } from "./agenda.ts";
import { listMessages, makeRows, recordRows } from "./handover.ts";
import type { DeskContext } from "./inside.ts";
import { checkRegularly } from "./limits.ts";

/**
 * Maximum runs in flight that propose or act, in total and per automation. Memory is the limit: most runs wait for a
 * slot, a response or the disk, and several desks may share the 128 MiB of an isolate.
 */
const MAX_RUNS_IN_FLIGHT = 64;
const MAX_OF_AUTOMATION = 48;
/** Maximum characters of these runs and their events. In memory, they take up several times as many bytes. */
const MAX_CHARS_IN_FLIGHT = 4_000_000;
/**
 * Number of runs that any automation may start beyond these limits, so that hanging runs of other automations never
 * block it.
 */
const ALWAYS_OF_AUTOMATION = 2;
/** Maximum time that a due run waits for deliveries that are being written to disk. */
const MAX_GIVING_WAY_MS = 2_000;
/** Maximum events, and runs, in one ledger batch; {@link makeRows} limits their size. */
const LEDGER_BATCH = 100;
/**
 * How often a batch waits for further rows while runs are in flight, so that each run is recorded only once, and one
 * transaction records more runs.
 */
const MAX_GATHERS = 5;
/** Number of consecutive errors of a run's steps after which the run fails. */
const MAX_FAULTS = 3;
const MAX_ERROR_CHARS = 300;
/** How long a write, or a question to Control, waits for others while several runs or deliveries are in progress. */
const COMPANY_MS = 5;
const MESSAGE_BATCH = 20;

interface RunInFlight extends Pick<Entry, "automation" | "turn"> {
  readonly chars: number;
}

/** Works on due runs, a limited number at a time, and meanwhile sends data to the ledger and the outbox. */
export class AlarmLoop {
  readonly #desk: DeskContext;
  readonly #inFlight = new Map<string, RunInFlight>();
  readonly #faults = new Map<string, number>();
  /** Number of deliveries that are being written to disk. */
  #accepting = 0;
  #recording: Promise<void> | null = null;
  /** When the ledger may be retried. */
  #recordAt = 0;
  /**
   * Maximum events, and runs, in the next batch. The maximum shrinks after a failure, which might have been caused by
   * the size.
   */
  #batch = LEDGER_BATCH;
  #hasMore = false;
  #sending: Promise<void> | null = null;
  #sendAt = 0;
  #change = Promise.withResolvers<void>();

  constructor(desk: DeskContext) {
    this.#desk = desk;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  wake(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers<void>();
    resolve();
  }

  /**
   * Resolves when a group of writes or questions is complete: immediately if no other work is in progress, so that a
   * single delivery never waits.
   */
  async gather(): Promise<void> {
    if (this.#inFlight.size + this.#accepting > 1) await this.#desk.sleep(COMPANY_MS);
  }

  /**
   * Commits a delivery. Until the delivery is on disk, no run that can wait is started, so that the sender receives the
   * 202 soon.
   */
  async accept<Result>(commit: () => Promise<Result>): Promise<Result> {
    this.#accepting++;
    try {
      return await commit();
    } finally {
      const onDisk = () => {
        this.#accepting--;
        this.wake();
      };
      this.#desk.sync().then(onDisk, onDisk);
    }
  }

  /**
   * Works until nothing is due or the time is up. A step that has begun by then continues, and so does not hold up other
   * runs: the next call of this method starts them.
   * @param until Unix milliseconds
   * @param mayCall Returns false once no step may start, even within a run
   */
  async work(until: number, mayCall = () => true): Promise<void> {
    const mayGoOn = () => this.#desk.now() < until && mayCall();
    // Runs become due, and waits end, while steps of other runs are in progress.
    const stopLooking = checkRegularly(this.#desk, () => this.wake());
    try {
      while (mayGoOn()) {
        this.#startRuns(mayGoOn);
        this.#startRecording();
        this.#startSending();
        if (this.#inFlight.size + this.#accepting === 0 && !this.#sending && !this.#recording) return;
        // A run or a batch has completed a step, a delivery was stored, or a second has passed.
        await this.#change.promise;
      }
    } finally {
      stopLooking();
    }
  }

  /** Returns when the next work is due, in Unix milliseconds, or `null` if there is none. */
  nextLook(): number | null {
    const { store } = this.#desk;
    const now = this.#desk.now();
    if (this.#inFlight.size > 0) return now;
    const unrecorded =
      store.pendingRecords.length > 0 ? now + waitLeft(this.#recordAt, now, WAITS_MS.fault) : null;
    const unsent =
      store.pendingMessages.length > 0 ? now + waitLeft(this.#sendAt, now, WAITS_MS.fault) : null;
    const times = [store.agenda.nextDue(), unrecorded, unsent].filter((time) => time !== null);
    return times.length > 0 ? Math.max(now, Math.min(...times)) : null;
  }

  #startRuns(mayGoOn: () => boolean): void {
    const { store, now } = this.#desk;
    for (const entry of store.agenda.turns(now(), (automation, turn) => this.#room(automation, turn))) {
      const givesWay = entry.turn === 2 && this.#accepting > 0;
      if (givesWay && waitLeft((entry.dueAt ?? 0) + MAX_GIVING_WAY_MS, now(), MAX_GIVING_WAY_MS) > 0)
        continue;
      if (this.#room(entry.automation, entry.turn) > 0) this.#start(entry, mayGoOn);
    }
  }

  #start({ id, automation, turn }: Entry, mayGoOn: () => boolean): void {
    const { store } = this.#desk;
    const due = store.runWithEvent(id);
    if (!due) return;
    store.agenda.take(id);
    const chars = store.countChars(id);
    advance(due, this.#desk, mayGoOn)
      .then(() => void this.#faults.delete(id))
      .catch((error: unknown) => this.#fault(id, error))
      .finally(() => {
        store.agenda.putBack(id);
        this.#inFlight.delete(id);
        this.wake();
      });
    this.#inFlight.set(id, { automation, turn, chars });
  }

  #room(automation: string, turn: Entry["turn"]): number {
    // Runs that only expire or become due never wait for runs that make calls.
    if (turn === 0) return MAX_OF_AUTOMATION;
    let [others, own, chars] = [0, 0, 0];
    for (const one of this.#inFlight.values()) {
      if (one.turn === 0) continue;
      others++;
      chars += one.chars;
      if (one.automation === automation) own++;
    }
    const room = Math.min(MAX_RUNS_IN_FLIGHT - others, MAX_OF_AUTOMATION - own);
    return Math.max(chars < MAX_CHARS_IN_FLIGHT ? room : 0, ALWAYS_OF_AUTOMATION - own);
  }

  /** Delays a run whose step could not be written. After the third error in a row, the run fails. */
  async #fault(id: string, error: unknown): Promise<void> {
    const faults = (this.#faults.get(id) ?? 0) + 1;
    log("desk_fault", { level: "alert", run: id, faults, error: String(error).slice(0, MAX_ERROR_CHARS) });
    this.#faults.set(id, faults);
    try {
      this.#desk.lifecycle.recordLostWrite(id, faults < MAX_FAULTS ? undefined : error);
      if (faults >= MAX_FAULTS) this.#faults.delete(id);
    } catch (worse) {
      log("desk_fault", { level: "alert", run: id, faults, error: String(worse).slice(0, MAX_ERROR_CHARS) });
    }
    await this.#desk.sleep(WAITS_MS.fault);
  }

  #startSending(): void {
    const { now, sendMessages, store } = this.#desk;
    if (this.#sending || waitLeft(this.#sendAt, now(), WAITS_MS.fault) > 0) return;
    const { messages, upTo } = listMessages(store, MESSAGE_BATCH);
    if (messages.length === 0) return;
    this.#sending = sendMessages(messages)
      .then(() => store.advance({ delivered: upTo }))
      .catch((error: unknown) => {
        this.#sendAt = now() + WAITS_MS.fault;
        const text = String(error).slice(0, MAX_ERROR_CHARS);
        log("outbox_unreachable", { messages: messages.length, error: text });
      })
      .finally(() => {
        this.#sending = null;
        this.wake();
      });
  }

  /** Starts a batch if rows are pending. */
  #startRecording(): void {
    const { now, store } = this.#desk;
    if (this.#recording || store.pendingRecords.length === 0) return;
    if (waitLeft(this.#recordAt, now(), WAITS_MS.fault) > 0) return;
    this.#recording = this.#record()
      .catch((error: unknown) => {
        this.#recordAt = now() + WAITS_MS.fault;
        this.#batch = Math.ceil(this.#batch / 2);
        log("ledger_unreachable", { error: String(error) });
      })
      .finally(() => {
        this.#recording = null;
        this.wake();
      });
  }

  async #record(): Promise<void> {
    for (let n = 0; !this.#hasMore && n < MAX_GATHERS && (n === 0 || this.#inFlight.size > 0); n++)
      await this.#desk.sleep(WAITS_MS.gather);
    const { more, rows } = makeRows(this.#desk.store, this.#batch, this.#desk.now());
    this.#hasMore = more;
    if (rows.length > 0) await recordRows(rows, this.#desk);
    this.#batch = Math.min(LEDGER_BATCH, this.#batch + 1);
  }
}
