// The agenda of a desk: which of its runs are due, in what order, and which have to wait for others of their automation
// and subject. It is in memory alone: made of the rows of the runs when the desk wakes, and changed as they are. On disk
// it would take an index, and each step of a run a row more.
import { isUnderWay, RUN_STATE, type RunState } from "../../ledger/states.ts";

/** An event that runs are about. */
export interface HeldEvent {
  /** Its number at the desk. */
  readonly seq: number;
  readonly id: string;
  readonly type: string | null;
  /** Number of runs that the desk has of it. */
  runs: number;
}

/** A run, by as much as it takes to say when it is its turn. It never changes: another takes its place. */
export interface Entry {
  /** Its number at the desk: a run that came in later has a higher one. */
  readonly seq: number;
  readonly id: string;
  readonly automation: string;
  readonly subject: string;
  readonly event: HeldEvent;
  readonly state: RunState;
  /** 0: it waits or ends, and is soon done; 1: it goes on, as somebody has decided; 2: it goes on. */
  readonly turn: 0 | 1 | 2;
  /** The next look, Unix milliseconds; `null` if nothing is to be done by itself. */
  readonly dueAt: number | null;
  /** True if nothing is left to do. */
  readonly over: boolean;
  /** True if a call of it, or its reply, may be under way. */
  readonly sending: boolean;
  readonly paused: boolean;
  /** The call that it waits to try again, since its first failure and at its last; `null` if none failed. */
  readonly failing: {
    readonly operation: string;
    readonly problem: string;
    readonly since: number;
    readonly at: number;
  } | null;
  /** Number of the write that its row is of. */
  readonly written: number;
  /** Number of the last write that left messages; 0 for none. */
  readonly told: number;
}

/** The runs of one automation. */
interface Track {
  /** By subject, in the order in which they came in. */
  readonly lines: Map<string, readonly Entry[]>;
  /** By turn: those with a time that need not wait for another, soonest first. */
  readonly due: readonly [Entry[], Entry[], Entry[]];
}

/** The runs that a desk has not forgotten. Whoever changes it writes the same to disk, or rebuilds it. */
export class Agenda {
  readonly #entries = new Map<string, Entry>();
  /** Runs that are being worked on: it is not their turn. */
  readonly #taken: Set<string>;
  readonly #tracks = new Map<string, Track>();

  /** @param before The one whose place it takes: what was being worked on then still is. */
  constructor(before?: Agenda) {
    this.#taken = before ? before.#taken : new Set();
  }

  /** Every run, in the order in which they came in. */
  entries(): IterableIterator<Entry> {
    return this.#entries.values();
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Adds a run, or puts what it is now in the place of what it was. One that is added came in last. */
  set(entry: Entry): void {
    const isNew = !this.#entries.has(entry.id);
    this.#entries.set(entry.id, entry);
    this.#change(entry, (line) =>
      isNew ? line.concat(entry) : line.map((one) => (one.id === entry.id ? entry : one)),
    );
  }

  /** Forgets a run. */
  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#change(entry, (line) => line.filter((one) => one !== entry));
  }

  /**
   * The runs that are due and need not wait for another: by their turn, and then the longest due first.
   * @param room Most runs of an automation and turn
   */
  turns(now: number, room: (automation: string, turn: Entry["turn"]) => number): Entry[] {
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

  /** Takes a run to be worked on: until it is put back it is nobody's turn. */
  take(id: string): void {
    this.#taken.add(id);
    const entry = this.#entries.get(id);
    if (entry) this.#change(entry);
  }

  /** Puts back a run that is not worked on any more. */
  putBack(id: string): void {
    this.#taken.delete(id);
    const entry = this.#entries.get(id);
    if (entry) this.#change(entry);
  }

  /** The time at which the next run is due that need not wait for another. */
  nextDue(): number | null {
    const firsts = Array.from(this.#tracks.values(), ({ due }) =>
      due.flatMap(([first]) => first?.dueAt ?? []),
    );
    const next = Math.min(...firsts.flat());
    return Number.isFinite(next) ? next : null;
  }

  /** True if a run need not wait for an earlier one of its automation and subject. */
  isFirstInLine(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && !hasToWait(entry, this.line(entry.automation, entry.subject));
  }

  /** The runs of an automation and subject, in the order in which they came in. */
  line(automation: string, subject: string): readonly Entry[] {
    return this.#tracks.get(automation)?.lines.get(subject) ?? [];
  }

  /** The runs of a subject. */
  of(subject: string): Entry[] {
    return Array.from(this.#tracks.values(), ({ lines }) => lines.get(subject) ?? []).flat();
  }

  /** Numbers of runs that are not over: those that wait for a time or a person, and those that are due. */
  load(now: number): { readonly waiting: number; readonly due: number } {
    let [waiting, due] = [0, 0];
    for (const { over, dueAt } of this.#entries.values()) {
      if (over) continue;
      if (dueAt !== null && dueAt <= now) due++;
      else waiting++;
    }
    return { waiting, due };
  }

  /** Changes the line of a run, and with it which of its runs come up when they are due. */
  #change(
    { automation, subject }: Entry,
    change: (line: readonly Entry[]) => readonly Entry[] = (line) => line,
  ): void {
    const track: Track = this.#tracks.get(automation) ?? { lines: new Map(), due: [[], [], []] };
    this.#tracks.set(automation, track);
    const before = track.lines.get(subject) ?? [];
    for (const entry of before) {
      const list = track.due[entry.turn];
      const at = placeOf(entry, list);
      if (list[at] === entry) list.splice(at, 1);
    }
    const line = change(before);
    if (line.length > 0) track.lines.set(subject, line);
    else track.lines.delete(subject);
    for (const entry of line) {
      if (entry.dueAt === null || this.#taken.has(entry.id) || hasToWait(entry, line)) continue;
      const list = track.due[entry.turn];
      list.splice(placeOf(entry, list), 0, entry);
    }
  }
}

const TURNS = [0, 1, 2] as const;

const compareDue = (one: Entry, other: Entry): number =>
  (one.dueAt ?? Number.POSITIVE_INFINITY) - (other.dueAt ?? Number.POSITIVE_INFINITY) || one.seq - other.seq;

/** The place of an entry in a list that is sorted by when they are due. */
function placeOf(entry: Entry, list: readonly Entry[]): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = list[middle];
    if (other && compareDue(other, entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Of the runs of a line that are under way, the first goes on before the others do. */
const hasToWait = ({ id, state }: Entry, line: readonly Entry[]): boolean =>
  isUnderWay(state) && line.find((other) => isUnderWay(other.state))?.id !== id;

/**
 * The earlier runs of the same automation and subject that wait and may be replaced. For a run that is scheduled itself,
 * those of another type of event are left out that take effect before it: somebody who leaves in May and returns in
 * June leaves all the same.
 */
export function replaceableBefore(entry: Entry, line: readonly Entry[]): Entry[] {
  const since = entry.state === "scheduled" ? entry.dueAt : null;
  return line.filter(
    ({ seq, over, state, dueAt, event }) =>
      seq < entry.seq &&
      !over &&
      RUN_STATE[state].replaceable !== "never" &&
      (since === null ||
        (state === "scheduled" && dueAt !== null && dueAt >= since) ||
        event.type === entry.event.type),
  );
}
