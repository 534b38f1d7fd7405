// Spaces the requests of a desk to the governance API, further apart after the API asked for fewer.
import { waitLeft } from "../../base/waits.ts";
import type { Attempt } from "../../governance/client/index.ts";
import type { DeskDeps } from "./deps.ts";

const SECOND_MS = 1_000;
/** A desk comes back to its former rate in this time, in even steps, and is then as free as before. */
const RECOVERY_MS = 2 * 60_000;
/** Requests a second that a desk makes however often it is asked for fewer: its runs have to end some time. */
const MIN_SLOWED = 1;

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
  /** The starts of the second that ends with the latest. Unix milliseconds, as all times here. */
  readonly #starts: number[] = [];
  #slowed: { readonly at: number; readonly from: number } | null = null;

  constructor(desk: PaceDeps) {
    this.#desk = desk;
  }

  readonly send = async (send: () => Promise<Attempt>): Promise<Attempt> => {
    this.#last = this.#last.then(() => this.#wait());
    await this.#last;
    const known = this.#slowed;
    const answer = await send();
    // Requests that were under way together say the same: they halve the rate once.
    if (asksForFewer(answer) && known === this.#slowed) this.#slowDown();
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
    const left = waitLeft((this.#starts.at(-1) ?? 0) + apart, now(), apart);
    if (left > 0) await sleep(left);
    while (waitLeft((this.#starts[0] ?? now()) + SECOND_MS, now(), SECOND_MS) === 0) this.#starts.shift();
    this.#starts.push(now());
  }

  #rate(): number {
    const { now, maxCallsPerSecond: limit } = this.#desk;
    const { at, from } = this.#slowed ?? { at: 0, from: 0 };
    const left = waitLeft(at + RECOVERY_MS, now(), RECOVERY_MS);
    return left === 0 ? limit : Math.min(limit, from * (1 - left / RECOVERY_MS / 2));
  }

  /** Halves what the desk made in a second: a limit that it was far from says nothing of what the API bears. */
  #slowDown(): void {
    const from = Math.max(2 * MIN_SLOWED, Math.min(this.#rate(), this.#starts.length));
    this.#slowed = { at: this.#desk.now(), from };
  }
}

/** 429; or 503 that says when to come again, as gateways answer above their rate. */
const asksForFewer = (answer: Attempt): boolean =>
  answer.outcome === "answered" &&
  (answer.status === 429 || (answer.status === 503 && answer.headers.has("retry-after")));

/** The consequence of answers that asked for fewer calls. Some of several desks may have no limit. */
export function slowedSentence({ callsPerSecond: most }: PaceHealth): string {
  const rate = Number.isFinite(most) ? `${most.toFixed(most < 10 ? 1 : 0)} a second at most` : "fewer";
  return `The governance API asked for fewer calls; Reeve makes ${rate} until it recovers.`;
}
