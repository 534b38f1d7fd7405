// Spaces the requests of a desk to the governance API, further apart after the API asked for fewer.
import { waitLeft } from "../../base/waits.ts";
import type { Attempt } from "../../governance/client/index.ts";
import type { DeskDeps } from "./deps.ts";

const SECOND_MS = 1_000;
/** The seconds for which a desk counts its requests. */
const COUNTED_SECONDS = 10;
/** A desk with at most so many requests in each of these seconds is at rest: one that is refused tells nothing of its rate. */
const AT_REST = 10;
/** A desk that is asked for fewer requests makes this share of those that were accepted in the busiest of these seconds. */
const SLOWED_SHARE = 0.8;
/** Requests a second that a desk makes however often it is asked for fewer: its runs have to end some time. */
const MIN_SLOWED = 1;
/** A slowed desk doubles its rate in this time, and is as free as before after {@link RECOVERY_MS}. */
const DOUBLING_MS = 5_000;
const RECOVERY_MS = 30_000;

export type PaceDeps = Pick<DeskDeps, "now" | "sleep" | "maxCallsPerSecond">;

export interface PaceHealth {
  /** The most requests a second at present. Infinity: no limit. */
  readonly callsPerSecond: number;
  /** True while these are fewer than usual, as the API asked for fewer. */
  readonly isSlowed: boolean;
}

export class Pace {
  readonly #desk: PaceDeps;
  /** Resolves with the start of the request that came last. */
  #last: Promise<void> = Promise.resolve();
  /** The start of the latest request. Unix milliseconds, as all times here. */
  #startedAt = 0;
  /** The requests of the last seconds, by second since 1970. */
  readonly #seconds = new Map<number, { sent: number; accepted: number }>();
  /** The time of the latest refusal that slowed nothing, since the desk was at rest. */
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
      // Requests that were under way together say the same: they slow the desk once.
    } else if (known === this.#slowed) this.#refused();
    return answer;
  };

  health(): PaceHealth {
    const callsPerSecond = this.#rate();
    return { callsPerSecond, isSlowed: callsPerSecond < this.#desk.maxCallsPerSecond };
  }

  /** Each waits for the one before it and not for a time of its own, so that a delay of the machine bunches none. */
  async #wait(): Promise<void> {
    const { now, sleep } = this.#desk;
    // Timers know whole milliseconds only.
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

  /** Slows to less than the API is known to accept. A desk at rest is slowed by the second refusal. */
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

/** 429; or 503 that says when to come again, as gateways answer above their rate. */
const asksForFewer = (answer: Attempt): boolean =>
  answer.outcome === "answered" &&
  (answer.status === 429 || (answer.status === 503 && answer.headers.has("retry-after")));

/** The consequence of answers that asked for fewer calls. Some of several desks may have no limit. */
export function formatSlowdown({ callsPerSecond: most }: PaceHealth): string {
  const rate = Number.isFinite(most) ? `${most.toFixed(most < 10 ? 1 : 0)} a second at most` : "fewer";
  return `The governance API asked for fewer calls; Reeve makes ${rate} until it recovers.`;
}
