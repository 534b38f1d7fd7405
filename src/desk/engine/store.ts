// A desk's database and its copy in memory: deliveries, events, runs, and the output of runs for the ledger and for
// people.
//
// A run is one row that is rewritten with each step, since rows cost money. The row holds the run, its agenda entry,
// and the output of its steps for the ledger and for people until they have received it.
//
// Every write has a number. The ledger and the outbox each have a mark: writes with higher numbers must still be sent.
// Moving a mark takes one row, regardless of how much was sent, and sending twice does no harm.
//
// Memory holds the agenda and the list of pending writes. Both are built from the rows when the desk wakes, updated
// with them, and rebuilt after a failed transaction. Recently used runs and events are cached.

import { DAY_MS } from "../../base/days.ts";
import { type Database, openTables } from "../../base/tables.ts";
import { waitLeft } from "../../base/waits.ts";
import type { History } from "../../kit/automation.ts";
import { FIRST_PREVIOUS } from "../../ledger/audit-chain.ts";
import type { InventoryRow } from "../../ledger/inventory.ts";
import type { EventRow, RunRow } from "../../ledger/record.ts";
import { DELIVERY_MEMORY_MS } from "../../policy/approval.ts";
import type { AuditEntry } from "../../runs/audit.ts";
import { nextStep } from "../../runs/events.ts";
import { isOver, isSending } from "../../runs/journal.ts";
import type { RunMessage } from "../../runs/message.ts";
import { isRetrying, nextWakeAt, type Run, type RunDetails } from "../../runs/run.ts";
import { type Event, isBefore, type Ticket, type TicketEvent } from "../../systems/event.ts";
import { Agenda, type AgendaEntry, type HeldEvent, replaceableBefore } from "./agenda.ts";
import type { DeskDeps } from "./deps.ts";

/**
 * The tables of a desk. There is no index except the keys: the due runs, their order and the rows that the ledger lacks
 * are kept in memory.
 */
export const DESK_TABLES = [
  `
  -- The keys that identify deliveries. All keys of a delivery refer to its event. Keys are written to one of two
  -- generations. The other one is only read, and is emptied once it is old enough.
  CREATE TABLE deliveries_0 (key TEXT PRIMARY KEY, event_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE deliveries_1 (key TEXT PRIMARY KEY, event_id TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- Events, runs and notes share one sequence of numbers, which increases with every write.

  -- An event is written once, when it is accepted.
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    row TEXT NOT NULL,
    event TEXT,
    payload TEXT NOT NULL
  ) STRICT;

  -- One row per run, rewritten with each step: the run's agenda entry, the run, and the output of its steps that is not
  -- yet recorded or delivered. The small entry comes first, so that a starting desk reads all entries quickly.
  CREATE TABLE runs (
    seq INTEGER PRIMARY KEY,
    entry TEXT NOT NULL,
    run TEXT NOT NULL,
    step_output TEXT
  ) STRICT;

  -- Parts of a run that only the ledger stores, kept here until they are recorded: see runs/run.ts.
  CREATE TABLE details (
    run INTEGER NOT NULL,
    part TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (run, part)
  ) STRICT, WITHOUT ROWID;

  -- Output that belongs to no run, or is too large for the run's row.
  CREATE TABLE notes (n INTEGER PRIMARY KEY, step_output TEXT NOT NULL) STRICT;

  -- Withdrawals of a ticket's requests, by the sender's time, so that they also apply to older requests that arrive later.
  CREATE TABLE withdrawals (
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    kept_at INTEGER NOT NULL,
    withdrawal TEXT NOT NULL,
    PRIMARY KEY (subject, at, withdrawal)
  ) STRICT, WITHOUT ROWID;

  -- Replays and retries, with the version that the person had seen, so that two people start only one of the same version.
  CREATE TABLE repeated (
    what TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (what, seen)
  ) STRICT, WITHOUT ROWID;

  -- The number of the last write that is completely recorded, the number of the last delivered message, the end of the
  -- recorded audit chain, and the current generation of deliveries with its start time (0: not yet known).
  CREATE TABLE marks (
    recorded INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    audit_seq INTEGER NOT NULL,
    audit_hash TEXT NOT NULL,
    generation INTEGER NOT NULL,
    generation_since INTEGER NOT NULL
  ) STRICT;
  INSERT INTO marks VALUES (0, 0, 0, '${FIRST_PREVIOUS}', 0, 0);
`,
];

