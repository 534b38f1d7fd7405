// Group commit: a transaction costs more than its writes, so everything that arrives while one transaction goes to disk
// is written together in the next.
import type { DeskDeps } from "./deps.ts";
import type { DeskStore } from "./store.ts";

interface PendingCommit {
  /** Does the work, and returns a function that reports the result to the caller. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs work in the next transaction, after all earlier work. When the promise resolves, the work is written, and the
 * output gate delays everything that leaves the Durable Object until the work is on disk.
 */
export type Commit = <Result>(work: () => Result) => Promise<Result>;

export function groupCommits(
  store: Pick<DeskStore, "transaction">,
  { sync }: Pick<DeskDeps, "sync">,
): Commit {
  const waiting: PendingCommit[] = [];
  const write = (group: readonly PendingCommit[]): void => {
    try {
      const done = store.transaction(() => group.map(({ work }) => work()));
      for (const resolve of done) resolve();
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      // A write that fails must not fail the other writes in its group.
      else for (const one of group) write([one]);
    }
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const tellWhenDone = () => {
        const result = work();
        return () => resolve(result);
      };
      waiting.push({ work: tellWhenDone, reject });
      if (waiting.length > 1) return;
      const writeAll = () => write(waiting.splice(0));
      // If the disk failed, the next transaction fails, too, and its callers receive the error.
      sync().then(writeAll, writeAll);
    });
}
