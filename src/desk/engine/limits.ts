// Limits the calls out of the Durable Object and the duration of each step, so that a run that hangs does not delay other
// runs. The platform ends an alarm that makes too many calls, and lets an invocation wait for the response headers of at
// most six requests at a time.
import { Problem } from "../../base/problem.ts";
import {
  type Attempt,
  type Call,
  caller,
  type Governance,
  type Paced,
} from "../../governance/client/index.ts";
import type { Operation } from "../../governance/contract/operation.ts";
import type { DeskDeps } from "./deps.ts";
import type { Answerer } from "./facts.ts";

/** Resolves once all earlier writes are on disk. */
type Sync = () => Promise<void>;

/**
 * Methods of bindings that make a call outside the object: the methods of D1 and KV, and the method that returns the
 * stub of a Durable Object.
 */
const LEAVING: ReadonlySet<string | symbol> = new Set(["prepare", "batch", "get", "put", "getByName"]);

/**
 * Counts the calls that a Durable Object makes with `fetch` and the environment of `through`. A statement is counted
 * again with its batch, so the count can be too high.
 */
export class Subrequests {
  count = 0;

  readonly fetch = (url: string | URL, init: RequestInit): Promise<Response> => {
    this.count++;
    return fetch(url, init);
  };

  /** Returns an environment whose bindings count their calls. */
  through<Env extends object>(env: Env): Env {
    const members = Object.entries(env).map(([name, member]) => [
      name,
      typeof member === "object" && member !== null ? this.#counted(member) : member,
    ]);
    return { ...env, ...Object.fromEntries(members) };
  }

  #counted(binding: object): object {
    return new Proxy(binding, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...given: unknown[]) => {
          if (LEAVING.has(name)) this.count++;
          return member.apply(target, given);
        };
      },
    });
  }
}

/**
 * The name used instead of an automation for the desk's own reads, for example for people's decisions, the search for
 * people, the sizes of budgets, and the verification of effects.
 */
const FOR_PEOPLE = "";

interface CallSlot {
  readonly automation: string;
  readonly operation: Operation;
}

/**
 * The call slots of a desk, for its requests that wait for response headers: the platform allows six per invocation. A
 * request takes a slot once everything written before it is on disk, so that it can be sent immediately, and releases
 * the slot when the response headers arrive. One automation may use every slot that no other automation waits for; a
 * free slot goes to the automation that has the fewest.
 *
 * The limit on changes in flight includes each change that was made until its outcome is written. So after a crash, a
 * desk repeats at most as many accepted changes as it has slots.
 *
 * Two rules keep a service that does not respond from blocking a desk:
 * - Neither calls that change something nor calls of a single reading operation can take the last slot, which is left
 *   to reads with other operations and to the desk's own reads, for example for people's decisions.
 * - Operations whose last request timed out without headers share half of the slots, whether or not other automations
 *   wait.
 */
export class CallSlots {
  readonly #most: number;
  readonly #sync: Sync;
  readonly #taken = new Set<CallSlot>();
  /** Answered changes whose outcome is not written yet. */
  readonly #unwritten = new Set<CallSlot>();
  readonly #waiting = new Map<CallSlot, () => void>();
  /** Ids of the operations whose last request timed out without headers. */
  readonly #hanging = new Set<string>();

  constructor(limit: number, sync: Sync) {
    this.#most = limit;
    this.#sync = sync;
  }

  /**
   * Returns the API with its calls limited by the desk's slots. A wait between attempts and the reading of a body take
   * no slot.
   * @param automation The automation that the calls are made for.
   * @default none: the desk's own reads, see {@link FOR_PEOPLE}
   * @param written Resolves when the outcome of a change is written. @default the outcome is not waited for
   */
  through(governance: Governance, automation = FOR_PEOPLE, written?: Promise<void>): Governance {
    const call: Call = (operation, input, options) => {
      // The attempts of a call share its slot.
      const slot: CallSlot = { automation, operation };
      const paced: Paced = (send) => this.#send(slot, send, written);
      return (governance.call as Call)(operation, input, { ...options, paced });
    };
    return { prepare: (options) => governance.prepare(options), ...caller(call) };
  }

