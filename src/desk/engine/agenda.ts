// The agenda of a desk: which runs are due, in what order, and which wait for other runs of their automation and
// subject. The agenda is kept in memory only. It is rebuilt from the rows of the runs when the desk wakes, and updated
// with them. On disk it would need an index, and one more row for each step.
import { isUnderWay, RUN_STATE, type RunState } from "../../runs/states.ts";

export interface HeldEvent {
  readonly seq: number;
  readonly id: string;
  readonly type: string | null;
  runs: number;
}

/** The part of a run that the agenda keeps in memory, for example its state and due time. Immutable. */
export interface AgendaEntry {
  readonly seq: number;
  readonly id: string;
  readonly automation: string;
  readonly subject: string;
  readonly event: HeldEvent;
  readonly state: RunState;
  /**
   * 0: the run only expires or becomes due; 1: a person approved or confirmed the plan, or resumed the held run; 2: any
   * other run.
   */
  readonly turn: 0 | 1 | 2;
  readonly dueAt: number | null;
  readonly over: boolean;
  /** True if a call of the run might be in flight. */
  readonly sending: boolean;
  readonly paused: boolean;
  /**
   * The failed call to retry. `since` and `at` are the times of its first and latest failure, in Unix milliseconds.
   * `null` if no call needs a retry.
   */
  readonly failing: {
    readonly operation: string;
    readonly problem: string;
    readonly since: number;
    readonly at: number;
  } | null;
  /** The number of the write that stored the run's row. */
  readonly written: number;
  /** The number of the last write that stored messages of the run; 0 if there was none. */
  readonly delivered: number;
}

interface Track {
  /** Entries by subject, in the order of receipt. */
  readonly lines: Map<string, readonly AgendaEntry[]>;
  /** Runs with a due time that wait for no other run and are not taken, by turn, soonest first. */
  readonly due: readonly [AgendaEntry[], AgendaEntry[], AgendaEntry[]];
}

/**
 * The runs that a desk stores. A caller that changes the agenda must write the same change to disk, or rebuild the
 * agenda. Only a due time may change in memory alone, because every run is checked when the desk wakes.
 */
export class Agenda {
  readonly #entries = new Map<string, AgendaEntry>();
  readonly #taken: Set<string>;
  readonly #tracks = new Map<string, Track>();

  /**
   * @param before The agenda that this one replaces: runs that are taken in it remain taken
   * @param entries All runs in the order of receipt. They are sorted once, since a desk can have 100,000 runs
   */
  constructor(before?: Agenda, entries: readonly AgendaEntry[] = []) {
    this.#taken = before ? before.#taken : new Set();
    for (const entry of entries) this.#entries.set(entry.id, entry);
    for (const [automation, own] of Map.groupBy(entries, (entry) => entry.automation)) {
      const lines = Map.groupBy(own, ({ subject }) => subject);
      const due = Array.from(lines.values(), (line) => this.#dueIn(line))
        .flat()
        .sort(compareDue);
      const [first = [], second = [], third = []] = TURNS.map((at) => due.filter(({ turn }) => turn === at));
      this.#tracks.set(automation, { lines, due: [first, second, third] });
    }
  }

  entries(): IterableIterator<AgendaEntry> {
    return this.#entries.values();
  }

  get(id: string): AgendaEntry | undefined {
    return this.#entries.get(id);
  }

  /** Adds or replaces a run. @throws Error if the due time is not a number, which would break the order of due runs */
  set(entry: AgendaEntry): void {
    if (Number.isNaN(entry.dueAt)) throw new Error(`the due time of ${entry.id} is not a number`);
    const isNew = !this.#entries.has(entry.id);
    this.#entries.set(entry.id, entry);
    this.#change(entry, (line) =>
      isNew ? line.concat(entry) : line.map((one) => (one.id === entry.id ? entry : one)),
    );
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#change(entry, (line) => line.filter((one) => one !== entry));
  }

  /**
   * Lists the due runs that wait for no other run, by turn and then by due time.
   * @param room Returns the maximum number of runs for an automation and turn
   */
  turns(now: number, room: (automation: string, turn: AgendaEntry["turn"]) => number): AgendaEntry[] {
    return Array.from(this.#tracks, ([automation, { due }]) =>
      TURNS.flatMap((turn) =>
        due[turn]
          .slice(0, Math.max(0, room(automation, turn)))
          .filter(({ dueAt }) => dueAt !== null && dueAt <= now),
      ),
    )
      .flat()
      .sort((one, other) => one.turn - other.turn || compareDue(one, other));
  }

