interface Timer {
  readonly at: number;
  readonly n: number;
  readonly ring: () => void;
}

/** Simulated time, which passes only when there is no work left. Unix milliseconds. */
export class Clock {
  now = Date.UTC(2026, 10, 2, 8);
  #timers: Timer[] = [];
  #set = 0;

  /** Calls a function at a time. */
  at(time: number, ring: () => void): void {
    const timer = { at: Math.max(time, this.now), n: this.#set++, ring };
    const place = this.#timers.findLastIndex(({ at }) => at <= timer.at) + 1;
    this.#timers.splice(place, 0, timer);
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.at(this.now + milliseconds, resolve));
  }

  /** Advances to the next timer and waits until its work settles. Returns false if there is none before that time. */
  async step(until: number): Promise<boolean> {
    const [timer] = this.#timers;
    if (!timer || timer.at > until) return false;
    this.#timers.shift();
    this.now = timer.at;
    timer.ring();
    await settled();
    return true;
  }
}

/** Resolves when every pending promise that can continue has done so. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
