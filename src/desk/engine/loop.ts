// Works on due runs, a step at a time, and sends data to the ledger and the outbox, from one alarm to the next.
import { isRepeatable } from "../../actions/action.ts";
import { log } from "../../base/log.ts";
import { WAITS_MS, waitLeft } from "../../base/waits.ts";
import { nextStep, type RunEvent, type Step, type StepResult } from "../../runs/events.ts";
import { currentEffect } from "../../runs/journal.ts";
import { hasExpired, type Run } from "../../runs/run.ts";
import { admit, call, findNobodyLeft, look, readEnd } from "./act.ts";
import type { AgendaEntry } from "./agenda.ts";
import { listMessages, makeRows, recordRows } from "./handover.ts";
import type { DeskContext } from "./inside.ts";
import { checkRegularly, endInTime, MAX_WHOLE_STEP_MS } from "./limits.ts";
import { askOnCallNow, type LearnedFromEvent, plan } from "./plan.ts";
import { toFailure } from "./propose.ts";
import type { DeskStore, DueRun } from "./store.ts";

/**
 * Advances a due run until it ends or must wait. The result of a step is on disk before the next step starts, or is
 * written together with the next result if a crash in between does no harm (see {@link mayWait}). The output gate of a
 * Durable Object delays every call until the writes before it are on disk, so no effect is sent before its journal and
 * audit entries are safe.
 * @param mayGoOn Returns false once no step may start: the next alarm then continues the run
 * @throws Error if a result can't be written, or if a step changes nothing and is due again
 */
export async function advance(
  due: DueRun,
  desk: DeskContext,
  mayGoOn: () => boolean = () => true,
): Promise<void> {
  const { store, commit, lifecycle, lines, now } = desk;
  const isFirstInLine = () => store.agenda.isFirstInLine(due.run.id);
  let { run } = due;
  let written = run;
  let unwritten: RunEvent[] = [];
  let writing = Promise.withResolvers<void>();
  const write = async () => {
    const before = written;
    const [runEvents, { resolve: tell }] = [unwritten, writing];
    [unwritten, writing] = [[], Promise.withResolvers<void>()];
    try {
      written = await commit(() => lifecycle.applyEvents(before.id, ...runEvents) ?? before);
    } finally {
      tell();
    }
    run = written;
    return run.version !== before.version;
  };
  try {
    for (;;) {
      const wanted = nextStep(run);
      if (wanted.do === "wait") return;
      // A call that is marked as sending must be sent: otherwise its outcome stays unknown.
      if (wanted.do !== "send" && !isFirstInLine()) return;
      const started = now();
      const outcome = await performInTime(wanted, { ...due, run }, desk, writing.promise);
      const at = now();
      const runEvent: RunEvent = { ...outcome, at };
      const before = run;
      unwritten.push(runEvent);
      run = lifecycle.after(run, runEvent);
      const mayHold = run.dueAt !== null && run.dueAt <= at && isFirstInLine() && mayGoOn();
      const hasChanged =
        mayHold && unwritten.length < MAX_UNWRITTEN && mayWait(outcome, before, run, store)
          ? run.version !== before.version
          : await write();
      const step = { wanted, outcome, durationMs: at - started };
      lines.add(run, step);
      if (run.dueAt === null || run.dueAt > at)
        return run.version === due.run.version ? lines.forget(run) : lines.rests(run, due, step, at);
      // A proposal of many steps makes room for other runs after each step. A run whose time has come takes its turn
      // among the runs in progress.
      if (MAKES_ROOM.has(outcome.type)) return;
      // A person might have resumed an earlier run during the request to Control.
      if (!hasChanged && !isFirstInLine()) return;
      // The same step would repeat forever. The caller delays the run.
      if (!hasChanged) throw new Error(`${outcome.type} has no effect on a run that is ${run.state}`);
      if (unwritten.length > 0) continue;
      // Do not stop between `sending` on disk and the call: a restart there would leave the call's outcome unknown.
      if (outcome.type !== "admitted" && !mayGoOn()) return;
    }
  } finally {
    writing.resolve();
  }
}

/**
 * Returns true if the result of a step may be written together with the next one. A crash in between loses the result,
 * so repeating the step must do no harm: a plan that replaces nothing is made again, and a repeatable call that is sent
 * again finds its effect.
 */
function mayWait(outcome: StepResult, before: Run, after: Run, store: DeskStore): boolean {
  const wanted = nextStep(after);
  if (outcome.type === "looked") return true;
  if (wanted.do !== "admit" && wanted.do !== "look") return false;
  if (outcome.type === "planned") return store.isAlone(after);
  const current = currentEffect(before);
  return outcome.type === "applied" && current !== null && isRepeatable(current.entry.operation);
}

/** Results after which a run waits for its turn again. */
const MAKES_ROOM: ReadonlySet<string> = new Set<StepResult["type"]>(["progressed", "come_due", "expired"]);

/** Maximum number of results that are written together, so that a long plan does not hold up other runs. */
const MAX_UNWRITTEN = 4;

type ActiveStep = Exclude<Step, { do: "wait" }>;

