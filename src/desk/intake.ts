// Takes deliveries in, each once; those that arrive together are committed together.
import type { EventRow } from "../ledger/record.ts";
import type { ForWhom, HeardEvent } from "./for-whom.ts";
import { newRun } from "./run/run.ts";
import type { DeliveryKeys, DeskStore } from "./store.ts";

/** A verified delivery, on its way to a desk. `event` and `payload` are JSON texts. */
export interface Incoming extends Omit<EventRow, "id" | "state" | "receivedAt" | "passed"> {
  readonly keys: DeliveryKeys;
  /** Why there is no event in it: it means nothing here, or it can't be read. */
  readonly unread?: "ignored" | "rejected";
  /** Types that the event may turn out to be, besides its own. */
  readonly mayBe?: readonly string[];
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

/** What an intake works with. */
export interface IntakeParts {
  readonly store: DeskStore;
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  newId(prefix: "evt" | "run"): string;
  /** Which automations want an event: each gets a run. */
  forWhom(event: HeardEvent): ForWhom;
  /** Called after each transaction that kept something, before anyone is told. */
  committed(): void;
}

/** How long the first delivery of a group waits for company, in milliseconds. */
const COMMIT_WINDOW_MS = 1;

/**
 * Takes deliveries in, those that arrive together in one transaction (group commit): a commit costs more than the
 * delivery it keeps. The answer leaves the Durable Object only once the commit is on disk (the output gate).
 */
export class Intake {
  readonly #parts: IntakeParts;
  #waiting: Waiting[] = [];

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  accept(incoming: Incoming): Promise<Accepted> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ incoming, resolve, reject });
      if (this.#waiting.length === 1) void this.#parts.sleep(COMMIT_WINDOW_MS).then(() => this.#commit());
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
    const settled = this.#parts.store.transaction(() =>
      batch.map(({ incoming, resolve }) => ({ resolve, accepted: this.#keep(incoming) })),
    );
    if (settled.some(({ accepted }) => !accepted.duplicate)) this.#parts.committed();
    for (const { resolve, accepted } of settled) resolve(accepted);
  }

  #keep({ keys, unread, mayBe = [], ...incoming }: Incoming): Accepted {
    const { store, now, newId, forWhom } = this.#parts;
    const id = newId("evt");
    const receivedAt = now();
    const known = store.insertDelivery(keys, id);
    if (known) return { eventId: known, duplicate: true };
    const { type, subject, event } = incoming;
    const types = type === null ? [] : [type, ...mayBe];
    const { wanting, passed } = forWhom({ id, types, subject, event });
    const runs = wanting.map(({ name, mode }) =>
      newRun({ id: newId("run"), eventId: id, automation: name, subject, mode }, receivedAt),
    );
    const state = unread ?? (runs.length > 0 ? "taken" : "ignored");
    store.insertEvent({ ...incoming, id, state, passed, receivedAt }, runs);
    return { eventId: id, duplicate: false };
  }
}