/**
 * The part of a ticket event that shows how the ticket changed, and, by automation, why the event withdraws requests.
 */
export interface Withdrawal extends Pick<TicketEvent, "type" | "subject"> {
  readonly ticket: Pick<Ticket, "system" | "project" | "status" | "requestType" | "moved" | "unsure">;
  readonly reasons: Readonly<Record<string, string>>;
}

/** The keys that identify a delivery: the digest of its signed part, the sender's id, or both. */
export type DeliveryKeys = readonly [string] | readonly [string, string];

export interface DueRun {
  readonly run: Run;
  readonly event: Event;
  readonly source: string;
  readonly authentication: string;
}

/** The output of a step, without the run itself, for the ledger and for people. */
export interface StepOutput {
  readonly audit?: readonly AuditEntry[];
  readonly inventory?: readonly InventoryRow[];
  readonly messages?: readonly RunMessage[];
  readonly details?: RunDetails;
}

interface StoredStepOutput extends Omit<StepOutput, "details"> {
  readonly n: number;
}

/** A reference to a write that the ledger or the outbox lacks. It does not contain the written data. */
export interface PendingWrite {
  readonly n: number;
  /** When the write was made, in Unix milliseconds. */
  readonly at: number;
  /** `run` or `event` identifies the row; a separate note has neither. */
  readonly run?: string;
  readonly event?: HeldEvent;
  readonly apart?: true;
}

export interface Marks {
  /** The number of the last write that is in the ledger together with all earlier ones. */
  readonly recorded: number;
  /** The number of the write up to which the outbox has received all messages. */
  readonly delivered: number;
  /** The last recorded link of the audit chain; `seq` is 0 if there is none. */
  readonly audit: { readonly seq: number; readonly hash: string };
}

/** The column by which the rows of each table are deleted. */
const KEYS = { notes: "n", details: "run", runs: "seq", events: "seq" } as const;
type RowsToDelete = Readonly<Record<keyof typeof KEYS, Set<number>>>;
/** Maximum number of rows that are deleted one by one. */
const FEW_ROWS = 3;

interface CachedRun {
  readonly run: Run;
  readonly text: string;
  readonly left: readonly StoredStepOutput[];
}

/**
 * Maximum characters of runs and events in the cache. A larger cache is cleared. Parsed runs and events take up several
 * times as many bytes.
 */
const MAX_CHARS_AT_HAND = 4_000_000;
/**
 * Maximum characters of step output in a run's row. More is stored in separate notes, and not rewritten with every
 * step.
 */
const MAX_LEFT_CHARS = 50_000;
/** Number of characters above which step output is split into a note for each kind. */
const MAX_NOTE_CHARS = 500_000;
/** Age from which a run is recorded even while it is in progress, in milliseconds. */
const RECORDED_AFTER_MS = 3_000;
/** Minimum time for which a desk keeps a withdrawal, in milliseconds. */
export const WITHDRAWAL_MEMORY_MS = 7 * DAY_MS;

/**
 * The store of a desk. Each method is synchronous. A caller that makes several changes opens a transaction for them.
 */
export class DeskStore {
  readonly #sql: Database;
  readonly #transaction: DeskDeps["transaction"];
  #inTransaction = false;
  #last = 0;
  #generation: { n: 0 | 1; since: number } = { n: 0, since: 0 };
  readonly #runs = new Map<string, CachedRun>();
  readonly #events = new Map<number, EventRow>();
  /** The version of each run that this instance last recorded, by run id. */
  readonly #recordedVersions = new Map<string, number>();
  #charsAtHand = 0;
  #withdrawalsForgottenAt = 0;
  /** Subjects of tickets with withdrawals, kept in memory so that a request in any other ticket reads no row. */
  #withdrawn = new Set<string>();
  agenda = new Agenda();
  marks: Marks = { recorded: 0, delivered: 0, audit: { seq: 0, hash: "" } };
  pendingRecords: PendingWrite[] = [];
  pendingMessages: PendingWrite[] = [];

