// A desk's database: deliveries, events and runs, by synchronous steps.
import type { History } from "../automations/kit/automation.ts";
import type { EventRow } from "../ledger/record.ts";
import { REPLACEABLE_RUN_STATES } from "../ledger/states.ts";
import type { Event } from "../systems/event.ts";
import { isActive, isOver, type Run } from "./run/run.ts";
import { FIRST_IN_LINE, TURNS } from "./schema.ts";
import type { Database } from "./tables.ts";

const REPLACEABLE = REPLACEABLE_RUN_STATES.map((state) => `'${state}'`).join();

/** What a delivery is known by: a digest of its body, and where its sender gives it one, its id. */
export type DeliveryKeys = readonly [string] | readonly [string, string];

/** A run with the event it is about. */
export interface DueRun {
  readonly run: Run;
  readonly event: Event;
  readonly source: string;
  readonly authentication: string;
}

/** A run that is due, by as much as it takes to say when it is its turn. */
export interface Turn {
  readonly id: string;
  readonly automation: string;
  /** 0: it waits or ends, and is soon done; 1: it goes on, as somebody has decided; 2: it goes on. */
  readonly turn: 0 | 1 | 2;
}

/** What somebody looks for who asks which desk of a subject it is to go to. */
export interface Sought {
  readonly subject: string;
  /** Of a delivery. */
  readonly keys?: readonly string[];
  /** Id of a run. */
  readonly run?: string;
}

/** What a desk has of what is sought. */
export interface Held {
  /** It knows the delivery, or has the run. */
  readonly known: boolean;
  /** It has runs of the subject that are not over: what comes later has to come after them. */
  readonly busy: boolean;
}

/** The desk's database: what must survive a kill. Each method is one synchronous step, so the caller sets the transaction. */
export class DeskStore {
  readonly #sql: Database;

  /** @param sql The desk's database, its tables made */
  constructor(sql: Database) {
    this.#sql = sql;
  }

