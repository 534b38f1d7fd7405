// A desk's database and what memory holds of it: deliveries, events, runs and what they leave for others.
import type { History } from "../../automations/kit/automation.ts";
import type { InventoryRow } from "../../ledger/inventory.ts";
import type { EventRow } from "../../ledger/record.ts";
import { isUnderWay, type RunState } from "../../ledger/states.ts";
import { DELIVERY_MEMORY_MS } from "../../policy/delivery-memory.ts";
import type { Event } from "../../systems/event.ts";
import type { AuditEntry } from "../run/audit.ts";
import { isOver, isSending } from "../run/journal.ts";
import { type Run, wakesAt } from "../run/run.ts";
import type { RunMessage } from "../run-message.ts";
import { Agenda, type Entry, type HeldEvent, replaceableBefore } from "./agenda.ts";
import { Shelf } from "./shelf.ts";
import type { Database } from "./tables.ts";

/** What a delivery is known by: a digest of its body, and where its sender gives it one, its id. */
export type DeliveryKeys = readonly [string] | readonly [string, string];

/** A run with the event it is about. */
export interface DueRun {
  readonly run: Run;
  readonly event: Event;
  readonly source: string;
  readonly authentication: string;
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

/** What a step leaves for others besides its run: for the ledger, and for who tells people. */
export interface LeftBehind {
  readonly audit?: readonly AuditEntry[];
  readonly inventory?: readonly InventoryRow[];
  readonly messages?: readonly RunMessage[];
}

/** A message about a run, and its number. */
export interface KeptMessage {
  readonly n: number;
  readonly message: RunMessage;
}

/** What a step left, as it is kept: with the number of its write. */
export interface KeptLeft extends Omit<LeftBehind, "messages"> {
  readonly n: number;
  readonly messages?: readonly KeptMessage[];
}

/** Something that the ledger has not got, or people have not been told: where it is, not what it says. */
export interface Unsent {
  /** Number of the write, or of the last message, that it is. */
  readonly n: number;
  /** Number of the write that the messages are of. */
  readonly in?: number;
  /** Since when, Unix milliseconds. */
  readonly at: number;
  /** The run that it is of. */
  readonly run?: string;
  /** The event that was written then. */
  readonly event?: HeldEvent;
  /** Whether it is a note of its own. */
  readonly apart?: true;
}

/** How far others have come. */
export interface Marks {
  /** The ledger has everything up to this write. */
  recorded: number;
  /** People have been told every message up to this one. */
  told: number;
  /** The end of the audit chain on record. */
  audit: AuditEnd;
}

/** The last link of an audit chain; its `seq` is 0 where there is none. */
export interface AuditEnd {
  readonly seq: number;
  readonly hash: string;
}

/** A run as it is written. */
interface Sheet {
  readonly run: Run;
  readonly text: string;
  readonly left: readonly KeptLeft[];
}

/** Characters of runs, and of events, that are at hand. What they take in memory is several times as much. */
const SHELF_CHARS = 2_000_000;
/** Characters that a run's row may hold of what its steps left. What is more is written apart, not with every step. */
const MAX_LEFT_CHARS = 50_000;
/** Characters of what one step left that are written in one row. */
const MAX_NOTE_CHARS = 500_000;

/**
 * The desk's database: what must survive a kill. Memory holds what is due and what others have not got; it is made of the
 * rows when the desk wakes, and changes with them: where a transaction fails, it is rebuilt. Each method is one
 * synchronous step, so the caller sets the transaction.
 */
export class DeskStore {
  readonly #sql: Database;
  readonly #transaction: <Result>(work: () => Result) => Result;
  #inTransaction = false;
  /** Number of the last write. */
  #last = 0;
  #generation: { n: 0 | 1; since: number } = { n: 0, since: 0 };
  readonly #runs = new Shelf<string, Sheet>(SHELF_CHARS);
  readonly #events = new Shelf<number, EventRow>(SHELF_CHARS);
  /** What is due, and in what order. */
  agenda = new Agenda();
  marks: Marks = { recorded: 0, told: 0, audit: { seq: 0, hash: "" } };
  /** What the ledger has not got, oldest first. */
  unrecorded: Unsent[] = [];
  /** What people have not been told, oldest first. */
  untold: Unsent[] = [];

