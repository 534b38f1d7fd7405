// Watches the governance API through the calls that runs make anyway: paces the calls, reports an outage, and ends the
// waits that the outage caused.
import { formatDuration } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import { notInTime, waitLeft } from "../../base/waits.ts";
import {
  type Attempt,
  type Call,
  caller,
  defaultTransport,
  type Governance,
  type Paced,
} from "../../governance/client/index.ts";
import type { DeskDeps } from "./deps.ts";
import type { DeskStore } from "./store.ts";

/**
 * Milliseconds without a response after which an operation is considered unavailable. The runs that wait for it
 * continue after its next response.
 */
const AWAY_MS = 30_000;
/** Milliseconds between the starts of runs after an outage, so that they do not all reach the API at the same time. */
const APART_MS = 100;

export interface ApiHealth {
  /**
   * When the API last carried out or refused a call, in Unix milliseconds; `null` if it has done neither since the desk
   * woke.
   */
  readonly answeredAt: number | null;
  readonly pace: PaceHealth;
  readonly retrying: number;
  /** The time that requests take now, and usually, in milliseconds. @default the API is not slow */
  readonly slow?: { readonly ms: number; readonly usualMs: number | null } | undefined;
  /**
   * The outage whose end the retrying runs wait for; `null` if no run is retrying, or if the API has since carried out
   * or refused a call of each operation that they wait for.
   */
  readonly outage: {
    readonly since: number;
    readonly operations: readonly string[];
    readonly problem: string;
    readonly nextTry: number;
  } | null;
}

export class ApiWatch {
  readonly #store: DeskStore;
  readonly #now: () => number;
  readonly #pace: Pace;
  readonly #times: ResponseTimes;
  readonly #answers = new Map<string, number>();

  constructor(store: DeskStore, deps: PaceDeps) {
    this.#store = store;
    this.#now = deps.now;
    this.#pace = new Pace(deps);
    this.#times = new ResponseTimes(deps.now);
  }

  /**
   * Returns the API with its calls limited to the desk's pace. Also records when the API carries out or refuses a call.
   */
  watched(governance: Governance): Governance {
    const call: Call = async (operation, input, options = {}) => {
      const paced: Paced = options.paced ?? ((send) => send());
      const atPace: Paced = (send) =>
        paced((onHeaders) => this.#pace.send(() => this.#times.measure(() => send(onHeaders))));
      try {
        const answer = await (governance.call as Call)(operation, input, { ...options, paced: atPace });
        this.#note(operation.id);
        return answer;
      } catch (error) {
        if (error instanceof Problem && error.code === "governance_refused") this.#note(operation.id);
        throw error;
      }
    };
    return { prepare: (options) => governance.prepare(options), ...caller(call) };
  }

  health(): ApiHealth {
    const waiting = this.#failing();
    const failing = waiting.filter(({ failing }) => failing.at > (this.#answers.get(failing.operation) ?? 0));
    const last = failing.toSorted((one, other) => other.failing.at - one.failing.at)[0];
    const answeredAt = Math.max(...this.#answers.values());
    return {
      answeredAt: Number.isFinite(answeredAt) ? answeredAt : null,
      pace: this.#pace.health(),
      retrying: waiting.length,
      slow: this.#times.slow(),
      outage: last
        ? {
            since: Math.min(...failing.map(({ failing }) => failing.since)),
            operations: [...new Set(failing.map(({ failing }) => failing.operation))],
            problem: last.failing.problem,
            nextTry: Math.min(...failing.map(({ dueAt }) => dueAt)),
          }
        : null,
    };
  }

  /**
   * Notes a response. After an outage, the runs that wait to retry the operation, or to get a token, become due at
   * short intervals.
   */
  #note(operation: string): void {
    const now = this.#now();
    const before = this.#answers.get(operation) ?? 0;
    this.#answers.set(operation, now);
    // The call had a token, so a run that failed to get one can try again.
    this.#answers.set("createToken", now);
    if (now - before <= AWAY_MS) return;
    const waiting = this.#failing()
      .filter(({ failing }) => failing.operation === operation || failing.operation === "createToken")
      .toSorted((one, other) => one.dueAt - other.dueAt);
    for (const [n, { entry, dueAt }] of waiting.entries())
      this.#store.agenda.set({ ...entry, dueAt: Math.min(dueAt, now + n * APART_MS) });
  }

  #failing() {
    return Array.from(this.#store.agenda.entries()).flatMap((entry) => {
      const { failing, dueAt } = entry;
      return failing && dueAt !== null ? [{ entry, failing, dueAt }] : [];
    });
  }
}

const SECOND_MS = 1_000;
/**
 * The number of latest requests that the median response time is based on, and how long each is used, in milliseconds.
 */
const [TIMED_REQUESTS, TIMED_MS] = [5, 60_000];
/** Milliseconds that a slow median response time exceeds; it also exceeds ten times the usual response time. */
const SLOW_MS = 3_000;

/** Measures the times of requests, in memory only. */
export class ResponseTimes {
  readonly #now: () => number;
  readonly #open = new Set<{ readonly at: number }>();
  #last: readonly { readonly at: number; readonly ms: number }[] = [];
  /**
   * The moving average of the times of requests that were not slow, in milliseconds; `null` before the first such
   * request.
   */
  #usualMs: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  async measure<Value>(send: () => Promise<Value>): Promise<Value> {
    const request = { at: this.#now() };
    this.#open.add(request);
    try {
      return await send();
    } finally {
      this.#open.delete(request);
      const at = this.#now();
      const ms = Math.max(0, at - request.at);
      this.#last = [...this.#last, { at, ms }].slice(-TIMED_REQUESTS);
      if (ms < SLOW_MS) this.#usualMs = (this.#usualMs ?? ms) * 0.9 + ms * 0.1;
    }
  }

