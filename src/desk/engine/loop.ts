// Works on due runs and feeds the ledger, from one alarm to the next.
import { log } from "../../base/log.ts";
import { waitLeft } from "../../base/waits.ts";
import type { Entry } from "./agenda.ts";
import { limitShare } from "./calls.ts";
import { listMessages, makeRows, recordRows } from "./handover.ts";
import { advance, type DeskInside } from "./step.ts";

/** Runs under way for each connection: while some are written, others call. */
const RUNS_PER_CONNECTION = 4;
/** Runs in addition that expire, come due or answer their sender: they never wait for runs that propose or act. */
const MAX_ENDS_IN_FLIGHT = 2;
/** Most events, and runs, that are sent to the ledger in one batch; {@link makeRows} limits their bytes. */
const LEDGER_BATCH = 100;
/** The wait for more before a batch is sent, so that a run is recorded whole and not step by step. */
const LEDGER_GATHER_MS = 200;
/** The rest of a run whose step could not be written. */
const FAULT_REST_MS = 5_000;
/** A run is given up after this many such faults in a row. */
const MAX_FAULTS = 3;
const MAX_TOLD_CHARS = 300;
const MESSAGE_BATCH = 20;
/** The wait before messages that could not be handed over are tried again. */
const MESSAGE_RETRY_MS = 5_000;
/** The wait before a ledger that could not be reached is tried again. */
const LEDGER_RETRY_MS = 5_000;

/** Works on due runs, a bounded number at once, and hands over to the ledger and the outbox meanwhile. */
export class AlarmLoop {
  readonly #desk: DeskInside;
  readonly #inFlight = new Map<string, Pick<Entry, "automation" | "turn"> & { working: Promise<void> }>();
  readonly #faults = new Map<string, number>();
  #recording: Promise<void> | null = null;
  /** The earliest next try of the ledger. */
  #recordAt = 0;
  /** Events, and runs, of the next batch. It shrinks after a failure, which may have been for its size. */
  #batch = LEDGER_BATCH;
  #hasMore = false;
  #sending: Promise<void> | null = null;
  #sendAt = 0;
  #wake: () => void = () => {};

  constructor(desk: DeskInside) {
    this.#desk = desk;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  wake(): void {
    this.#wake();
  }