  /**
   * @param sql The desk's database, its tables made
   * @param transaction Does all of something, or none of it
   */
  constructor(sql: Database, transaction: <Result>(work: () => Result) => Result) {
    this.#sql = sql;
    this.#transaction = transaction;
    this.#wake();
  }

  /** Does all of something, on disk and in memory, or none of it. Within a transaction it is part of that one. */
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
   * Notes what a delivery is known by, as the one that leads to this event.
   * @returns null, or the event that an earlier delivery with any of these keys led to
   */
  insertDelivery(keys: DeliveryKeys, eventId: string): string | null {
    const known = this.#eventsOf(keys);
    const [first = null] = known.values();
    for (const key of new Set(keys))
      if (!known.has(key))
        this.#sql.exec(`INSERT INTO deliveries_${this.#generation.n} VALUES (?, ?)`, key, first ?? eventId);
    return first;
  }

  /** What it has of what is sought. */
  holds({ subject, keys = [], run = "" }: Sought): Held {
    const known = this.agenda.get(run) !== undefined || keys.some((key) => this.#eventsOf([key]).size > 0);
    return { known, busy: this.agenda.of(subject).some(({ over }) => !over) };
  }

  /** Keeps an event with its runs, and what the coming of one leaves. */
  insertEvent(row: EventRow, runs: readonly Run[], left: LeftBehind = {}): void {
    const { event, payload, ...columns } = row;
    const seq = ++this.#last;
    this.#sql.exec("INSERT INTO events VALUES (?, ?, ?, ?)", seq, JSON.stringify(columns), event, payload);
    const held: HeldEvent = { seq, id: row.id, type: row.type, runs: 0 };
    this.#events.set(seq, row, payload.length + (event?.length ?? 0));
    this.unrecorded.push({ n: seq, at: row.receivedAt, event: held });
    for (const run of runs) this.#insertRun(run, held, left);
  }

  #insertRun(run: Run, event: HeldEvent, left: LeftBehind): void {
    const { told, n, here, hereText } = this.#leave(run, left, []);
    const { id, automation, subject } = run;
    const entry: Entry = { seq: n, id, event, automation, subject, ...changing(run, n, told) };
    const text = JSON.stringify(run);
    this.#sql.exec(
      "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      n,
      id,
      event.seq,
      event.id,
      event.type,
      automation,
      subject,
      ...columnsOf(entry),
      text,
      hereText,
    );
    event.runs++;
    this.#keep(entry, { run, text, left: here });
  }

  /** Notes that somebody who had seen this much has something done again. @returns whether they are the first */
  repeat(what: string, seen: number): boolean {
    if (this.#sql.exec("SELECT 1 FROM repeated WHERE what = ? AND seen = ?", what, seen).toArray().length > 0)
      return false;
    this.#sql.exec("INSERT INTO repeated VALUES (?, ?)", what, seen);
    return true;
  }

  /**
   * Writes a run as it is after a step, and what the step left, as one row. A run of the same version is only looked at
   * at another time: that is in memory alone, as it is looked at in any case when the desk wakes.
   */
  updateRun(run: Run, left: LeftBehind = {}): void {
    const entry = this.agenda.get(run.id);
    if (!entry) throw new Error(`there is no run ${run.id} to update`);
    const sheet = this.#sheet(entry);
    if (run.version === sheet.run.version) {
      this.agenda.set({ ...entry, dueAt: wakesAt(run) });
      return;
    }
    const { told, n, here, hereText } = this.#leave(run, left, sheet.left);
    const after: Entry = { ...entry, ...changing(run, n, Math.max(told, entry.told)) };
    const text = JSON.stringify(run);
    this.#sql.exec(
      `UPDATE runs SET state = ?, turn = ?, due_at = ?, over = ?, sending = ?, paused = ?, written = ?, run = ?,
       left_behind = ? WHERE seq = ?`,
      ...columnsOf(after),
      text,
      hereText,
      entry.seq,
    );
    this.#keep(after, { run, text, left: here });
  }