  constructor({ database, transaction }: Pick<DeskDeps, "database" | "transaction">) {
    this.#sql = transaction(() => openTables(database, "desk", DESK_TABLES));
    this.#transaction = transaction;
    this.#wake();
  }

  /** Applies work to the disk and the memory, either completely or not at all. Nested calls join the transaction. */
  transaction<Result>(work: () => Result): Result {
    if (this.#inTransaction) return work();
    this.#inTransaction = true;
    try {
      return this.#transaction(work);
    } catch (error) {
      this.#wake();
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  /**
   * Stores the keys of a delivery with the id of its event.
   * @returns the id of the event of an earlier delivery with one of the keys, or `null` if there is none
   */
  insertDelivery(keys: DeliveryKeys, eventId: string): string | null {
    const [digest, id = digest] = keys;
    const find = `SELECT key, event_id AS event FROM deliveries_0 WHERE key IN (?1, ?2)
      UNION ALL SELECT key, event_id FROM deliveries_1 WHERE key IN (?1, ?2)`;
    const known = this.#sql.exec<{ key: string; event: string }>(find, digest, id).toArray();
    const first = known[0]?.event ?? null;
    const fresh = [...new Set(keys)].filter((key) => !known.some((one) => one.key === key));
    if (fresh.length > 0)
      this.#sql.exec(
        `INSERT INTO deliveries_${this.#generation.n} VALUES ${fresh.map(() => "(?, ?)").join()}`,
        ...fresh.flatMap((key) => [key, first ?? eventId]),
      );
    return first;
  }

  /**
   * Stores an event with its runs.
   * @param leaves Audit entries, inventory rows and messages to store with each run
   */
  insertEvent(row: EventRow, runs: readonly Run[], leaves: StepOutput = {}): void {
    const { event, payload, ...columns } = row;
    const seq = ++this.#last;
    this.#sql.exec("INSERT INTO events VALUES (?, ?, ?, ?)", seq, JSON.stringify(columns), event, payload);
    const held: HeldEvent = { seq, id: row.id, type: row.type, runs: 0 };
    this.#keepEvent(seq, row);
    this.pendingRecords.push({ n: seq, at: row.receivedAt, event: held });
    for (const run of runs) {
      const { n, delivered, left, output } = this.#leave(run, leaves, []);
      const entry = toEntry(run, { seq: n, event: held }, n, delivered);
      const text = JSON.stringify(run);
      this.#sql.exec("INSERT INTO runs VALUES (?, ?, ?, ?)", n, JSON.stringify(entry), text, output);
      held.runs++;
      this.#keep(entry, { run, text, left });
    }
  }

  /** Stores a withdrawal for at least {@link WITHDRAWAL_MEMORY_MS}. @param at When it occurred, in Unix milliseconds */
  insertWithdrawal(at: number, { subject, ...withdrawal }: Withdrawal, now: number): void {
    const values = [subject, at, now, JSON.stringify(withdrawal)];
    this.#sql.exec("INSERT OR IGNORE INTO withdrawals VALUES (?, ?, ?, ?)", ...values);
    this.#withdrawn.add(subject);
  }

  /** Lists the withdrawals of a ticket that occurred after a time (Unix milliseconds), oldest first. */
  listWithdrawals(subject: string, after: number): Withdrawal[] {
    if (!this.#withdrawn.has(subject)) return [];
    const select = "SELECT withdrawal FROM withdrawals WHERE subject = ? AND at > ?";
    const rows = this.#sql.exec<{ withdrawal: string }>(select, subject, after);
    return Array.from(rows, ({ withdrawal }) => ({ subject, ...JSON.parse(withdrawal) }));
  }

  /**
   * Records that a person retries a run or replays an event.
   * @param what The run's id, or the event's id and the automation's name
   * @param seen The run's version, or the number of the event's recorded runs, when the person decided
   * @returns false if the same `what` and `seen` are already recorded
   */
  repeat(what: string, seen: number): boolean {
    const insert = "INSERT INTO repeated VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING 1";
    return this.#sql.exec(insert, what, seen).toArray().length > 0;
  }

  /**
   * Writes a run and the output of a step. If the run's version has not changed, only the run's due time is updated,
   * and only in memory: every run is checked when the desk wakes.
   */
  updateRun(run: Run, leaves: StepOutput = {}): void {
    const entry = this.agenda.get(run.id);
    if (!entry) throw new Error(`there is no run ${run.id} to update`);
    const sheet = this.#sheet(entry);
    if (run.version === sheet.run.version) {
      this.agenda.set({ ...entry, dueAt: nextWakeAt(run) });
      return;
    }
    const { n, delivered, left, output } = this.#leave(run, leaves, sheet.left);
    const after = toEntry(run, entry, n, Math.max(delivered, entry.delivered));
    const text = JSON.stringify(run);
    const details = Object.entries(leaves.details ?? {}).map(([part, data]) => [part, JSON.stringify(data)]);
    for (const detail of details)
      this.#sql.exec("INSERT OR REPLACE INTO details VALUES (?, ?, ?)", entry.seq, ...detail);
    const update = "UPDATE runs SET entry = ?, run = ?, step_output = ? WHERE seq = ?";
    this.#sql.exec(update, JSON.stringify(after), text, output, entry.seq);
    this.#keep(after, { run, text, left });
  }

  note(entry: AuditEntry): void {
    this.#insertNote({ audit: [entry] }, entry.at);
  }

  run(id: string): Run | null {
    const entry = this.agenda.get(id);
    return entry ? this.#sheet(entry).run : null;
  }

  runWithEvent(id: string): DueRun | null {
    const entry = this.agenda.get(id);
    if (!entry) return null;
    const { source, authentication, event } = this.eventRow(entry.event.seq);
    return { run: this.#sheet(entry).run, event: JSON.parse(String(event)), source, authentication };
  }

  /** Counts the characters of a run and its event. */
  countChars(id: string): number {
    const entry = this.agenda.get(id);
    return entry ? this.#sheet(entry).text.length + (this.eventRow(entry.event.seq).event?.length ?? 0) : 0;
  }

  replaceable({ id, automation, subject }: Run): string[] {
    const entry = this.agenda.get(id);
    const readType = (one: AgendaEntry) => this.#sheet(one).run.learned?.type ?? one.event.type;
    if (!entry) return [];
    const earlier = replaceableBefore(entry, this.agenda.line(automation, subject), readType);
    if (!entry.event.type?.startsWith("worker.")) return earlier.map((one) => one.id);
    const read = ({ event: { seq } }: AgendaEntry): Event => JSON.parse(String(this.eventRow(seq).event));
    const event = read(entry);
    // A worker event that was received late does not replace runs of later events.
    return earlier.filter((one) => !isBefore(event, read(one))).map((one) => one.id);
  }

  /** Returns true if no earlier run of the same automation and subject is unfinished. */
  isAlone({ id, automation, subject }: Run): boolean {
    const first = this.agenda.line(automation, subject).find(({ over }) => !over);
    return first?.id === id;
  }

  /**
   * Returns the id of a run with the same automation and subject that awaits follow-ups of the plan with this hash, or
   * `null` if there is no such run.
   */
  findOpen({ automation, subject }: Run, hash: string): string | null {
    const open = this.agenda
      .line(automation, subject)
      .find((one) => one.state === "awaiting_follow_up" && this.#sheet(one).run.plan?.hash === hash);
    return open?.id ?? null;
  }

  /** Returns a run of this event and automation in `live` mode, or `null` if the desk has none. */
  liveRunOf(eventId: string, automation: string): Run | null {
    const ids = this.ids((entry) => entry.automation === automation && entry.event.id === eventId);
    return ids.map((id) => this.run(id)).find((run) => run?.mode === "live") ?? null;
  }

  /**
   * Returns true if one of the desk's stored runs has called an operation for a subject since a time, or might have
   * called it.
   */
  hasCalled({ operation, subject, since }: Parameters<History["hasCalled"]>[0]): boolean {
    return this.agenda.of(subject).some((entry) => {
      const { journal, updatedAt } = this.#sheet(entry).run;
      return journal.some(
        ({ operation: made, state, settledAt = updatedAt }) =>
          made === operation && state !== "planned" && state !== "refused" && settledAt >= since,
      );
    });
  }

  makeDue(at: number, which: (entry: AgendaEntry) => boolean): void {
    const entries = Array.from(this.agenda.entries());
    if (entries.some(which))
      this.agenda = new Agenda(
        this.agenda,
        entries.map((entry) => (which(entry) ? { ...entry, dueAt: at } : entry)),
      );
  }

  ids(which: (entry: AgendaEntry) => boolean): string[] {
    return Array.from(this.agenda.entries())
      .filter(which)
      .map(({ id }) => id);
  }

  /**
   * Deletes deliveries by generation: keeps all that are younger than {@link DELIVERY_MEMORY_MS}, and deletes all that
   * are twice as old. Deletes old withdrawals once a day.
   */
  forget(now: number): void {
    const { n, since } = this.#generation;
    if (Math.abs(now - this.#withdrawalsForgottenAt) > DAY_MS) {
      this.#sql.exec("DELETE FROM withdrawals WHERE kept_at < ?", now - WITHDRAWAL_MEMORY_MS);
      this.#withdrawalsForgottenAt = now;
      this.#readWithdrawn();
    }
    if (since > 0 && now - since <= DELIVERY_MEMORY_MS) return;
    const next = since > 0 && n === 0 ? 1 : 0;
    this.transaction(() => {
      if (since > 0) this.#sql.exec(`DELETE FROM deliveries_${next}`);
      this.#sql.exec("UPDATE marks SET generation = ?, generation_since = ?", next, now);
      this.#generation = { n: next, since: now };
    });
  }

  eventRow(seq: number): EventRow {
    const kept = this.#events.get(seq);
    if (kept) return kept;
    type Row = { row: string; event: string | null; payload: string };
    const select = "SELECT row, event, payload FROM events WHERE seq = ?";
    const { row, event, payload } = this.#sql.exec<Row>(select, seq).one();
    const read: EventRow = { ...JSON.parse(row), event, payload };
    this.#keepEvent(seq, read);
    return read;
  }

  /** Returns true if this instance has recorded the current version of a run. */
  isRecorded(id: string): boolean {
    return this.#recordedVersions.get(id) === this.run(id)?.version;
  }

  noteRecorded({ id, version }: Pick<RunRow, "id" | "version">): void {
    this.#recordedVersions.set(id, version);
  }

  listUnrecorded(subject: string): Event[] {
    const select = "SELECT event FROM events WHERE seq > ? AND row->>'subject' = ? AND event IS NOT NULL";
    const rows = this.#sql.exec<{ event: string }>(select, this.marks.recorded, subject);
    return Array.from(rows, ({ event }) => JSON.parse(event));
  }

  runRow(id: string): RunRow | null {
    const entry = this.agenda.get(id);
    if (!entry) return null;
    const { run, text } = this.#sheet(entry);
    return { id, version: run.version, run: text, details: this.details(id) };
  }

  /** Returns the run details that the ledger might lack, as JSON, or `null` if there are none. */
  details(id: string): string | null {
    const select = "SELECT part, data FROM details WHERE run = ?";
    const rows = this.#sql.exec<{ part: string; data: string }>(select, this.agenda.get(id)?.seq ?? null);
    const parts = Array.from(rows, ({ part, data }) => `"${part}":${data}`);
    return parts.length > 0 ? `{${parts.join()}}` : null;
  }

  readStepOutput({ n, run, apart }: PendingWrite): StoredStepOutput | undefined {
    if (apart) {
      const select = "SELECT step_output FROM notes WHERE n = ?";
      const [note] = this.#sql.exec<{ step_output: string }>(select, n).toArray();
      return note && JSON.parse(note.step_output);
    }
    const entry = run === undefined ? undefined : this.agenda.get(run);
    return entry && this.#sheet(entry).left.find((left) => left.n === n);
  }

  /**
   * Returns the number of the first event with a young run in progress, or Infinity if there is none: such a run is
   * soon written again, and recorded then, together with its event.
   */
  firstInProgress(now: number): number {
    const events = this.pendingRecords.flatMap(({ run = "" }) => {
      const entry = this.agenda.get(run);
      if (!entry || !this.agenda.isInProgress(entry, now)) return [];
      const { createdAt } = this.#sheet(entry).run;
      return waitLeft(createdAt + RECORDED_AFTER_MS, now, RECORDED_AFTER_MS) > 0 ? entry.event.seq : [];
    });
    return Math.min(...events);
  }

  /** Moves the marks of the ledger and the outbox, and deletes the rows that both have received. */
  advance(marks: Partial<Marks>): void {
    this.transaction(() => {
      const before = this.marks;
      const after = { ...before, ...marks };
      this.marks = after;
      const recorded = takeUpTo(this.pendingRecords, after.recorded);
      const delivered = takeUpTo(this.pendingMessages, after.delivered);
      let remains = after.audit.seq !== before.audit.seq;
      const gone: RowsToDelete = { notes: new Set(), details: new Set(), runs: new Set(), events: new Set() };
      for (const waiting of [...recorded, ...delivered]) if (!this.#forget(waiting, gone)) remains = true;
      for (const [table, keys] of Object.entries(gone)) {
        const rows = `DELETE FROM ${table} WHERE ${KEYS[table as keyof RowsToDelete]}`;
        // SQLite counts the keys of a list as rows read.
        if (keys.size > FEW_ROWS) this.#sql.exec(`${rows} IN (${[...keys].join()})`);
        else for (const key of keys) this.#sql.exec(`${rows} = ?`, key);
      }
      // If every row was deleted, nothing is left to store. The mark of sent messages is stored with the ledger's mark,
      // which follows soon.
      if (!remains || (recorded.length === 0 && this.pendingRecords.length > 0)) return;
      const update = "UPDATE marks SET recorded = ?, delivered = ?, audit_seq = ?, audit_hash = ?";
      const sent = this.pendingMessages.length > 0 ? after.delivered : this.#last;
      this.#sql.exec(update, after.recorded, sent, after.audit.seq, after.audit.hash);
    });
  }

  /**
   * Drops a write that neither the ledger nor the outbox still needs.
   * @param gone Receives the keys of the rows to delete
   * @returns true if nothing of the write is left on disk
   */
  #forget(waiting: PendingWrite, gone: RowsToDelete): boolean {
    const { run, event, apart } = waiting;
    const { recorded, delivered } = this.marks;
    if (apart) {
      const left = this.readStepOutput(waiting);
      if (!left) return true;
      if (left.n > recorded || (left.messages && left.n > delivered)) return false;
      gone.notes.add(left.n);
      return true;
    }
    if (event) return this.#forgetEvent(event, gone);
    const entry = run === undefined ? undefined : this.agenda.get(run);
    if (!entry) return true;
    if (entry.written > recorded) return false;
    gone.details.add(entry.seq);
    if (!entry.over || entry.delivered > delivered) return false;
    gone.runs.add(entry.seq);
    this.#runs.delete(entry.id);
    this.#recordedVersions.delete(entry.id);
    this.agenda.delete(entry.id);
    entry.event.runs--;
    this.#forgetEvent(entry.event, gone);
    return true;
  }

  #forgetEvent({ seq, runs }: HeldEvent, gone: RowsToDelete): boolean {
    if (runs > 0 || seq > this.marks.recorded) return false;
    gone.events.add(seq);
    this.#events.delete(seq);
    return true;
  }

  /**
   * Assigns a number to a run's write, and stores output that is too large for the run's row in notes.
   * @returns `n`: the number; `delivered`: the same number if the row keeps new messages, otherwise 0; `left`: the
   * output that the row keeps; `output`: the same output as JSON, or `null` if there is none
   */
  #leave(
    run: Run,
    { audit = [], inventory = [], messages = [] }: StepOutput,
    before: readonly StoredStepOutput[],
  ) {
    const parts: StepOutput = {
      ...(audit.length > 0 && { audit }),
      ...(inventory.length > 0 && { inventory }),
      ...(messages.length > 0 && { messages }),
    };
    const { recorded, delivered } = this.marks;
    const still = before.filter((left) => left.n > recorded || (left.messages && left.n > delivered));
    const left = [...still, { n: this.#last + 1, ...parts }];
    const output = JSON.stringify(left);
    if (Object.keys(parts).length > 0 && output.length <= MAX_LEFT_CHARS) {
      const n = ++this.#last;
      if (parts.messages) this.pendingMessages.push({ n, at: run.updatedAt, run: run.id });
      return { n, delivered: parts.messages ? n : 0, left, output };
    }
    const isLarge = JSON.stringify(parts).length > MAX_NOTE_CHARS;
    if (isLarge)
      for (const [name, part] of Object.entries(parts)) this.#insertNote({ [name]: part }, run.updatedAt);
    else if (Object.keys(parts).length > 0) this.#insertNote(parts, run.updatedAt);
    const rest = still.length > 0 ? JSON.stringify(still) : null;
    return { n: ++this.#last, delivered: 0, left: still, output: rest };
  }

  #insertNote(note: StepOutput, at: number): void {
    const n = ++this.#last;
    this.#sql.exec("INSERT INTO notes VALUES (?, ?)", n, JSON.stringify({ n, ...note }));
    // Even a note that has only messages is listed for the ledger: it is deleted once both marks have passed it.
    this.#listPending({ n, at, apart: true }, note.messages);
  }

  #keep(entry: AgendaEntry, sheet: CachedRun): void {
    this.agenda.set(entry);
    this.#keepAtHand(this.#runs, entry.id, sheet, sheet.text.length);
    this.pendingRecords.push({ n: entry.written, at: sheet.run.updatedAt, run: entry.id });
  }

  #sheet({ id, seq }: AgendaEntry): CachedRun {
    const kept = this.#runs.get(id);
    if (kept) return kept;
    const select = "SELECT run, step_output FROM runs WHERE seq = ?";
    const row = this.#sql.exec<{ run: string; step_output: string | null }>(select, seq).one();
    const { run: text } = row;
    const sheet: CachedRun = { run: JSON.parse(text), text, left: JSON.parse(row.step_output ?? "[]") };
    this.#keepAtHand(this.#runs, id, sheet, text.length);
    return sheet;
  }

  #keepEvent(seq: number, row: EventRow): void {
    this.#keepAtHand(this.#events, seq, row, row.payload.length + (row.event?.length ?? 0));
  }

  #keepAtHand<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, chars: number): void {
    this.#charsAtHand += chars;
    if (this.#charsAtHand > MAX_CHARS_AT_HAND) this.#forgetAtHand();
    map.set(key, value);
  }

  #forgetAtHand(): void {
    this.#runs.clear();
    this.#events.clear();
    this.#charsAtHand = 0;
  }

  #readWithdrawn(): void {
    const rows = this.#sql.exec<{ subject: string }>("SELECT DISTINCT subject FROM withdrawals");
    this.#withdrawn = new Set(Array.from(rows, ({ subject }) => subject));
  }

  /** Rebuilds the memory from the rows. */
  #wake(): void {
    this.#readWithdrawn();
    this.#forgetAtHand();
    type Numbers = Record<"recorded" | "delivered" | "audit_seq" | "generation" | "generation_since", number>;
    const marks = this.#sql.exec<Numbers & { audit_hash: string }>("SELECT * FROM marks").one();
    const { recorded, delivered, audit_seq: seq, audit_hash: hash } = marks;
    this.marks = { recorded, delivered, audit: { seq, hash } };
    this.#generation = { n: marks.generation === 1 ? 1 : 0, since: marks.generation_since };
    this.pendingRecords = [];
    this.pendingMessages = [];
    const events = this.#wakeRuns();
    const select = "SELECT seq AS n, row->>'receivedAt' AS at FROM events WHERE seq > ?";
    for (const { n, at } of this.#sql.exec<{ n: number; at: number }>(select, recorded))
      this.pendingRecords.push({ n, at, event: events.get(n) ?? { seq: n, id: "", type: null, runs: 0 } });
    const notes = this.#sql.exec<{ n: number; step_output: string }>("SELECT * FROM notes");
    for (const { n, step_output } of notes) {
      const { audit, inventory, messages }: StoredStepOutput = JSON.parse(step_output);
      this.#listPending({ n, at: audit?.[0]?.at ?? inventory?.[0]?.at ?? 0, apart: true }, messages);
    }
    this.pendingRecords.sort((one, other) => one.n - other.n);
    this.pendingMessages.sort((one, other) => one.n - other.n);
    this.#last = Math.max(this.#last, recorded, delivered, this.pendingRecords.at(-1)?.n ?? 0);
  }

  /** Rebuilds the agenda and the runs' pending writes. @returns the events of the runs, by `seq` */
  #wakeRuns(): ReadonlyMap<number, HeldEvent> {
    const { recorded, delivered } = this.marks;
    const events = new Map<number, HeldEvent>();
    const entries: AgendaEntry[] = [];
    for (const { entry: text } of this.#sql.exec<{ entry: string }>("SELECT entry FROM runs ORDER BY seq")) {
      const entry: AgendaEntry = JSON.parse(text);
      const { id: run, written } = entry;
      const event = events.get(entry.event.seq) ?? { ...entry.event, runs: 0 };
      event.runs++;
      events.set(event.seq, event);
      const pending = written > Math.min(recorded, delivered) ? this.#sheet(entry) : null;
      const { left = [], run: { updatedAt: at = 0 } = {} } = pending ?? {};
      for (const { n, messages } of left) this.#listPending({ n, at, run }, messages);
      if (left.at(-1)?.n !== written) this.#listPending({ n: written, at, run });
      // The stored mark might be behind messages that were sent. Output that the row no longer has is not pending.
      const waits = left.some(({ n, messages }) => messages && n > delivered);
      const upTo = waits ? entry.delivered : Math.min(entry.delivered, delivered);
      entries.push({ ...entry, event, delivered: upTo });
    }
    this.agenda = new Agenda(this.agenda, entries);
    return events;
  }

