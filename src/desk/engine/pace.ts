// Spaces the requests of a desk to the governance API, and increases the spacing after the API asked for fewer.
import { waitLeft } from "../../base/waits.ts";
import type { Attempt } from "../../governance/client/index.ts";
import type { DeskDeps } from "./deps.ts";

const SECOND_MS = 1_000;
/** The number of seconds for which a desk counts its requests. */
const COUNTED_SECONDS = 10;
/**
 * A desk with at most this many requests in each of these seconds is at rest: a rejected request is then no evidence
 * about the desk's rate.
 */
const AT_REST = 10;
/** The rate to which a desk slows down, as a share of its highest accepted rate in these seconds. */
const SLOWED_SHARE = 0.8;
/** Minimum requests per second, even if the API keeps asking for fewer: runs must be able to end. */
const MIN_SLOWED = 1;
/** How long a slowed desk takes to double its rate, and to return to its normal limit. */
const DOUBLING_MS = 5_000;
const RECOVERY_MS = 30_000;

export type PaceDeps = Pick<DeskDeps, "now" | "sleep" | "maxCallsPerSecond">;

export interface PaceHealth {
  /** Current maximum of requests per second, or Infinity if there is no limit. */
  readonly callsPerSecond: number;
  /** True while the limit is below the usual one, because the API asked for fewer requests. */
  readonly isSlowed: boolean;
}

export class Pace {
  readonly #desk: PaceDeps;
  /** Resolves when the latest queued request may start. */
  #last: Promise<void> = Promise.resolve();
  /** When the latest request started. All times here are Unix milliseconds. */
  #startedAt = 0;
  /** Number of requests in each of the last seconds, by second since 1970. */
  readonly #seconds = new Map<number, { sent: number; accepted: number }>();
  /** When the API last rejected a request for its rate. The first rejection of a desk at rest does not slow it. */
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
      // Responses to requests that were in flight together have one cause, so they slow the desk once.
    } else if (known === this.#slowed) this.#refused();
    return answer;
  };

  health(): PaceHealth {
    const callsPerSecond = this.#rate();
    return { callsPerSecond, isSlowed: callsPerSecond < this.#desk.maxCallsPerSecond };
  }

  /**
   * Waits after the start of the previous request instead of until a fixed time, so that a delay of the machine does
   * not cause a burst.
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
   * Slows the desk below the rate that the API is known to accept. A desk at rest is slowed by the second rejection.
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

/** True for a 429, and for a 503 with `Retry-After`, which gateways return above their rate. */
const asksForFewer = (answer: Attempt): boolean =>
  answer.outcome === "answered" &&
  (answer.status === 429 || (answer.status === 503 && answer.headers.has("retry-after")));

/** Describes the effect of responses that asked for fewer calls. With several desks, some may have no limit. */
export function formatSlowdown({ callsPerSecond: most }: PaceHealth): string {
  const rate = Number.isFinite(most) ? `${most.toFixed(most < 10 ? 1 : 0)} a second at most` : "fewer";
  return `The governance API asked for fewer calls; Reeve makes ${rate} until it recovers.`;
}