  /** Keeps what is for the ledger, or for people, and of no run that is written now. */
  note(entry: AuditEntry): void {
    this.#insertNote({ n: ++this.#last, audit: [entry] }, entry.at);
  }

  /** A run that the desk has not forgotten. */
  run(id: string): Run | null {
    const entry = this.agenda.get(id);
    return entry ? this.#sheet(entry).run : null;
  }

  /** A run that the desk has not forgotten, with its event. */
  runWithEvent(id: string): DueRun | null {
    const entry = this.agenda.get(id);
    if (!entry) return null;
    const { source, authentication, event } = this.eventRow(entry.event.seq);
    return { run: this.#sheet(entry).run, event: JSON.parse(String(event)), source, authentication };
  }

  /** Ids of the earlier runs that a run takes the place of, or takes back: see {@link replaceableBefore}. */
  replaceable({ id, automation, subject }: Run): string[] {
    const entry = this.agenda.get(id);
    return entry ? replaceableBefore(entry, this.agenda.line(automation, subject)).map((one) => one.id) : [];
  }

  /** Whether no earlier run of the automation and subject is left. */
  isAlone({ id, automation, subject }: Run): boolean {
    const first = this.agenda.line(automation, subject).find(({ over }) => !over);
    return first?.id === id;
  }

  /** A run of this event and automation that acts, or may, and that the desk has not forgotten. */
  liveRunOf(eventId: string, automation: string): Run | null {
    for (const entry of this.agenda.entries()) {
      if (entry.automation !== automation || entry.event.id !== eventId) continue;
      const { run } = this.#sheet(entry);
      if (run.mode === "live") return run;
    }
    return null;
  }

  /** Whether a run that the desk has not forgotten made a call for a subject since then, or may have. */
  hasCalled({ operation, subject, since }: Parameters<History["hasCalled"]>[0]): boolean {
    return this.agenda.of(subject).some((entry) => {
      const { journal, updatedAt } = this.#sheet(entry).run;
      return journal.some(
        (effect) =>
          effect.operation === operation &&
          (effect.state === "sending" || effect.state === "applied" || effect.state === "unknown") &&
          (effect.settledAt ?? updatedAt) >= since,
      );
    });
  }

  /** Has runs looked at again, at that time. */
  hurry(at: number, which: (entry: Entry) => boolean): void {
    for (const entry of Array.from(this.agenda.entries()).filter(which))
      this.agenda.set({ ...entry, dueAt: at });
  }

  /** Ids of the runs in a state, of one automation or of all, oldest first. */
  idsIn(state: RunState, automation: string | null = null): string[] {
    return Array.from(this.agenda.entries())
      .filter((entry) => entry.state === state && (automation === null || entry.automation === automation))
      .map(({ id }) => id);
  }

  /** Ids of the runs of which a call or a reply may be under way, for the look after a restart. */
  sending(): string[] {
    return Array.from(this.agenda.entries())
      .filter(({ sending }) => sending)
      .map(({ id }) => id);
  }

  /**
   * Forgets deliveries, none sooner than after {@link DELIVERY_MEMORY_MS} and all of them after twice as long: those of
   * the generation before the last, whole.
   */
  forgetDeliveries(now: number): void {
    const { n, since } = this.#generation;
    if (since > 0 && now - since <= DELIVERY_MEMORY_MS) return;
    const next = since > 0 && n === 0 ? 1 : 0;
    this.transaction(() => {
      if (since > 0) this.#sql.exec(`DELETE FROM deliveries_${next}`);
      this.#sql.exec("UPDATE marks SET generation = ?, generation_since = ?", next, now);
      this.#generation = { n: next, since: now };
    });
  }

  /** An event as the ledger keeps it. */
  eventRow(seq: number): EventRow {
    const kept = this.#events.get(seq);
    if (kept) return kept;
    const { row, event, payload } = this.#sql
      .exec<{ row: string; event: string | null; payload: string }>(
        "SELECT row, event, payload FROM events WHERE seq = ?",
        seq,
      )
      .one();
    const read: EventRow = { ...JSON.parse(row), event, payload };
    this.#events.set(seq, read, payload.length + (event?.length ?? 0));
    return read;
  }

  /** A run as it is written. */
  runText(id: string): { readonly version: number; readonly text: string } | null {
    const entry = this.agenda.get(id);
    if (!entry) return null;
    const { run, text } = this.#sheet(entry);
    return { version: run.version, text };
  }

  /** What a write left. */
  leftAt({ n: number, in: n = number, run, apart }: Unsent): KeptLeft | undefined {
    if (apart) {
      const [note] = this.#sql
        .exec<{ left_behind: string }>("SELECT left_behind FROM notes WHERE n = ?", n)
        .toArray();
      return note && JSON.parse(note.left_behind);
    }
    const entry = run === undefined ? undefined : this.agenda.get(run);
    return entry && this.#sheet(entry).left.find((left) => left.n === n);
  }

  /** Notes how far others have come, and forgets what is finished with it. */
  advance(marks: Partial<Marks>): void {
    const before = this.marks;
    const after = { ...before, ...marks };
    this.marks = after;
    const recorded = takeUpTo(this.unrecorded, after.recorded);
    const told = takeUpTo(this.untold, after.told);
    let remains = after.audit.seq !== before.audit.seq;
    for (const waiting of [...recorded, ...told]) if (!this.#forget(waiting)) remains = true;
    // What is gone leaves nothing to note. What was told is noted with the record, which is there soon.
    if (!remains || (recorded.length === 0 && this.unrecorded.length > 0)) return;
    this.#sql.exec(
      "UPDATE marks SET recorded = ?, told = ?, audit_seq = ?, audit_hash = ?",
      after.recorded,
      this.untold.length > 0 ? after.told : this.#last,
      after.audit.seq,
      after.audit.hash,
    );
  }

  /** Forgets what nobody waits for any more. @returns whether nothing of it is left on disk */
  #forget(waiting: Unsent): boolean {
    const { run, event, apart } = waiting;
    const { recorded, told } = this.marks;
    if (apart) {
      const left = this.leftAt(waiting);
      if (!left) return true;
      if (left.n > recorded || left.messages?.some((message) => message.n > told)) return false;
      this.#sql.exec("DELETE FROM notes WHERE n = ?", left.n);
      return true;
    }
    if (event) return this.#forgetEvent(event);
    const entry = run === undefined ? undefined : this.agenda.get(run);
    if (!entry) return true;
    if (!entry.over || entry.written > recorded || entry.told > told) return false;
    this.#sql.exec("DELETE FROM runs WHERE seq = ?", entry.seq);
    this.#runs.delete(entry.id);
    this.agenda.delete(entry.id);
    entry.event.runs--;
    this.#forgetEvent(entry.event);
    return true;
  }

