// What a desk has to do and in what order, in memory: made of the rows of its runs when it wakes, changed as they are.
import { isUnderWay, RUN_STATE, type RunState } from "../../ledger/states.ts";
import { Heap } from "./heap.ts";

/** An event that runs are about. */
export interface HeldEvent {
  /** Its number at the desk. */
  readonly seq: number;
  readonly id: string;
  readonly type: string | null;
  /** How many runs the desk has of it. */
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
  /** When to look again, Unix milliseconds; `null` where nothing is to be done by itself. */
  readonly dueAt: number | null;
  /** Whether nothing is left to do. */
  readonly over: boolean;
  /** Whether a call of it, or its reply, may be under way. */
  readonly sending: boolean;
  readonly paused: boolean;
  /** Number of the write that its row is of. */
  readonly written: number;
  /** Number of the last message that it left; 0 where it left none. */
  readonly told: number;
}

/** The runs of one automation. */
interface Track {
  count: number;
  /**
   * By subject, in the order in which they came in. Most subjects have one run: a list of one would cost as much as the
   * run.
   */
  readonly lines: Map<string, Entry | Entry[]>;
  /** By turn: those with a time that need not wait for another, and some that are so no longer. */
  readonly due: readonly [Heap<Entry>, Heap<Entry>, Heap<Entry>];
}

/** Entries of a heap that are allowed to be of no use any more, besides as many as are of use. */
const MAX_STALE = 64;

/**
 * The runs that a desk has not forgotten: which are due, and which have to wait for others of their automation and
 * subject. About 400 bytes a run. Whoever changes it writes the same to disk, or rebuilds it.
 */
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
    const track = this.#track(entry.automation);
    const line = track.lines.get(entry.subject);
    const before = this.#entries.get(entry.id);
    const first = firstActive(line);
    this.#entries.set(entry.id, entry);
    if (before === undefined) track.count++;
    if (line === undefined || line === before) track.lines.set(entry.subject, entry);
    else if (!Array.isArray(line)) track.lines.set(entry.subject, [line, entry]);
    else if (before === undefined) line.push(entry);
    else line[line.indexOf(before)] = entry;
    this.#schedule(track, entry);
    this.#scheduleNext(track, entry.subject, first);
  }

  /** Forgets a run. */
  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const track = this.#track(entry.automation);
    const line = track.lines.get(entry.subject);
    const first = firstActive(line);
    this.#entries.delete(id);
    track.count--;
    if (!Array.isArray(line) || line.length === 1) track.lines.delete(entry.subject);
    else line.splice(line.indexOf(entry), 1);
    this.#scheduleNext(track, entry.subject, first);
  }

  /**
   * The runs that are due and need not wait for another: by their turn, and then the longest due first.
   * @param room How many there may be of an automation and turn
   */
  turns(now: number, room: (automation: string, turn: Entry["turn"]) => number): Entry[] {
    const found: Entry[] = [];
    for (const [automation, track] of this.#tracks)
      for (const [turn, heap] of track.due.entries()) {
        const enough = found.length + room(automation, turn as Entry["turn"]);
        const from = found.length;
        for (let top = this.#top(heap); top && found.length < enough; top = this.#top(heap)) {
          if (top.dueAt === null || top.dueAt > now) break;
          heap.pop();
          // One that had to wait in between may be in there twice.
          if (found.at(-1) !== top) found.push(top);
        }
        for (const entry of found.slice(from)) heap.push(entry);
      }
    return found.sort((one, other) => one.turn - other.turn || compareDue(one, other));
  }

  /** Takes a run to be worked on: until it is put back it is nobody's turn. */
  take(id: string): void {
    this.#taken.add(id);
  }

  /** Puts back a run that is not worked on any more. */
  putBack(id: string): void {
    this.#taken.delete(id);
    const entry = this.#entries.get(id);
    if (entry) this.#schedule(this.#track(entry.automation), entry);
  }

  /** When the next run is due that need not wait for another. */
  nextDue(): number | null {
    let next: number | null = null;
    for (const track of this.#tracks.values())
      for (const heap of track.due) {
        const dueAt = this.#top(heap)?.dueAt ?? null;
        if (dueAt !== null && (next === null || dueAt < next)) next = dueAt;
      }
    return next;
  }

  /** Whether a run need not wait for an earlier one of its automation and subject. */
  isFirstInLine(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && this.#needNotWait(entry);
  }

  /** The runs of an automation and subject, in the order in which they came in. */
  line(automation: string, subject: string): readonly Entry[] {
    return listOf(this.#tracks.get(automation)?.lines.get(subject));
  }

  /** The runs of a subject. */
  of(subject: string): Entry[] {
    return Array.from(this.#tracks.values(), ({ lines }) => listOf(lines.get(subject))).flat();
  }

  /** How many runs are not over: those that wait for a time or a person, and those that are due. */
  load(now: number): { readonly waiting: number; readonly due: number } {
    let [waiting, due] = [0, 0];
    for (const { over, dueAt } of this.#entries.values()) {
      if (over) continue;
      if (dueAt !== null && dueAt <= now) due++;
      else waiting++;
    }
    return { waiting, due };
  }

  #track(automation: string): Track {
    const known = this.#tracks.get(automation);
    if (known) return known;
    const heap = () => new Heap<Entry>((one, other) => compareDue(one, other) < 0);
    const track: Track = { count: 0, lines: new Map(), due: [heap(), heap(), heap()] };
    this.#tracks.set(automation, track);
    return track;
  }

  /** Has an entry come up when it is due, unless it has to wait. */
  #schedule(track: Track, entry: Entry): void {
    if (!this.#isScheduled(entry)) return;
    const heap = track.due[entry.turn];
    heap.push(entry);
    if (heap.size <= 2 * track.count + MAX_STALE) return;
    const seen = new Set<Entry>();
    heap.keep((one) => this.#isScheduled(one) && seen.size < seen.add(one).size);
  }

  /** Where another run is the first of its line now, its time has come. */
  #scheduleNext(track: Track, subject: string, before: Entry | undefined): void {
    const first = firstActive(track.lines.get(subject));
    if (first && first.id !== before?.id) this.#schedule(track, first);
  }

  /** The first of a heap that is of use; what lies above it is thrown away. */
  #top(heap: Heap<Entry>): Entry | undefined {
    for (let top = heap.peek(); top; top = heap.peek()) {
      if (this.#isScheduled(top)) return top;
      heap.pop();
    }
    return undefined;
  }

  #isScheduled(entry: Entry): boolean {
    return (
      entry.dueAt !== null &&
      this.#entries.get(entry.id) === entry &&
      !this.#taken.has(entry.id) &&
      this.#needNotWait(entry)
    );
  }

  #needNotWait({ id, automation, subject, state }: Entry): boolean {
    if (!isUnderWay(state)) return true;
    return firstActive(this.#tracks.get(automation)?.lines.get(subject))?.id === id;
  }
}

const compareDue = (one: Entry, other: Entry): number =>
  (one.dueAt ?? Number.POSITIVE_INFINITY) - (other.dueAt ?? Number.POSITIVE_INFINITY) || one.seq - other.seq;

const listOf = (line: Entry | Entry[] | undefined): readonly Entry[] =>
  line === undefined ? [] : Array.isArray(line) ? line : [line];

/** The run of a line that goes on before the others do. */
function firstActive(line: Entry | Entry[] | undefined): Entry | undefined {
  if (Array.isArray(line)) return line.find(({ state }) => isUnderWay(state));
  return line && isUnderWay(line.state) ? line : undefined;
}

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