/** Performs a step. An error or a timeout becomes the result `failed`, except in a verification or a reminder. */
async function performInTime(
  wanted: ActiveStep,
  due: DueRun,
  desk: DeskContext,
  written: Promise<void>,
): Promise<StepResult & LearnedFromEvent> {
  const result = perform(wanted, due, desk, written);
  try {
    // Do not limit the time of a call here: the client does so, and an earlier end would leave the call's outcome
    // unknown.
    return await (wanted.do === "send" ? result : endInTime(result, desk, MAX_WHOLE_STEP_MS));
  } catch (error) {
    // Neither a verification nor a reminder can fail: a failed read is repeated later.
    if (wanted.do === "look") return { type: "looked", n: wanted.n, shows: false };
    if (wanted.do === "remind") return { type: "reminded" };
    return { type: "failed", failure: toFailure(error) };
  }
}

async function perform(
  wanted: ActiveStep,
  due: DueRun,
  desk: DeskContext,
  written: Promise<void>,
): Promise<StepResult & LearnedFromEvent> {
  switch (wanted.do) {
    case "propose":
      return plan(due, desk);
    case "admit":
      return admit(wanted.plan, due, desk);
    case "send":
      return call(due.run, wanted.call, desk, written);
    case "look":
      return look(wanted.n, wanted.call, desk);
    case "remind":
      if (due.run.state === "awaiting_follow_up") return readEnd(due.run, desk);
      // If the desk was down until after the expiry, it is too late for a reminder.
      if (hasExpired(due.run, desk.now())) return { type: "expired" };
      return (await findNobodyLeft(await askOnCallNow(due, desk), desk)) ?? { type: "reminded" };
    case "expire":
      return { type: "expired" };
    case "come_due":
      return { type: "come_due" };
    default:
      return wanted satisfies never;
  }
}

/**
 * Maximum runs in flight that propose or act. Memory is the limit: most runs wait for a slot, a response or the disk,
 * and several desks can share the 128 MiB of an isolate.
 */
const MAX_RUNS_IN_FLIGHT = 64;
/** Maximum runs in flight of one automation that propose or act. */
const MAX_OF_AUTOMATION = 48;
/** Maximum characters of the runs in flight and their events. In memory, they take up several times as many bytes. */
const MAX_CHARS_IN_FLIGHT = 4_000_000;
/**
 * Number of runs that any automation may have in flight even beyond the limits on all runs and their characters, so
 * that hanging runs of other automations never block it.
 */
const ALWAYS_OF_AUTOMATION = 2;
/** Maximum milliseconds that a due run waits for deliveries that are being written to disk. */
const MAX_GIVING_WAY_MS = 2_000;
/** Maximum events, and runs, in one write to the ledger; {@link makeRows} limits their size. */
const LEDGER_BATCH = 100;
/**
 * Maximum number of times that a write to the ledger waits for further rows while runs are in flight. Waiting lets one
 * transaction record more runs, and each run only once.
 */
const MAX_GATHERS = 5;
/** Number of consecutive errors of a run's steps after which the run fails. */
const MAX_FAULTS = 3;
const MAX_ERROR_CHARS = 300;
/**
 * Milliseconds that a write, or a request to Control, waits for more of its kind while several runs or deliveries are
 * in progress.
 */
const COMPANY_MS = 5;
const MESSAGE_BATCH = 20;

interface RunInFlight extends Pick<AgendaEntry, "automation" | "turn"> {
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
  /** When the next write to the ledger may start after a failure, in Unix milliseconds. */
  #recordAt = 0;
  /**
   * Maximum events, and runs, in the next write to the ledger. The maximum shrinks after a failure, which might have
   * been caused by the size.
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
   * Resolves when no more writes, or requests to Control, are likely to join a group: immediately if no other work is
   * in progress, so that a single delivery never waits.
   */
  async gather(): Promise<void> {
    if (this.#inFlight.size + this.#accepting > 1) await this.#desk.sleep(COMPANY_MS);
  }

  /**
   * Commits a delivery. Until the delivery is on disk, but for at most {@link MAX_GIVING_WAY_MS}, no run that can wait
   * is started, so that the sender receives the 202 soon.
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
   * Works until nothing is due or the time is up. It does not wait for steps that are still in progress then: the next
   * call of this method works on other runs meanwhile.
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
        // Wait until a step, or a write to the ledger or the outbox, has ended, a delivery or a decision is stored, or
        // a second has passed.
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

  #start({ id, automation, turn }: AgendaEntry, mayGoOn: () => boolean): void {
    const { store } = this.#desk;
    const due = store.runWithEvent(id);
    if (!due) return;
    store.agenda.setTaken(id, true);
    const chars = store.countChars(id);
    advance(due, this.#desk, mayGoOn)
      .then(() => void this.#faults.delete(id))
      .catch((error: unknown) => this.#fault(id, error))
      .finally(() => {
        store.agenda.setTaken(id, false);
        this.#inFlight.delete(id);
        this.wake();
      });
    this.#inFlight.set(id, { automation, turn, chars });
  }

  #room(automation: string, turn: AgendaEntry["turn"]): number {
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

  /** Delays a run whose step could not be written or changed nothing. After the third error in a row, the run fails. */
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

  /** Starts a write to the ledger if rows are pending. */
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