  #forgetEvent({ seq, runs }: HeldEvent): boolean {
    if (runs > 0 || seq > this.marks.recorded) return false;
    this.#sql.exec("DELETE FROM events WHERE seq = ?", seq);
    this.#events.delete(seq);
    return true;
  }

  /** Gives what a step leaves its numbers. @returns as much as goes with the run, its text, and the number of the run's write */
  #leave(run: Run, left: LeftBehind, before: readonly KeptLeft[]) {
    const { audit = [], inventory = [] } = left;
    const messages = (left.messages ?? []).map((message) => ({ n: ++this.#last, message }));
    const parts: Omit<KeptLeft, "n"> = {
      ...(audit.length > 0 && { audit }),
      ...(inventory.length > 0 && { inventory }),
      ...(messages.length > 0 && { messages }),
    };
    const told = messages.at(-1)?.n ?? 0;
    const { recorded, told: toldSoFar } = this.marks;
    const still = before.filter(
      ({ n, messages: of = [] }) => n > recorded || of.some((message) => message.n > toldSoFar),
    );
    const rest = () => ({ told, n: ++this.#last, here: still, hereText: textOf(still) });
    if (Object.keys(parts).length === 0) return rest();
    const here = [...still, { n: this.#last + 1, ...parts }];
    const hereText = textOf(here);
    if (hereText === null || hereText.length <= MAX_LEFT_CHARS) {
      const n = ++this.#last;
      if (messages.length > 0) this.untold.push({ n: told, in: n, at: run.updatedAt, run: run.id });
      return { told, n, here, hereText };
    }
    const notes =
      JSON.stringify(parts).length <= MAX_NOTE_CHARS
        ? [parts]
        : Object.entries(parts).map(([name, part]) => ({ [name]: part }));
    for (const note of notes) this.#insertNote({ n: ++this.#last, ...note }, run.updatedAt);
    return rest();
  }

  #insertNote(note: KeptLeft, at: number): void {
    const { n, messages } = note;
    this.#sql.exec("INSERT INTO notes VALUES (?, ?)", n, JSON.stringify(note));
    // Also what is only to be told: it is forgotten when others have come past it, whoever comes last.
    this.unrecorded.push({ n, at, apart: true });
    const told = messages?.at(-1)?.n;
    if (told !== undefined) this.untold.push({ n: told, in: n, at, apart: true });
  }

  #keep(entry: Entry, sheet: Sheet): void {
    this.agenda.set(entry);
    this.#runs.set(entry.id, sheet, sheet.text.length);
    this.unrecorded.push({ n: entry.written, at: sheet.run.updatedAt, run: entry.id });
  }

  #sheet({ id, seq }: Entry): Sheet {
    const kept = this.#runs.get(id);
    if (kept) return kept;
    const { run: text, left_behind } = this.#sql
      .exec<{ run: string; left_behind: string | null }>(
        "SELECT run, left_behind FROM runs WHERE seq = ?",
        seq,
      )
      .one();
    const sheet: Sheet = {
      run: JSON.parse(text),
      text,
      left: left_behind === null ? [] : JSON.parse(left_behind),
    };
    this.#runs.set(id, sheet, text.length);
    return sheet;
  }

  /** The events that keys lead to, by key. */
  #eventsOf(keys: readonly string[]): Map<string, string> {
    const [first = "", second = first] = keys;
    const rows = this.#sql
      .exec<{ key: string; event_id: string }>(
        `SELECT key, event_id FROM deliveries_0 WHERE key IN (?1, ?2)
         UNION ALL SELECT key, event_id FROM deliveries_1 WHERE key IN (?1, ?2)`,
        first,
        second,
      )
      .toArray();
    return new Map(rows.map(({ key, event_id }) => [key, event_id]));
  }

  /** Rebuilds memory from disk. */
  #wake(): void {
    const [marks] = this.#sql.exec<{
      recorded: number;
      told: number;
      audit_seq: number;
      audit_hash: string;
      generation: number;
      generation_since: number;
    }>("SELECT * FROM marks");
    if (!marks) throw new Error("a desk has no marks");
    const { recorded, told } = marks;
    this.marks = { recorded, told, audit: { seq: marks.audit_seq, hash: marks.audit_hash } };
    this.#generation = { n: marks.generation === 1 ? 1 : 0, since: marks.generation_since };
    this.#runs.clear();
    this.#events.clear();
    this.agenda = new Agenda(this.agenda);
    this.unrecorded = [];
    this.untold = [];
    let last = Math.max(this.#last, recorded, told);
    const events = new Map<number, HeldEvent>();
    const rows = this.#sql.exec<RunColumns>(
      `SELECT seq, id, event_seq, event_id, event_type, automation, subject, state, turn, due_at, over, sending, paused,
         written, iif(written > ?1, run->>'updatedAt', NULL) AS at, iif(written > ?1, left_behind, NULL) AS left_behind
       FROM runs ORDER BY seq`,
      Math.min(recorded, told),
    );
    for (const row of rows) {
      const { id, written } = row;
      const event = events.get(row.event_seq) ?? {
        seq: row.event_seq,
        id: row.event_id,
        type: row.event_type,
        runs: 0,
      };
      event.runs++;
      events.set(event.seq, event);
      const at = row.at ?? 0;
      const left: readonly KeptLeft[] = row.left_behind === null ? [] : JSON.parse(row.left_behind);
      let lastMessage = 0;
      for (const { n, audit, inventory, messages } of left) {
        if (n > recorded && n < written && (audit || inventory)) this.unrecorded.push({ n, at, run: id });
        const message = messages?.at(-1)?.n ?? 0;
        if (message > told) this.untold.push({ n: message, in: n, at, run: id });
        lastMessage = Math.max(lastMessage, message);
      }
      if (written > recorded) this.unrecorded.push({ n: written, at, run: id });
      this.agenda.set(entryOf(row, event, lastMessage));
      last = Math.max(last, written);
    }
    for (const { seq, at } of this.#sql.exec<{ seq: number; at: number }>(
      "SELECT seq, row->>'receivedAt' AS at FROM events WHERE seq > ?",
      recorded,
    )) {
      const event = events.get(seq) ?? { seq, id: "", type: null, runs: 0 };
      this.unrecorded.push({ n: seq, at, event });
      last = Math.max(last, seq);
    }
    for (const { n, left_behind } of this.#sql.exec<{ n: number; left_behind: string }>(
      "SELECT * FROM notes",
    )) {
      const { audit, inventory, messages }: KeptLeft = JSON.parse(left_behind);
      const at = audit?.[0]?.at ?? inventory?.[0]?.at ?? 0;
      if (n > recorded) this.unrecorded.push({ n, at, apart: true });
      const message = messages?.at(-1)?.n ?? 0;
      if (message > told) this.untold.push({ n: message, in: n, at, apart: true });
      last = Math.max(last, n);
    }
    this.unrecorded.sort((one, other) => one.n - other.n);
    this.untold.sort((one, other) => one.n - other.n);
    this.#last = last;
  }
}

