import { v7 as uuid } from "uuid";
import type { DeliveryKeys, DeskStore, NewEvent } from "./store.ts";

/** A verified delivery, on its way to a desk. `event` and `payload` are JSON texts. */
export interface Incoming extends Omit<NewEvent, "id" | "state" | "receivedAt"> {
  readonly keys: DeliveryKeys;
}

/** What became of a delivery: the event it is, and whether it had come in before. */
export interface Accepted {
  readonly eventId: string;
  readonly duplicate: boolean;
}

interface Waiting {
  readonly incoming: Incoming;
  readonly resolve: (accepted: Accepted) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Takes deliveries in, those that arrive together in one transaction (group commit): a commit costs more than the
 * delivery it keeps. The answer leaves the Durable Object only once the commit is on disk (the output gate).
 */
export class Intake {
  readonly #storage: DurableObjectStorage;
  readonly #store: DeskStore;
  readonly #now: () => number;
  readonly #committed: () => void;
  #waiting: Waiting[] = [];

  /** @param committed Called after each transaction that kept something, before anyone is told. */
  constructor(storage: DurableObjectStorage, store: DeskStore, now: () => number, committed: () => void) {
    this.#storage = storage;
    this.#store = store;
    this.#now = now;
    this.#committed = committed;
  }

  accept(incoming: Incoming): Promise<Accepted> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ incoming, resolve, reject });
      if (this.#waiting.length === 1) setTimeout(() => this.#commit(), 0);
    });
  }

  #commit(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      this.#settle(batch);
    } catch {
      // One that cannot be kept must not take its neighbours with it.
      for (const one of batch) {
        try {
          this.#settle([one]);
        } catch (error) {
          one.reject(error);
        }
      }
    }
  }

  #settle(batch: readonly Waiting[]): void {
    const settled = this.#storage.transactionSync(() =>
      batch.map(({ incoming, resolve }) => ({ resolve, accepted: this.#keep(incoming) })),
    );
    if (settled.some(({ accepted }) => !accepted.duplicate)) this.#committed();
    for (const { resolve, accepted } of settled) resolve(accepted);
  }

  #keep({ keys, ...incoming }: Incoming): Accepted {
    const known = this.#store.eventOfDelivery(keys);
    if (known) return { eventId: known, duplicate: true };
    const id = `evt_${uuid()}`;
    const state = incoming.event === null ? "rejected" : "recorded";
    this.#store.insertEvent(keys, { ...incoming, id, state, receivedAt: this.#now() });
    return { eventId: id, duplicate: false };
  }
}