  async #send(slot: CallSlot, send: Parameters<Paced>[0], written?: Promise<void>): Promise<Attempt> {
    const { id } = slot.operation;
    // Another attempt means that an earlier 2xx response did not come from the API.
    this.#giveBack(slot, this.#unwritten);
    await this.#sync();
    if (this.#mayTake(slot)) this.#taken.add(slot);
    else await new Promise<void>((go) => this.#waiting.set(slot, go));
    let isMade = false;
    try {
      const attempt = await send(() => {
        this.#hanging.delete(id);
        if (written) this.#unwritten.add(slot);
        this.#giveBack(slot, this.#taken);
      });
      if (attempt.outcome === "timeout" && this.#taken.has(slot)) this.#hanging.add(id);
      isMade = attempt.outcome === "answered" && attempt.status < 300;
      return attempt;
    } finally {
      this.#giveBack(slot, this.#taken);
      const settle = () => this.#giveBack(slot, this.#unwritten);
      if (isMade) void written?.then(settle);
      else settle();
    }
  }

  #giveBack(slot: CallSlot, places: Set<CallSlot>): void {
    if (!places.delete(slot)) return;
    for (;;) {
      const next = this.#findNext();
      if (!next) return;
      const [granted, go] = next;
      this.#waiting.delete(granted);
      this.#taken.add(granted);
      go();
    }
  }

  /**
   * Finds the next request that may take a slot. The desk's own reads (see {@link FOR_PEOPLE}) come first, then
   * requests of the automation with the fewest slots, then requests that change something, since these are `sending` on
   * disk. Among equals, the oldest request comes first.
   */
  #findNext() {
    const rank = ({ automation, operation }: CallSlot) =>
      automation === FOR_PEOPLE
        ? -1
        : 2 * this.#count((one) => one.automation === automation) + (operation.effect === "read" ? 1 : 0);
    let first: { readonly rank: number; readonly waiting: readonly [CallSlot, () => void] } | undefined;
    for (const waiting of this.#waiting)
      if (this.#mayTake(waiting[0]) && rank(waiting[0]) < (first?.rank ?? Number.POSITIVE_INFINITY))
        first = { rank: rank(waiting[0]), waiting };
    return first?.waiting;
  }

  #mayTake({ automation, operation }: CallSlot): boolean {
    const free = this.#most - this.#taken.size;
    const isHanging = ({ id }: Operation) => this.#hanging.has(id);
    const ofHanging = this.#count((one) => isHanging(one.operation));
    if (free === 0 || (isHanging(operation) && ofHanging >= Math.ceil(this.#most / 2))) return false;
    const most = Math.max(1, this.#most - 1);
    if (operation.effect !== "read")
      return this.#count((one) => one.operation.effect !== "read") + this.#unwritten.size < most;
    return automation === FOR_PEOPLE || this.#count((one) => one.operation.id === operation.id) < most;
  }

  #count(which: (slot: CallSlot) => boolean): number {
    return Array.from(this.#taken).filter(which).length;
  }
}

/** How long a proposal may work without a read in flight, in milliseconds. */
export const MAX_PROPOSAL_MS = 30_000;
/**
 * How long one step of a proposal may take, including its reads, in milliseconds. A step that begins at the end of an
 * alarm's work still ends within the 15 minutes that the platform gives an alarm.
 */
const MAX_STEP_MS = 8 * 60_000;
/** How long another Durable Object may take to respond, in milliseconds. */
const MAX_ANSWER_MS = 30_000;
/**
 * How long a step may take in all, in milliseconds. Each call and each proposal has its own limit, which ends the step
 * earlier.
 */
export const MAX_WHOLE_STEP_MS = 10 * 60_000;
/** Milliseconds between the checks of {@link checkRegularly}. */
const POLL_MS = 1_000;

export type TimeSource = Pick<DeskDeps, "now" | "sleep">;
/** Returns a new clock, because a request of a Worker can't use the timers of another request. */
const makeRealTime = (): TimeSource => ({
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

/** The checks in progress, by clock: one timer serves all checks of a desk. */
const checksOf = new WeakMap<TimeSource, Set<() => void>>();

/** Calls a function every second until the returned function is called. */
export function checkRegularly(clock: TimeSource, check: () => void): () => void {
  const running = checksOf.get(clock);
  const checks = (running ?? new Set()).add(check);
  const run = async () => {
    try {
      while (checks.size > 0) {
        await clock.sleep(POLL_MS);
        for (const one of checks) one();
      }
    } finally {
      checksOf.delete(clock);
    }
  };
  if (!running) {
    checksOf.set(clock, checks);
    void run();
  }
  return () => void checks.delete(check);
}

/**
 * Waits for an answer.
 * @param ms The time limit, in milliseconds. @default the limit for requests to other Durable Objects
 * @throws Problem `step_timed_out` if there is no answer within the limit
 */
export async function endInTime<Answer>(
  answer: Promise<Answer>,
  clock: TimeSource,
  ms = MAX_ANSWER_MS,
): Promise<Answer> {
  const begunAt = clock.now();
  const late = Promise.withResolvers<never>();
  const stop = checkRegularly(clock, () => {
    if (clock.now() - begunAt >= ms)
      late.reject(new Problem("step_timed_out", `there was no result within ${ms / 1_000} s`));
  });
  return Promise.race([answer, late.promise]).finally(stop);
}

/**
 * Asks for a proposal within the time limits.
 * @param ask Passes each read of the proposal through its argument. Reads after the end are rejected
 * @throws Problem `automation_timed_out` if a limit is exceeded
 */
export async function askInTime<Result>(
  ask: (reads: Answerer) => Result | Promise<Result>,
  clock = makeRealTime(),
): Promise<Result> {
  const { now } = clock;
  const begunAt = now();
  let [reading, idleSince] = [0, begunAt];
  const expired = Promise.withResolvers<never>();
  let over: Problem | undefined;
  const reads: Answerer = async (_, read) => {
    if (over) throw over;
    reading++;
    try {
      return await read();
    } finally {
      reading--;
      idleSince = now();
    }
  };
  const end = (fault: string) => {
    over ??= new Problem("automation_timed_out", fault);
    return over;
  };
  const stop = checkRegularly(clock, () => {
    if (reading === 0 && now() - idleSince >= MAX_PROPOSAL_MS)
      expired.reject(
        end(
          "`propose` waited 30 s for something other than its reads; let all promises that it awaits settle",
        ),
      );
    if (now() - begunAt >= MAX_STEP_MS)
      expired.reject(
        end("`propose` took over 8 minutes; let it read less, or return `goOn` to continue in a new step"),
      );
  });
  try {
    return await Promise.race([(async () => ask(reads))(), expired.promise]);
  } finally {
    stop();
    end("the proposal has ended");
  }
}