  /**
   * Returns the median time of recent requests, including unanswered ones, and the usual time, or `undefined` if the
   * median is not slow.
   */
  slow(): ApiHealth["slow"] {
    const now = this.#now();
    const ended = this.#last.flatMap(({ at, ms }) => (now - at < TIMED_MS ? ms : []));
    const times = [...ended, ...Array.from(this.#open, ({ at }) => now - at)].sort((a, b) => a - b);
    const ms = times.at(Math.floor(times.length / 2)) ?? 0;
    const usualMs = this.#usualMs;
    return ms > Math.max(SLOW_MS, (usualMs ?? 0) * 10) ? { ms, usualMs } : undefined;
  }
}

const { timeoutMs } = defaultTransport;

/**
 * Describes a slow API: how long it takes to respond, and how long it usually takes, or that it does not respond in
 * time.
 */
export const formatSlow = ({ ms, usualMs }: NonNullable<ApiHealth["slow"]>): string =>
  ms >= timeoutMs
    ? `The governance API ${notInTime(timeoutMs)}.`
    : `The governance API takes ${formatDuration(ms)} to respond${usualMs === null ? "" : ` (usually ${usualMs < 50 ? "under 0.1" : (usualMs / SECOND_MS).toFixed(1)} s)`}.`;

/** The number of seconds for which a desk counts its requests. */
const COUNTED_SECONDS = 10;
/**
 * A desk with at most this many requests in each of the last {@link COUNTED_SECONDS} is at rest: a single rejected
 * request is then no evidence about the desk's rate.
 */
const AT_REST = 10;
/**
 * The rate to which a desk slows down, as a share of its highest accepted rate in the last {@link COUNTED_SECONDS}, or
 * of its current limit if that is lower.
 */
const SLOWED_SHARE = 0.8;
/** Minimum requests per second, even if the API keeps asking for fewer: runs must be able to end. */
const MIN_SLOWED = 1;
/** How long a slowed desk takes to double its rate, in milliseconds. */
const DOUBLING_MS = 5_000;
/** How long a slowed desk takes to return to its normal limit, in milliseconds. */
const RECOVERY_MS = 30_000;

type PaceDeps = Pick<DeskDeps, "now" | "sleep" | "maxCallsPerSecond">;

interface PaceHealth {
  /** Current maximum of requests per second, or Infinity if there is no limit. */
  readonly callsPerSecond: number;
  /** True while the limit is below the usual limit, because the API asked for fewer requests. */
  readonly isSlowed: boolean;
}

export class Pace {
  readonly #desk: PaceDeps;
  /** Resolves when the latest queued request may start. */
  #last: Promise<void> = Promise.resolve();
  /** When the latest request started, in Unix milliseconds. */
  #startedAt = 0;
  /** Numbers of sent and of accepted requests in each of the last {@link COUNTED_SECONDS}, by second since 1970. */
  readonly #seconds = new Map<number, { sent: number; accepted: number }>();
  /**
   * When the API last rejected a request because of the rate, in Unix milliseconds. A single rejection does not slow a
   * desk that makes few requests: see {@link AT_REST}.
   */
  #refusedAt = Number.NEGATIVE_INFINITY;
  #slowed: { readonly at: number; readonly to: number } | null = null;

  constructor(desk: PaceDeps) {
    this.#desk = desk;
  }

  readonly send = async (send: () => Promise<Attempt>): Promise<Attempt> => {
    this.#last = this.#last.then(() => this.#wait());
    await this.#last;
    const known = this.#slowed;
    const answer = await send();
    if (!asksForFewer(answer)) {
      if (answer.outcome === "answered") this.#count("accepted");
      // Rejections of requests that were in flight together have one cause, so they slow the desk once.
    } else if (known === this.#slowed) this.#refused();
    return answer;
  };

  health(): PaceHealth {
    const callsPerSecond = this.#rate();
    return { callsPerSecond, isSlowed: callsPerSecond < this.#desk.maxCallsPerSecond };
  }

  /**
   * Waits until the interval since the start of the previous request is over. If requests had fixed times instead, a
   * delay of the machine would cause a burst.
   */
  async #wait(): Promise<void> {
    const { now, sleep } = this.#desk;
    // Timers only support whole milliseconds.
    const apart = Math.ceil(SECOND_MS / this.#rate());
    const left = waitLeft(this.#startedAt + apart, now(), apart);
    if (left > 0) await sleep(left);
    this.#startedAt = now();
    this.#count("sent");
  }

  #rate(): number {
    const { now, maxCallsPerSecond: limit } = this.#desk;
    const { at, to } = this.#slowed ?? { at: 0, to: 0 };
    const left = waitLeft(at + RECOVERY_MS, now(), RECOVERY_MS);
    return left === 0 ? limit : Math.min(limit, to * 2 ** ((RECOVERY_MS - left) / DOUBLING_MS));
  }

  #count(what: "sent" | "accepted"): void {
    const second = Math.floor(this.#desk.now() / SECOND_MS);
    for (const one of this.#seconds.keys())
      if (one > second || one <= second - COUNTED_SECONDS) this.#seconds.delete(one);
    const counts = this.#seconds.get(second) ?? { sent: 0, accepted: 0 };
    this.#seconds.set(second, counts);
    counts[what]++;
  }

  /**
   * Slows the desk below the rate that the API is known to accept. A desk that makes few requests (see {@link AT_REST})
   * and is not slowed yet is slowed only if another rejection follows within {@link COUNTED_SECONDS}.
   */
  #refused(): void {
    const now = this.#desk.now();
    const most = (what: "sent" | "accepted") =>
      Math.max(0, ...Array.from(this.#seconds.values(), (counts) => counts[what]));
    const isFirst =
      waitLeft(this.#refusedAt + COUNTED_SECONDS * SECOND_MS, now, COUNTED_SECONDS * SECOND_MS) === 0;
    this.#refusedAt = now;
    if (isFirst && !this.health().isSlowed && most("sent") <= AT_REST) return;
    const to = Math.max(MIN_SLOWED, Math.min(this.#rate(), most("accepted")) * SLOWED_SHARE);
    this.#slowed = { at: now, to };
  }
}

/** Returns true for a 429, and for a 503 with `Retry-After`, which gateways return above their rate limit. */
const asksForFewer = (answer: Attempt): boolean =>
  answer.outcome === "answered" &&
  (answer.status === 429 || (answer.status === 503 && answer.headers.has("retry-after")));

/**
 * Describes the effect of responses that asked for fewer calls. Gives no number if the total rate is not limited,
 * because only some of several desks are slowed.
 */
export function formatSlowdown({ callsPerSecond: most }: PaceHealth): string {
  const rate = Number.isFinite(most) ? `at most ${most.toFixed(most < 10 ? 1 : 0)} a second` : "fewer";
  return `The governance API asked for fewer calls. Reeve makes ${rate} until the API recovers.`;
}
