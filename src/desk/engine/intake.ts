// Stores each delivery once. Group commit: a transaction costs more than its writes, so everything that arrives while
// one transaction goes to disk is written together in the next.
import { together } from "../../base/batching.ts";
import type { EventRow } from "../../ledger/record.ts";
import { newRun } from "../../runs/run.ts";
import type { Match } from "../match.ts";
import type { DeskDeps } from "./deps.ts";
import type { DeliveryKeys, DeskStore } from "./store.ts";

/** A verified delivery on its way to a desk. `event` and `payload` are JSON text. */
export interface Incoming extends Omit<EventRow, "id" | "state" | "receivedAt" | "declined"> {
  readonly keys: DeliveryKeys;
  /**
   * Set if the delivery has no event, because the delivery has no meaning for Reeve, can't be read, or is an unknown
   * action on its ticket.
   */
  readonly unread?: "ignored" | "rejected" | "unknown";
  readonly match: Match;
}

export interface Accepted {
  readonly eventId: string;
  readonly duplicate: boolean;
}

interface ReceivedDelivery extends Incoming {
  readonly id: string;
  readonly endsRuns: boolean;
}

/** Stores a delivery with the runs that it starts, unless the delivery is known. Synchronous. */
export function storeDelivery(
  { keys, unread, match: { wanting, declined }, endsRuns, ...incoming }: ReceivedDelivery,
  deps: Pick<DeskDeps, "now" | "newId">,
  store: DeskStore,
): Accepted {
  const { id, subject } = incoming;
  const receivedAt = deps.now();
  const known = store.insertDelivery(keys, id);
  if (known) return { eventId: known, duplicate: true };
  const runs = wanting.map(({ name, mode }) =>
    newRun({ id: deps.newId("run"), eventId: id, automation: name, subject, mode }, receivedAt),
  );
  const state = unread === "rejected" ? unread : runs.length > 0 || endsRuns ? "taken" : "ignored";
  store.insertEvent({ ...incoming, declined, state, receivedAt }, runs);
  return { eventId: id, duplicate: false };
}

/**
 * Runs work in the next transaction, after all earlier work. When the promise resolves, the work is written, and the
 * output gate delays everything that leaves the Durable Object until the work is on disk.
 */
export type Commit = <Result>(work: () => Result) => Promise<Result>;

/**
 * Returns a function that writes work in groups, each group in one transaction.
 * @param company Resolves when no more work is likely to join the group
 */
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
      // Ignore an error here: if the disk failed, the next transaction fails, too, and its callers receive the error.
      await sync().catch(() => {});
      await company?.();
    },
  );
  return <Result>(work: () => Result) => commit(work) as Promise<Result>;
}