  /** Takes a run out of the agenda while a step of it is performed, or puts it back. */
  setTaken(id: string, isTaken: boolean): void {
    this.#taken[isTaken ? "add" : "delete"](id);
    const entry = this.#entries.get(id);
    if (entry) this.#change(entry);
  }

  /** Returns the next due time of the runs that wait for no other run and are not taken, or `null` if there is none. */
  nextDue(): number | null {
    const firsts = Array.from(this.#tracks.values(), ({ due }) =>
      due.flatMap(([first]) => first?.dueAt ?? []),
    );
    const next = Math.min(...firsts.flat());
    return Number.isFinite(next) ? next : null;
  }

  /** Returns true if the run need not wait for an earlier run of the same automation and subject. */
  isFirstInLine(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && !hasToWait(entry, this.line(entry.automation, entry.subject));
  }

  /**
   * Returns true if the run is due, and waits neither for a person, nor for another run, nor for the end of a pause.
   */
  isInProgress({ id, state, dueAt, paused }: AgendaEntry, now: number): boolean {
    return isUnderWay(state) && !paused && dueAt !== null && dueAt <= now && this.isFirstInLine(id);
  }

  line(automation: string, subject: string): readonly AgendaEntry[] {
    return this.#tracks.get(automation)?.lines.get(subject) ?? [];
  }

  of(subject: string): AgendaEntry[] {
    return Array.from(this.#tracks.values(), ({ lines }) => lines.get(subject) ?? []).flat();
  }

  /** Counts the unfinished runs: those that wait for a time or a person, and those that are due. */
  load(now: number): { readonly waiting: number; readonly due: number } {
    let [waiting, due] = [0, 0];
    for (const { over, dueAt } of this.#entries.values()) {
      if (over) continue;
      if (dueAt !== null && dueAt <= now) due++;
      else waiting++;
    }
    return { waiting, due };
  }

  /**
   * Changes the line of a run (all runs of its automation and subject), and updates the list of the line's due runs.
   */
  #change(
    { automation, subject }: AgendaEntry,
    change: (line: readonly AgendaEntry[]) => readonly AgendaEntry[] = (line) => line,
  ): void {
    const track: Track = this.#tracks.get(automation) ?? { lines: new Map(), due: [[], [], []] };
    this.#tracks.set(automation, track);
    const before = track.lines.get(subject) ?? [];
    for (const entry of before) {
      const list = track.due[entry.turn];
      const at = findPlace(entry, list);
      if (list[at] === entry) list.splice(at, 1);
    }
    const line = change(before);
    if (line.length > 0) track.lines.set(subject, line);
    else track.lines.delete(subject);
    for (const entry of this.#dueIn(line)) {
      const list = track.due[entry.turn];
      list.splice(findPlace(entry, list), 0, entry);
    }
  }

  #dueIn(line: readonly AgendaEntry[]): readonly AgendaEntry[] {
    return line.filter(
      (entry) => entry.dueAt !== null && !this.#taken.has(entry.id) && !hasToWait(entry, line),
    );
  }
}

const TURNS = [0, 1, 2] as const;

const compareDue = (one: AgendaEntry, other: AgendaEntry): number =>
  (one.dueAt ?? Number.POSITIVE_INFINITY) - (other.dueAt ?? Number.POSITIVE_INFINITY) || one.seq - other.seq;

function findPlace(entry: AgendaEntry, list: readonly AgendaEntry[]): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = list[middle];
    if (other && compareDue(other, entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Returns true if the run must wait: among the runs of its automation and subject that are in progress, only the first
 * may continue.
 */
const hasToWait = ({ id, state }: AgendaEntry, line: readonly AgendaEntry[]): boolean =>
  isUnderWay(state) && line.find((other) => isUnderWay(other.state))?.id !== id;

/**
 * Lists the earlier runs of the same automation and subject that wait and may be replaced. A scheduled run does not
 * replace earlier runs of another event type that take effect before it: a person who leaves in May and returns in June
 * still leaves in May.
 * @param readType Returns the type of an entry's event after it was completed
 */
export function replaceableBefore(
  entry: AgendaEntry,
  line: readonly AgendaEntry[],
  readType: (entry: AgendaEntry) => string | null,
): AgendaEntry[] {
  const since = entry.state === "scheduled" ? entry.dueAt : null;
  return line.filter((one) => {
    const { seq, over, state, dueAt } = one;
    if (seq >= entry.seq || over || RUN_STATE[state].replaceable === "never") return false;
    const isLater = state === "scheduled" && dueAt !== null && since !== null && dueAt >= since;
    return since === null || isLater || readType(one) === readType(entry);
  });
}
