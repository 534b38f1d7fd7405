// Takes deliveries in, each once; those that arrive together are committed together.
import type { EventRow } from "../ledger/record.ts";
import type { Commits } from "./commits.ts";
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

/** What an intake works with. */
export interface IntakeParts {
  readonly store: DeskStore;
  readonly commits: Commits;
  now(): number;
  newId(prefix: "evt" | "run"): string;
  /** Which automations want an event: each gets a run. */
  forWhom(event: HeardEvent): ForWhom;
  /** Called for each delivery that was kept, before anyone is told. */
  committed(): void;
}

/**
 * Takes deliveries in, those that arrive together in one transaction. The answer leaves the Durable Object only once that
 * is on disk.
 */
export class Intake {
  readonly #parts: IntakeParts;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  async accept(incoming: Incoming): Promise<Accepted> {
    const accepted = await this.#parts.commits.commit(() => this.#keep(incoming));
    if (!accepted.duplicate) this.#parts.committed();
    return accepted;
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