  /**
   * Works until nothing is due or the time is up.
   * @param until Unix milliseconds
   * @param mayCall False once no step may begin, even in the middle of a run
   */
  async work(until: number, mayCall = () => true): Promise<void> {
    const mayGoOn = () => this.#desk.now() < until && mayCall();
    try {
      while (mayGoOn()) {
        this.#startRuns(mayGoOn);
        const recordIn = this.#startRecording();
        this.#startSending();
        if (this.#inFlight.size === 0 && !this.#sending && !this.#recording) return;
        await this.#somethingSettled(recordIn);
      }
    } finally {
      await Promise.allSettled(Array.from(this.#inFlight.values(), ({ working }) => working));
    }
  }

  /** The time of the next work, Unix milliseconds. */
  nextLook(): number | null {
    const { store } = this.#desk;
    const now = this.#desk.now();
    const unrecorded =
      store.unrecorded.length > 0 ? now + waitLeft(this.#recordAt, now, LEDGER_RETRY_MS) : null;
    const unsent = store.untold.length > 0 ? now + waitLeft(this.#sendAt, now, MESSAGE_RETRY_MS) : null;
    const times = [store.agenda.nextDue(), unrecorded, unsent].filter((time) => time !== null);
    return times.length > 0 ? Math.max(now, Math.min(...times)) : null;
  }

  #startRuns(mayGoOn: () => boolean): void {
    const { store, now } = this.#desk;
    for (const entry of store.agenda.turns(now(), (automation, turn) => this.#room(automation, turn)))
      if (this.#room(entry.automation, entry.turn) > 0) this.#start(entry, mayGoOn);
  }

  #start({ id, automation, turn }: Entry, mayGoOn: () => boolean): void {
    const { store } = this.#desk;
    const due = store.runWithEvent(id);
    if (!due) return;
    store.agenda.take(id);
    const working = advance(due, this.#desk, mayGoOn)
      .then(() => void this.#faults.delete(id))
      .catch((error: unknown) => this.#fault(id, error))
      .finally(() => {
        store.agenda.putBack(id);
        this.#inFlight.delete(id);
        this.#wake();
      });
    this.#inFlight.set(id, { automation, turn, working });
  }

  #room(automation: string, turn: Entry["turn"]): number {
    const slots = turn === 0 ? MAX_ENDS_IN_FLIGHT : RUNS_PER_CONNECTION * this.#desk.policy.maxCallsInFlight;
    let [beside, own] = [0, 0];
    for (const one of this.#inFlight.values()) {
      if ((one.turn === 0) !== (turn === 0)) continue;
      beside++;
      if (one.automation === automation) own++;
    }
    return Math.min(slots - beside, limitShare(slots) - own);
  }

  /** Lets a run rest whose step could not be written; the third time in a row it is given up. */
  async #fault(id: string, error: unknown): Promise<void> {
    const faults = (this.#faults.get(id) ?? 0) + 1;
    log("desk_fault", { level: "alert", run: id, faults, error: String(error).slice(0, MAX_TOLD_CHARS) });
    this.#faults.set(id, faults);
    try {
      this.#desk.lifecycle.notKept(id, faults < MAX_FAULTS ? undefined : error);
      if (faults >= MAX_FAULTS) this.#faults.delete(id);
    } catch (worse) {
      log("desk_fault", { level: "alert", run: id, faults, error: String(worse).slice(0, MAX_TOLD_CHARS) });
    }
    await this.#desk.sleep(FAULT_REST_MS);
  }

  #startSending(): void {
    const { now, sendMessages, store } = this.#desk;
    if (this.#sending || waitLeft(this.#sendAt, now(), MESSAGE_RETRY_MS) > 0) return;
    const { messages, upTo } = listMessages(store, MESSAGE_BATCH);
    if (messages.length === 0) return;
    this.#sending = sendMessages(messages)
      .then(() => store.advance({ told: upTo }))
      .catch((error: unknown) => {
        this.#sendAt = now() + MESSAGE_RETRY_MS;
        const text = String(error).slice(0, MAX_TOLD_CHARS);
        log("outbox_unreachable", { messages: messages.length, error: text });
      })
      .finally(() => {
        this.#sending = null;
        this.#wake();
      });
  }

  /** Starts a batch if rows wait for one. @returns the milliseconds until the ledger may be tried again */
  #startRecording(): number | null {
    if (this.#recording) return null;
    const { now, store } = this.#desk;
    const wait = waitLeft(this.#recordAt, now(), LEDGER_RETRY_MS);
    if (wait > 0) return wait;
    if (store.unrecorded.length === 0) return null;
    this.#recording = this.#record()
      .catch((error: unknown) => {
        this.#recordAt = now() + LEDGER_RETRY_MS;
        this.#batch = Math.ceil(this.#batch / 2);
        log("ledger_unreachable", { error: String(error) });
      })
      .finally(() => {
        this.#recording = null;
        this.#wake();
      });
    return null;
  }

  async #record(): Promise<void> {
    if (!this.#hasMore) await this.#desk.sleep(LEDGER_GATHER_MS);
    const { more, rows } = makeRows(this.#desk.store, this.#batch);
    this.#hasMore = more;
    await recordRows(rows, this.#desk);
    this.#batch = Math.min(LEDGER_BATCH, this.#batch + 1);
  }

  /** Resolves when a run or a batch has made a step, a delivery has come in, or the time is up. */
  async #somethingSettled(timeoutMs: number | null): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (timeoutMs !== null) void this.#desk.sleep(timeoutMs).then(resolve);
    });
  }
}
