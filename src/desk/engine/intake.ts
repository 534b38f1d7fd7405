// Takes deliveries in, each once; those that arrive together are committed together.
import type { EventRow } from "../../ledger/record.ts";
import type { ForWhom, WantedEvent } from "../for-whom.ts";
import { newRun } from "../run/run.ts";
import type { Commits } from "./commits.ts";
import type { DeliveryKeys, DeskStore } from "./store.ts";

/** A verified delivery, on its way to a desk. `event` and `payload` are JSON texts. */
export interface Incoming extends Omit<EventRow, "id" | "state" | "receivedAt" | "passed"> {
  readonly keys: DeliveryKeys;
  /** Why there is no event in it: it means nothing here, or it can't be read. */
  readonly unread?: "ignored" | "rejected";
  /** Types that the event may turn out to be, besides its own. */
  readonly mayBe?: readonly string[];
}

/** The result of a delivery: its event, and whether it had come in before. */
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
  forWhom(event: WantedEvent): ForWhom;
  sleep(milliseconds: number): Promise<void>;
  /** Called when so many deliveries come no more. */
  quiet(): void;
  /** Called for each delivery that was kept, before anyone is told. @param wanted Whether it leads to a run */
  committed(wanted: boolean): void;
}

/** As many deliveries within that many milliseconds are a flood: runs wait for them. */
const BUSY_FROM = 4;
const BUSY_INTERVAL_MS = 20;

/**
 * Takes deliveries in, those that arrive together in one transaction. The answer leaves the Durable Object only once that
 * is on disk.
 */
export class Intake {
  readonly #parts: IntakeParts;
  /** Deliveries that came in this interval, and in the one before. */
  #came = 0;
  #cameBefore = 0;
  #counting = false;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Whether so many deliveries come that runs are to wait for them. */
  get isBusy(): boolean {
    return Math.max(this.#came, this.#cameBefore) >= BUSY_FROM;
  }

  async accept(incoming: Incoming): Promise<Accepted> {
    this.#came++;
    if (!this.#counting) void this.#count();
    const { wanted, ...accepted } = await this.#parts.commits.commit(() => this.#keep(incoming));
    if (!accepted.duplicate) this.#parts.committed(wanted);
    return accepted;
  }

  /** Counts deliveries for as long as some come. */
  async #count(): Promise<void> {
    this.#counting = true;
    do {
      await this.#parts.sleep(BUSY_INTERVAL_MS);
      const before = this.isBusy;
      this.#cameBefore = this.#came;
      this.#came = 0;
      if (before && !this.isBusy) this.#parts.quiet();
    } while (this.#cameBefore > 0);
    this.#counting = false;
  }

  #keep({ keys, unread, mayBe = [], ...incoming }: Incoming): Accepted & { readonly wanted: boolean } {
    const { store, now, newId, forWhom } = this.#parts;
    const id = newId("evt");
    const receivedAt = now();
    const known = store.insertDelivery(keys, id);
    if (known) return { eventId: known, duplicate: true, wanted: false };
    const { type, subject, event } = incoming;
    const types = type === null ? [] : [type, ...mayBe];
    const { wanting, passed } = forWhom({ id, types, subject, event });
    const runs = wanting.map(({ name, mode }) =>
      newRun({ id: newId("run"), eventId: id, automation: name, subject, mode }, receivedAt),
    );
    const state = unread ?? (runs.length > 0 ? "taken" : "ignored");
    store.insertEvent({ ...incoming, id, state, passed, receivedAt }, runs);
    return { eventId: id, duplicate: false, wanted: runs.length > 0 };
  }
}