  /**
   * Notes what a delivery is known by, as the one that leads to this event.
   * @returns null, or the event that an earlier delivery with any of these keys led to
   */
  insertDelivery(keys: DeliveryKeys, eventId: string, receivedAt: number): string | null {
    const rows = keys.map(() => "(?, ?, ?)").join();
    const bindings = keys.flatMap((key) => [key, eventId, receivedAt]);
    const fresh = this.#sql.exec(
      `INSERT INTO deliveries VALUES ${rows} ON CONFLICT DO NOTHING RETURNING 1`,
      ...bindings,
    );
    if (fresh.toArray().length === keys.length) return null;
    const all = JSON.stringify(keys);
    const { event_id } = this.#sql
      .exec<{ event_id: string }>(
        "SELECT event_id FROM deliveries WHERE key IN (SELECT value FROM json_each(?)) AND event_id != ? LIMIT 1",
        all,
        eventId,
      )
      .one();
    this.#sql.exec(
      "UPDATE deliveries SET event_id = ? WHERE key IN (SELECT value FROM json_each(?)) AND event_id = ?",
      event_id,
      all,
      eventId,
    );
    return event_id;
  }

  /** What it has of what is sought. */
  holds({ subject, keys = [], run = "" }: Sought): Held {
    const { known, busy } = this.#sql
      .exec<{ known: number; busy: number }>(
        `SELECT EXISTS (SELECT 1 FROM deliveries WHERE key IN (SELECT value FROM json_each(?)))
             OR EXISTS (SELECT 1 FROM runs WHERE id = ?) AS known,
           EXISTS (SELECT 1 FROM runs WHERE subject = ? AND finished = 0) AS busy`,
        JSON.stringify(keys),
        run,
        subject,
      )
      .one();
    return { known: known === 1, busy: busy === 1 };
  }

  /** Keeps an event with its runs. */
  insertEvent({ event, payload, ...row }: EventRow, runs: readonly Run[]): void {
    const { seq } = this.#sql
      .exec<{ seq: number }>(
        "INSERT INTO events (row, event, payload) VALUES (?, ?, ?) RETURNING seq",
        JSON.stringify(row),
        event,
        payload,
      )
      .one();
    for (const run of runs) this.#insertRun(run, seq);
  }

  #insertRun(run: Run, eventSeq: number): void {
    this.#sql.exec(
      `INSERT INTO runs (id, event_seq, automation, subject, state, active, finished, turn, due_at, run, version)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      run.id,
      eventSeq,
      run.automation,
      run.subject,
      ...columnsOf(run),
    );
  }

  /** Notes that somebody who had seen this much has something done again. @returns whether they are the first */
  repeat(what: string, seen: number): boolean {
    const first = this.#sql.exec(
      "INSERT INTO repeated VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING 1",
      what,
      seen,
    );
    return first.toArray().length > 0;
  }

  updateRun(run: Run): void {
    this.#sql.exec(
      "UPDATE runs SET state = ?, active = ?, finished = ?, turn = ?, due_at = ?, run = ?, version = ? WHERE id = ?",
      ...columnsOf(run),
      run.id,
    );
  }

  /** A run that the desk has not forgotten. */
  run(id: string): Run | null {
    const [row] = this.#sql.exec<{ run: string }>("SELECT run FROM runs WHERE id = ?", id);
    return row ? parseRun(row) : null;
  }

  /** A run that the desk has not forgotten, with its event. */
  runWithEvent(id: string): DueRun | null {
    const [row] = this.#runs("runs.id = ?", id);
    return row ?? null;
  }

  /**
   * Runs that are due and first in line for their automation and subject: by their turn, and then the longest due first.
   * @param without Ids of runs that are under way.
   * @param each How many there are at most of one automation and turn: so none hides the others, however many it has.
   */
  turns(now: number, without: readonly string[], each: number): Turn[] {
    return this.#sql
      .exec<{ id: string; automation: string; turn: Turn["turn"] }>(
        `SELECT id, automation, turn FROM ${TURNS} CROSS JOIN runs AS picked ON picked.seq IN (
           SELECT seq FROM runs
           WHERE automation = name AND turn = its_turn AND due_at <= ?
             AND id NOT IN (SELECT value FROM json_each(?)) AND ${FIRST_IN_LINE} ORDER BY due_at LIMIT ?)
         ORDER BY turn, due_at`,
        now,
        JSON.stringify(without),
        each,
      )
      .toArray();
  }

  isFirstInLine(id: string): boolean {
    return this.#sql.exec(`SELECT 1 FROM runs WHERE id = ? AND ${FIRST_IN_LINE}`, id).toArray().length > 0;
  }

  /**
   * Ids of the earlier runs of the same automation and subject that wait, with nothing done yet. For a run that is
   * scheduled itself, those of another type of event are left out that take effect before it: somebody who leaves in
   * May and returns in June leaves all the same.
   */
  replaceable(run: Run): string[] {
    const rows = this.#sql.exec<{ id: string }>(
      `SELECT earlier.id FROM runs AS earlier JOIN events ON events.seq = earlier.event_seq
       WHERE earlier.automation = ?1 AND earlier.subject = ?2 AND earlier.finished = 0
         AND earlier.state IN (${REPLACEABLE})
         AND earlier.seq < (SELECT seq FROM runs WHERE id = ?3)
         AND (?4 IS NULL OR (earlier.state = 'scheduled' AND earlier.due_at >= ?4) OR row->>'type' =
           (SELECT row->>'type' FROM events JOIN runs ON runs.event_seq = events.seq WHERE runs.id = ?3))
       ORDER BY earlier.seq`,
      run.automation,
      run.subject,
      run.id,
      run.state === "scheduled" ? run.dueAt : null,
    );
    return Array.from(rows, ({ id }) => id);
  }

  /** A run of this event and automation that acts, or may, and that the desk has not forgotten. */
  liveRunOf(eventId: string, automation: string): Run | null {
    const [row] = this.#sql.exec<{ run: string }>(
      `SELECT run FROM runs WHERE automation = ? AND run->>'eventId' = ? AND run->>'mode' = 'live' LIMIT 1`,
      automation,
      eventId,
    );
    return row ? parseRun(row) : null;
  }

  /** Whether a run that the desk has not forgotten made a call for a subject since then, or may have. */
  hasCalled({ operation, subject, since }: Parameters<History["hasCalled"]>[0]): boolean {
    const rows = this.#sql.exec(
      `SELECT 1 FROM runs, json_each(run, '$.journal') AS entry
       WHERE subject = ? AND entry.value->>'operation' = ? AND entry.value->>'state' IN ('sending', 'applied', 'unknown')
         AND ifnull(entry.value->>'settledAt', run->>'updatedAt') >= ? LIMIT 1`,
      subject,
      operation,
      since,
    );
    return rows.toArray().length > 0;
  }

  /** Has every paused run looked at again, at that time. */
  hurryPaused(at: number): void {
    this.#sql.exec("UPDATE runs SET due_at = ? WHERE active = 1 AND run->>'paused' IS NOT NULL", at);
  }

  /** Ids of the held runs, of one automation or of all, oldest first. */
  held(automation: string | null): string[] {
    const rows = this.#sql.exec<{ id: string }>(
      "SELECT id FROM runs WHERE finished = 0 AND state = 'held' AND automation = ifnull(?, automation) ORDER BY seq",
      automation,
    );
    return Array.from(rows, ({ id }) => id);
  }

  /** Ids of the runs under way, also those whose reply is, for the look after a restart. */
  underWay(): string[] {
    const rows = this.#sql.exec<{ id: string }>(
      "SELECT id FROM runs WHERE active = 1 OR (finished = 0 AND run->>'$.reply.state' = 'sending')",
    );
    return Array.from(rows, ({ id }) => id);
  }

  /** When the next run is due that need not wait for another. */
  nextDue(): number | null {
    return this.#sql
      .exec<{ due_at: number | null }>(
        `SELECT min((
           SELECT due_at FROM runs
           WHERE automation = name AND turn = its_turn AND due_at IS NOT NULL AND ${FIRST_IN_LINE}
           ORDER BY due_at LIMIT 1)) AS due_at FROM ${TURNS}`,
      )
      .one().due_at;
  }

  /** How many runs are not over: those that wait for a time or a person, and those that are due. */
  load(now: number): { readonly waiting: number; readonly due: number } {
    return this.#sql
      .exec<{ waiting: number; due: number }>(
        `SELECT count(*) - count(iif(due_at <= ?1, 1, NULL)) AS waiting, count(iif(due_at <= ?1, 1, NULL)) AS due
         FROM runs WHERE finished = 0`,
        now,
      )
      .one();
  }

  forgetDeliveries(before: number): void {
    this.#sql.exec("DELETE FROM deliveries WHERE received_at < ?", before);
  }

  #runs(condition: string, ...bindings: (string | number)[]): DueRun[] {
    const rows = this.#sql.exec<{ run: string; event: string; source: string; authentication: string }>(
      `SELECT run, event, row->>'source' AS source, row->>'authentication' AS authentication
       FROM runs JOIN events ON events.seq = runs.event_seq WHERE ${condition}`,
      ...bindings,
    );
    return Array.from(rows, ({ run, event, ...row }) => ({
      run: JSON.parse(run),
      event: JSON.parse(event),
      ...row,
    }));
  }
}

const columnsOf = (run: Run) =>
  [
    run.state,
    Number(isActive(run)),
    Number(isOver(run)),
    turnOf(run),
    run.dueAt,
    JSON.stringify(run),
    run.version,
  ] as const;

function turnOf(run: Run): Turn["turn"] {
  if (!isActive(run)) return 0;
  return run.approval || run.confirmation || run.override ? 1 : 2;
}

const parseRun = ({ run }: { run: string }): Run => JSON.parse(run);
