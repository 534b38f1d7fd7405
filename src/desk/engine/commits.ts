// Group commit: a transaction costs more than what it keeps, so whatever comes while the last one is on its way to disk
// is written in one.
import type { DeskDeps } from "./deps.ts";
import type { DeskStore } from "./store.ts";

interface PendingCommit {
  /** Does it, and returns a function that tells the caller. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

export class Commits {
  readonly #store: Pick<DeskStore, "transaction">;
  readonly #sync: DeskDeps["sync"];
  readonly #waiting: PendingCommit[] = [];

  constructor(store: Pick<DeskStore, "transaction">, { sync }: Pick<DeskDeps, "sync">) {
    this.#store = store;
    this.#sync = sync;
  }

  /**
   * Does something in the next transaction, after what came before it. Once this resolves it is written, and the output
   * gate holds whatever then leaves the Durable Object until that is on disk.
   */
  commit<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const tellWhenDone = () => {
        const result = work();
        return () => resolve(result);
      };
      this.#waiting.push({ work: tellWhenDone, reject });
      if (this.#waiting.length > 1) return;
      const write = () => this.#write(this.#waiting.splice(0));
      // If the disk failed, so does the next transaction, and those who wait for that are told.
      this.#sync().then(write, write);
    });
  }

  #write(group: readonly PendingCommit[]): void {
    try {
      const done = this.#store.transaction(() => group.map(({ work }) => work()));
      for (const tell of done) tell();
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      // One that cannot be kept must not take its neighbours with it.
      else for (const one of group) this.#write([one]);
    }
  }
}