  /** Lists a write that the ledger or the outbox lacks. */
  #listPending(write: PendingWrite, messages?: unknown): void {
    if (write.n > this.marks.recorded) this.pendingRecords.push(write);
    if (messages && write.n > this.marks.delivered) this.pendingMessages.push(write);
  }
}

const toEntry = (
  run: Run,
  { seq, event }: Pick<AgendaEntry, "seq" | "event">,
  written: number,
  delivered: number,
): AgendaEntry => ({
  seq,
  id: run.id,
  event,
  automation: run.automation,
  subject: run.subject,
  state: run.state,
  turn: findTurn(run),
  dueAt: nextWakeAt(run),
  over: isOver(run),
  sending: isSending(run),
  paused: run.paused !== null,
  failing: findFailing(run),
  written,
  delivered,
});

function findFailing(run: Run): AgendaEntry["failing"] {
  const { operation, message, httpStatus } = run.problem ?? {};
  if (!operation || !isRetrying(run)) return null;
  return {
    operation,
    problem: httpStatus ? `${operation}: HTTP ${httpStatus}` : String(message),
    since: run.failingSince ?? run.updatedAt,
    at: run.updatedAt,
  };
}

function findTurn(run: Run): AgendaEntry["turn"] {
  const step = nextStep(run).do;
  if (step === "expire" || step === "come_due") return 0;
  return run.approvals.length > 0 || run.confirmation || run.override ? 1 : 2;
}

function takeUpTo(list: PendingWrite[], n: number): PendingWrite[] {
  const after = list.findIndex((waiting) => waiting.n > n);
  return list.splice(0, after < 0 ? list.length : after);
}
