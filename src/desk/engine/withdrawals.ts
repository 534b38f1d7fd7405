// Detects that a ticket's request was withdrawn, or a worker's event superseded, even if deliveries arrive out of
// order.
import { DAY_MS } from "../../base/days.ts";
import type { History } from "../../kit/automation.ts";
import { withNamedFields } from "../../kit/fields.ts";
import { findWorkerZone, whyOvertaken } from "../../kit/moment.ts";
import { hasChanged } from "../../kit/tickets.ts";
import type { Run } from "../../runs/run.ts";
import { RUN_STATE } from "../../runs/states.ts";
import { type Event, hasOnlyDay, isBefore, MAX_DAY_MS, type WorkerEvent } from "../../systems/event.ts";
import { compact } from "../../systems/reading/json.ts";
import { findReplier } from "../../systems/reply/replies.ts";
import { askWithdrawn } from "../match.ts";
import type { DeskDeps } from "./deps.ts";
import type { Incoming } from "./intake.ts";
import { type DeskStore, WITHDRAWAL_MEMORY_MS, type Withdrawal } from "./store.ts";

/** Maximum number of workers' events in memory. Once it is reached, all are cleared, and the desk reads the ledger. */
const MAX_EVENTS = 2_000;

/**
 * Maximum time, in milliseconds, by which a withdrawal that arrives after a request can have occurred before it. Such a
 * withdrawal does not concern the request. If the difference is greater, the withdrawal's time is treated as wrong.
 */
const MAX_LATE_MS = 365 * DAY_MS;

export interface WithdrawnRun {
  readonly id: string;
  readonly reason: string;
  readonly gone: boolean;
}

const BEGINS: ReadonlySet<string> = new Set(["worker.hired", "worker.returned"]);

type WithdrawalDeps = Pick<DeskDeps, "automations" | "settings" | "replies" | "history" | "now">;

/** The moves of a ticket, or `null` if they were not read from the ledger. */
type Moves = Awaited<ReturnType<History["ticket"]>>["moves"] | null;

export class Withdrawals {
  readonly #deps: WithdrawalDeps;
  readonly #store: DeskStore;
  /**
   * Events of workers by subject, received since `#since`, without the properties that {@link whyOvertaken} ignores.
   */
  #heard = new Map<string, readonly WorkerEvent[]>();
  #heardEvents = 0;
  #since: number;

  constructor(deps: WithdrawalDeps, store: DeskStore) {
    this.#deps = deps;
    this.#store = store;
    this.#since = deps.now();
  }

  /**
   * Stores a worker's event in memory, or prepares the withdrawal of a ticket's requests. Either is compared with older
   * events that arrive later; of two events with the same time, the one that arrives later takes precedence.
   * @returns a function that stores the withdrawal and lists the runs that the withdrawal ends. The caller calls the
   * function within the transaction that stores the delivery
   */
  async observe({
    event: json,
    type,
    match: { withdrawalReasons: reasons },
  }: Pick<Incoming, "event" | "type" | "match">): Promise<() => readonly WithdrawnRun[]> {
    const isOfWorker = type?.startsWith("worker.") === true;
    if ((reasons.size === 0 && !isOfWorker) || json === null) return () => [];
    const event: Event = JSON.parse(json);
    const { subject } = event;
    if ("worker" in event) this.#hear(event);
    const later = this.#named(event);
    if (!("ticket" in later)) return () => [];
    const list = (moves: Moves) =>
      this.#store.agenda.of(subject).flatMap(({ id, automation, state }) => {
        const reason = reasons.get(automation);
        const due = RUN_STATE[state].over ? null : this.#store.runWithEvent(id);
        if (reason === undefined || !due) return [];
        const { replay, createdAt } = due.run;
        const asked = replay || hasOnlyDay(due.event) ? createdAt : occurred(due.event);
        const isOlder = replay ? occurred(event) < createdAt : isBefore(event, due.event);
        // A time that is more than a year too early is wrong, so the order of arrival is used instead.
        if (isOlder && asked - occurred(event) < MAX_LATE_MS) return [];
        if (!this.#hasChanged(due.event, later)) return [];
        if (this.#isOwnMove(later, asked || createdAt, moves)) return [];
        return { id, reason, gone: event.type === "ticket.deleted" };
      });
    // Without the ledger, Reeve can't distinguish its own move from a person's, and ends the run.
    const known =
      list(null).length > 0
        ? await this.#deps.history.ticket({ subject, since: this.#deps.now() }).catch(() => null)
        : null;
    const { system, project, status, requestType, moved, unsure } = later.ticket;
    const ticket = compact({ system, project, status, requestType, moved, unsure });
    const withdrawal = { type: later.type, subject, ticket, reasons: Object.fromEntries(reasons) };
    return () => {
      const at = occurred(event);
      if (!Number.isNaN(at)) this.#store.insertWithdrawal(at, withdrawal, this.#deps.now());
      return list(known?.moves ?? null);
    };
  }

