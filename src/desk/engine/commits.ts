// Group commit: a transaction costs more than its writes, so everything that arrives while one transaction goes to disk
// is written together in the next.
import { together } from "../../base/batching.ts";
import type { DeskDeps } from "./deps.ts";
import type { DeskStore } from "./store.ts";

/**
 * Runs work in the next transaction, after all earlier work. When the promise resolves, the work is written, and the
 * output gate delays everything that leaves the Durable Object until the work is on disk.
 */
export type Commit = <Result>(work: () => Result) => Promise<Result>;

/** @param company Resolves when no more work is likely to join the group */
export function groupCommits(
  store: Pick<DeskStore, "transaction">,
  { sync }: Pick<DeskDeps, "sync">,
  company?: () => Promise<void>,
): Commit {
  const write = (group: readonly (() => unknown)[]): readonly unknown[] => {
    try {
      return store.transaction(() => group.map((work) => work()));
    } catch (error) {
      // A write that fails must not fail the other writes in its group.
      return group.length > 1 ? group.flatMap((work) => write([work])) : [Promise.reject(error)];
    }
  };
  const commit = together(
    async (group: readonly (() => unknown)[]) => write(group),
    async () => {
      // If the disk failed, the next transaction fails, too, and its callers receive the error.
      await sync().catch(() => {});
      await company?.();
    },
  );
  return <Result>(work: () => Result) => commit(work) as Promise<Result>;
}