interface RunColumns extends Record<string, string | number | null> {
  readonly seq: number;
  readonly id: string;
  readonly event_seq: number;
  readonly event_id: string;
  readonly event_type: string | null;
  readonly automation: string;
  readonly subject: string;
  readonly state: RunState;
  readonly turn: number;
  readonly due_at: number | null;
  readonly over: number;
  readonly sending: number;
  readonly paused: number;
  readonly written: number;
  readonly at: number | null;
  readonly left_behind: string | null;
}

const entryOf = (row: RunColumns, event: HeldEvent, told: number): Entry => ({
  seq: row.seq,
  id: row.id,
  event,
  automation: row.automation,
  subject: row.subject,
  state: row.state,
  turn: row.turn === 0 ? 0 : row.turn === 1 ? 1 : 2,
  dueAt: row.due_at,
  over: row.over === 1,
  sending: row.sending === 1,
  paused: row.paused === 1,
  written: row.written,
  told,
});

const textOf = (left: readonly KeptLeft[]): string | null => (left.length > 0 ? JSON.stringify(left) : null);

/** What a step may change of an entry. */
const changing = (run: Run, written: number, told: number) => ({
  state: run.state,
  turn: turnOf(run),
  dueAt: wakesAt(run),
  over: isOver(run),
  sending: isSending(run) || run.reply?.state === "sending",
  paused: run.paused !== null,
  written,
  told,
});

const columnsOf = ({ state, turn, dueAt, over, sending, paused, written }: Entry) =>
  [state, turn, dueAt, Number(over), Number(sending), Number(paused), written] as const;

function turnOf(run: Run): Entry["turn"] {
  if (!isUnderWay(run.state)) return 0;
  return run.approval || run.confirmation || run.override ? 1 : 2;
}

/** Takes the first of a list out, up to a number. */
function takeUpTo(list: Unsent[], n: number): Unsent[] {
  const after = list.findIndex((waiting) => waiting.n > n);
  return list.splice(0, after < 0 ? list.length : after);
}