  #hear({ type, subject, occurredAt, effectiveOn, immediate, possibleTypes, worker }: WorkerEvent): void {
    if (this.#heardEvents >= MAX_EVENTS) this.forget();
    this.#heardEvents++;
    const { system, id, lastDay, leavesAt } = worker;
    const zone = { timeZone: findWorkerZone(worker, this.#deps.settings), fields: {} };
    const about = compact({ system, id, lastDay, leavesAt, ...zone });
    const event = compact({
      type,
      subject,
      occurredAt,
      effectiveOn,
      immediate,
      possibleTypes,
      worker: about,
    });
    this.#heard.set(subject, [...(this.#heard.get(subject) ?? []), event]);
  }

  /**
   * Returns the reason why a later event withdraws the request of a run's event, or supersedes a worker's event.
   * Returns `null` if no such event was received, if a person replayed the event, or if its time is unknown.
   */
  async overtaking({ automation, subject, replay, createdAt }: Run, event: Event): Promise<string | null> {
    const { automations, history, settings } = this.#deps;
    const rule = automations.get(automation);
    const at = occurred(event);
    // A person who replays an event knows the current state of the ticket.
    if (Number.isNaN(at) || replay || !(rule?.withdrawn || "worker" in event)) return null;
    const since = Math.max(at, createdAt - WITHDRAWAL_MEMORY_MS);
    const after = hasOnlyDay(event) ? at + MAX_DAY_MS : at;
    const withdrawals = "ticket" in event ? this.#store.listWithdrawals(subject, after) : [];
    // Events from before `#since` are not in memory: read them from the ledger and the desk's unrecorded rows.
    const kept = at < this.#since ? this.#store.listUnrecorded(subject) : [];
    const received = [...(this.#heard.get(subject) ?? []), ...kept];
    if (received.length + withdrawals.length === 0 && at >= this.#since) return null;
    const { events, moves } = await history.ticket({ subject, since });
    for (const one of withdrawals) {
      const reason = one.reasons[automation];
      if (reason !== undefined && this.#hasChanged(event, one) && !this.#isOwnMove(one, at, moves))
        return reason;
    }
    for (const later of [...received, ...events].filter((one) => isBefore(event, one))) {
      const one = "worker" in event ? later : this.#named(later);
      const reason =
        "worker" in event ? this.#whyOvertaken(event, one) : rule ? askWithdrawn(rule, one, settings) : null;
      if (reason === null) continue;
      if (!("ticket" in one) || (this.#hasChanged(event, one) && !this.#isOwnMove(one, at, moves)))
        return reason;
    }
    return null;
  }

  readonly #named = (event: Event): Event => withNamedFields(event, this.#deps.settings.fields);

  /** Returns true if a later event shows that the ticket of a request has changed. */
  #hasChanged(asked: Event, later: Pick<Withdrawal, "type" | "ticket">): boolean {
    const event = this.#named(asked);
    return "ticket" in event && hasChanged(event.ticket, later);
  }

  /**
   * Returns true if the run's event is superseded by a worker event that occurred later and is in memory. Makes no
   * call.
   */
  isOvertaken({ subject, replay }: Run, event: Event): boolean {
    return (
      !replay &&
      "worker" in event &&
      (this.#heard.get(subject) ?? []).some(
        (one) => isBefore(event, one) && this.#whyOvertaken(event, one) !== null,
      )
    );
  }

  #whyOvertaken(event: WorkerEvent, later: Event): string | null {
    const { now, settings } = this.#deps;
    return "worker" in later ? whyOvertaken(event, later, settings, now()) : null;
  }

  /**
   * Returns true if an event at or after a time shows that the worker begins or returns.
   * @param since Unix milliseconds
   */
  async hasBegunSince(subject: string, since: number): Promise<boolean> {
    const { events } = await this.#deps.history.ticket({ subject, since });
    return [...this.#store.listUnrecorded(subject), ...events].some(
      (event) => BEGINS.has(event.type) && !isBefore(event, { occurredAt: new Date(since).toISOString() }),
    );
  }

  /** Clears the events of workers. For runs of older events, the desk then reads the ledger. */
  forget(): void {
    this.#heard = new Map();
    this.#heardEvents = 0;
    this.#since = this.#deps.now();
  }

  /**
   * Returns true if Reeve itself moved the ticket to its status: a reply to the same ticket moved it there after the
   * request, or might be about to move it. A recorded move from before the request is ignored, because the requester has
   * moved the ticket since.
   */
  #isOwnMove(event: Omit<Withdrawal, "reasons">, asked: number, recorded: Moves): boolean {
    if (event.type === "ticket.deleted" || recorded === null) return false;
    const { status, system, project } = event.ticket;
    if (status === undefined || !(system in this.#deps.replies)) return false;
    const own = this.#store.agenda.of(event.subject).flatMap(({ id, written }) => {
      const move = this.#store.run(id)?.reply?.move;
      return move && written > this.#store.marks.recorded ? { to: move, at: null } : [];
    });
    const { statusAfter = (to) => to } = findReplier(system);
    return [...own, ...recorded].some(
      ({ to, at }) =>
        (at === null || at >= asked) && statusAfter(to, project)?.toLowerCase() === status.to.toLowerCase(),
    );
  }
}

/**
 * Returns the time of an event in Unix milliseconds, or `NaN` if its sender does not report it: no time is before or
 * after `NaN`.
 */
const occurred = ({ occurredAt = "" }: Pick<Event, "occurredAt">): number => Date.parse(occurredAt);
