import { testsOf, type UserFilters } from "./filters.ts";
import { BEST_GRADE } from "./grade.ts";
import type { Entry, UserRecord } from "./record.ts";
import { Vocabulary } from "./vocabulary.ts";
import { searchWords, wordsOf } from "./words.ts";

/** A user found: the row, and how well it answers the query (0 without one). Ordered by score, then by row. */
export interface Hit {
  readonly seq: number;
  readonly score: number;
}

/** Terms of a query beyond these are not looked at, the shortest first: each costs a look at every candidate. */
const MAX_TERMS = 8;

/**
 * All users in memory, as searches need them; the truth is in the database (store.ts), and whoever writes
 * there tells the index. It knows nothing of its runtime, so that a benchmark can run it anywhere.
 *
 * Filters are a scan over the entries, from the place where the page starts: at 100,000 users a few
 * milliseconds at most, wherever that is. A `query` goes through the vocabulary first.
 */
export class UserIndex {
  readonly #entries: (Entry | undefined)[] = [];
  readonly #slots = new Map<string, number>();
  readonly #vocabulary = new Vocabulary();
  /** How many others name a user as their delegate. */
  readonly #delegations = new Map<string, number>();
  /** One copy of each string that many users share. */
  readonly #shared = new Map<string, string>();

  get size(): number {
    return this.#slots.size;
  }

  /** Takes up a user, or a change of one. A new user's `seq` is higher than all before. */
  put({ seq, status, origin, type, user }: UserRecord): void {
    const known = this.#slots.get(user.id);
    const slot = known ?? this.#entries.length;
    if (known !== undefined) this.#forget(known);
    const emails = user.email === undefined ? (user.emails ?? []) : [user.email, ...(user.emails ?? [])];
    const entry: Entry = {
      seq,
      id: user.id,
      status,
      origin,
      type,
      email: user.email?.toLowerCase() ?? "",
      department: this.#share(user.department),
      jobTitle: this.#share(user.jobTitle),
      delegate: user.delegatedUserId ?? "",
      managers: user.managerIds?.map((id) => this.#share(id)) ?? [],
      roles: user.roleIds?.map((id) => this.#share(id)) ?? [],
      name: wordsOf(user.displayName ?? "").join(" "),
      words: this.#vocabulary.add(slot, searchWords([user.displayName ?? "", ...new Set(emails)])),
    };
    this.#entries[slot] = entry;
    this.#slots.set(entry.id, slot);
    this.#countDelegation(entry, 1);
  }

  /** Takes a user out. */
  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#forget(slot);
    this.#entries[slot] = undefined;
    this.#slots.delete(id);
  }

  /**
   * Up to `limit` users after a hit, best first. `ids` and `refs` together name the users to look among; an
   * empty `query` filters nothing, and one without letters and digits finds nobody.
   */
  search(filters: UserFilters, after: Hit | undefined, limit: number): Hit[] {
    const tests = testsOf(filters, { isDelegate: (id) => (this.#delegations.get(id) ?? 0) > 0 });
    const query = filters.query?.trim();
    const among = this.#among(filters);
    if (query) return this.#ranked(query, among, tests, after, limit);
    return this.#listed(among, tests, after?.seq ?? 0, limit);
  }

  /** The slots of the users that `ids` and `refs` name, in order; undefined where they name none. */
  #among({ ids = [], refs = [] }: UserFilters): readonly number[] | undefined {
    if (ids.length + refs.length === 0) return undefined;
    const named = new Set([...ids, ...refs.map(({ id }) => id)]);
    return Array.from(named, (id) => this.#slots.get(id) ?? -1)
      .filter((slot) => slot >= 0)
      .sort((a, b) => a - b);
  }

  #listed(
    among: readonly number[] | undefined,
    tests: ReturnType<typeof testsOf>,
    afterSeq: number,
    limit: number,
  ): Hit[] {
    const hits: Hit[] = [];
    const length = among?.length ?? this.#entries.length;
    for (let i = among ? 0 : this.#slotAfter(afterSeq); i < length && hits.length < limit; i += 1) {
      const entry = this.#entries[among?.[i] ?? i];
      if (entry && entry.seq > afterSeq && tests.every((test) => test(entry)))
        hits.push({ seq: entry.seq, score: 0 });
    }
    return hits;
  }

  #ranked(
    query: string,
    among: readonly number[] | undefined,
    tests: ReturnType<typeof testsOf>,
    after: Hit | undefined,
    limit: number,
  ): Hit[] {
    const words = wordsOf(query);
    // The longest term leaves the fewest candidates for the others.
    const terms = [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, MAX_TERMS);
    const [first, ...others] = terms;
    if (first === undefined) return [];
    const best = new Uint8Array(this.#entries.length);
    this.#vocabulary.gradeAll(first, best);
    const graders = others.map((term) => this.#vocabulary.grader(term));
    const whole = words.join(" ");
    const byScore: Entry[][] = [];
    const consider = (slot: number) => {
      let score = best[slot] ?? 0;
      const entry = score > 0 ? this.#entries[slot] : undefined;
      if (!entry || !tests.every((test) => test(entry))) return;
      for (const grader of graders) {
        const value = grader(entry.words);
        if (value === 0) return;
        score += value;
      }
      if (entry.name === whole) score += 1;
      const found = byScore[score];
      if (found) found.push(entry);
      else byScore[score] = [entry];
    };
    if (among) among.forEach(consider);
    else for (let slot = 0; slot < best.length; slot += 1) consider(slot);
    return this.#bestOf(byScore, after ?? { score: terms.length * BEST_GRADE + 1, seq: 0 }, limit);
  }

  /** The hits that follow one, out of entries sorted by score; within a score they are in order already. */
  #bestOf(byScore: readonly (readonly Entry[] | undefined)[], after: Hit, limit: number): Hit[] {
    const hits: Hit[] = [];
    for (let score = Math.min(after.score, byScore.length - 1); score > 0; score -= 1)
      for (const { seq } of byScore[score] ?? []) {
        if (score === after.score && seq <= after.seq) continue;
        if (hits.length === limit) return hits;
        hits.push({ seq, score });
      }
    return hits;
  }

  /** A slot before which there is no row after `seq`; slots are in the order of their rows. */
  #slotAfter(seq: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      // An emptied slot says nothing; a page that starts a little early skips to its place.
      let probe = middle;
      while (probe < high && !this.#entries[probe]) probe += 1;
      const entry = this.#entries[probe];
      if (probe < high && entry && entry.seq <= seq) low = probe + 1;
      else high = middle;
    }
    return low;
  }

  #forget(slot: number): void {
    const entry = this.#entries[slot];
    if (!entry) return;
    this.#vocabulary.remove(slot, entry.words);
    this.#countDelegation(entry, -1);
  }

  #countDelegation({ id, delegate }: Entry, by: 1 | -1): void {
    if (delegate === "" || delegate === id) return;
    this.#delegations.set(delegate, (this.#delegations.get(delegate) ?? 0) + by);
  }

  #share(text: string | undefined): string {
    if (!text) return "";
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    this.#shared.set(text, text);
    return text;
  }
}
