// Writes what comes together in one transaction: a commit costs more than what it keeps.

/** What commits are made with. */
export interface CommitParts {
  /** Does all of something, or none of it. */
  transaction<Result>(work: () => Result): Result;
  /** Resolves once whatever else may be about to come has had its chance to. */
  company(): Promise<void>;
}

interface PendingCommit {
  /** Does it, and gives what tells who waits for it. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** Group commit: deliveries and steps that come within a moment are written in one transaction. */
export class Commits {
  readonly #parts: CommitParts;
  #waiting: PendingCommit[] = [];

  constructor(parts: CommitParts) {
    this.#parts = parts;
  }

  /**
   * Does something with whatever else comes within a moment, in the order in which it came. Once this resolves it is
   * written, and whatever leaves the Durable Object then leaves only once that is on disk (the output gate).
   */
  commit<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const tellWhenDone = () => {
        const result = work();
        return () => resolve(result);
      };
      this.#waiting.push({ work: tellWhenDone, reject });
      if (this.#waiting.length === 1) void this.#parts.company().then(() => this.#write());
    });
  }

  #write(): void {
    const group = this.#waiting;
    this.#waiting = [];
    try {
      this.#settle(group);
    } catch (error) {
      const [only] = group;
      if (only && group.length === 1) {
        only.reject(error);
        return;
      }
      // One that cannot be kept must not take its neighbours with it.
      for (const one of group) {
        try {
          this.#settle([one]);
        } catch (itsError) {
          one.reject(itsError);
        }
      }
    }
  }

  #settle(group: readonly PendingCommit[]): void {
    const done = this.#parts.transaction(() => group.map(({ work }) => work()));
    for (const tell of done) tell();
  }
}
