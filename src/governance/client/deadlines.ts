/** How long a timer runs at most, and so how long the last one outlasts the last attempt. */
const LOOK_MS = 1_000;

/**
 * The time limits of attempts under way, by one timer for all of them, which is left to fire. workerd keeps a timer that
 * was cleared for as long as the context it was set in lives: that of a busy desk grew by 256 bytes with every call.
 * One instance serves one context, whose timers nobody else may use.
 */
export class Deadlines {
  readonly #timeoutMs: number;
  /** When each is over, Unix milliseconds. As all have the same time, the first to begin is the first to be over. */
  readonly #running = new Map<AbortController, number>();
  #looking = false;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Begins an attempt: it is aborted when its time is over. To be ended, whatever comes of it. */
  begin(): AbortController {
    const attempt = new AbortController();
    this.#running.set(attempt, Date.now() + this.#timeoutMs);
    if (!this.#looking) this.#look();
    return attempt;
  }

  end(attempt: AbortController): void {
    this.#running.delete(attempt);
  }

  #look(): void {
    const now = Date.now();
    this.#looking = false;
    for (const [attempt, overAt] of this.#running) {
      if (overAt > now) {
        this.#looking = true;
        setTimeout(() => this.#look(), Math.min(LOOK_MS, overAt - now));
        return;
      }
      attempt.abort();
      this.#running.delete(attempt);
    }
  }
}
