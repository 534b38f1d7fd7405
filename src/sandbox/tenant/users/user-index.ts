// The index that user searches are answered from, in memory.
import { type Condition, conditionsOf, type UserFilters } from "./filters.ts";
import { BEST_GRADE } from "./grade.ts";
import { lowerBound, Postings } from "./postings.ts";
import { ATTRIBUTES, type Attribute, filingOf, type UserRecord } from "./record.ts";
import { Vocabulary } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

/** A user found: the row, and how well it answers the query (0 without one). Ordered by score, then by row. */
export interface Hit {
  readonly seq: number;
  readonly score: number;
}

/** Terms of a query beyond these are not looked at, the shortest first: each costs a look at every word. */
const MAX_TERMS = 6;
/**
 * Where a query has two longer terms, one this short orders what is found, and need not be found itself: it
 * is too short to tell a typo in it from another word.
 */
const MAX_OPTIONAL_LENGTH = 2;
/** The mark of a slot that is out, whatever else holds. */
const OUT = 255;

/**
 * All users in memory, as searches need them; the truth is in the database (store.ts), and whoever writes
 * there tells the index. It knows nothing of its runtime, so that a benchmark can run it anywhere.
 *
 * Each user has a slot, in the order of the rows. A search marks the slots that pass one condition after
 * another, going through those lists only that the condition names, and then reads the marks from the place
 * where its page starts: the cost is the same for the first page and the last.
 */
export class UserIndex {
  /** The row of each slot, ascending; an emptied slot keeps it. */
  readonly #seqs: number[] = [];
  /** `OUT` for each emptied slot, else 0: how the marks of a search begin. */
  #emptied = new Uint8Array(1_024);
  readonly #slots = new Map<string, number>();
  readonly #postings: Readonly<Record<Attribute, Postings>>;
  readonly #vocabulary = new Vocabulary();
  /** Whole display names, as their words in a row. */
  readonly #names = new Postings();
  /** The slots of those who stand in for at least one other user, until users change. */
  #delegates: readonly number[] | undefined;

  constructor() {
    const entries = ATTRIBUTES.map((attribute) => [attribute, new Postings()] as const);
    this.#postings = Object.fromEntries(entries) as Record<Attribute, Postings>;
  }

  get size(): number {
    return this.#slots.size;
  }

  /**
   * Takes up a user, or a change of one. A new user's `seq` is higher than all before.
   * @param before The user as taken up last, where this is a change: the index keeps no copy.
   */
  put(record: UserRecord, before?: UserRecord): void {
    if (before) this.#file("remove", before);
    const { id } = record.user;
    if (!this.#slots.has(id)) this.#slots.set(id, this.#seqs.push(record.seq) - 1);
    this.#file("add", record);
  }

  /** Takes a user out, who is given as taken up last. */
  remove(record: UserRecord): void {
    this.#file("remove", record);
    this.#slots.delete(record.user.id);
  }

  /**
   * Up to `limit` users after a hit, best first. An empty `query` filters nothing, and one without letters
   * and digits finds nobody.
   */
  search(filters: UserFilters, after: Hit | undefined, limit: number): Hit[] {
    const conditions = conditionsOf(filters).map(({ attribute, exclude, values }) => ({
      exclude,
      lists: this.#lists(attribute, values),
    }));
    if (filters.isDelegate) conditions.push({ exclude: false, lists: [this.#delegateSlots()] });
    const { marks, passed } = this.#marks(conditions);
    const query = filters.query?.trim();
    if (query) return this.#ranked(query, marks, passed, after, limit);
    return this.#read(marks, passed, 0, after?.seq ?? 0, limit);
  }

  /** The lists of slots that have the values. */
  #lists(attribute: Condition["attribute"], values: Condition["values"]): (readonly number[])[] {
    if (attribute === "id")
      return Array.from(new Set(values), (id) => this.#slots.get(id)).flatMap((slot) =>
        slot === undefined ? [] : [[slot]],
      );
    const postings = this.#postings[attribute];
    return Array.from(values === "any" ? postings.values() : new Set(values), (value) => postings.get(value));
  }

  /** A mark for each slot, and the mark of those where every condition holds. */
  #marks(conditions: readonly { exclude: boolean; lists: (readonly number[])[] }[]) {
    const marks = this.#emptied.slice(0, this.#seqs.length);
    let passed = 0;
    for (const { exclude, lists } of conditions) {
      // Only who passed all conditions before goes on to the next.
      for (const list of lists)
        if (exclude) for (const slot of list) marks[slot] = OUT;
        else for (const slot of list) if (marks[slot] === passed) marks[slot] = passed + 1;
      if (!exclude) passed += 1;
    }
    return { marks, passed };
  }

  #ranked(query: string, marks: Uint8Array, passed: number, after: Hit | undefined, limit: number): Hit[] {
    const words = wordsOf(query);
    // Long terms tell more than short ones.
    const terms = [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, MAX_TERMS);
    if (terms.length === 0) return [];
    const scores = this.#scores(terms, marks, passed);
    const whole = words.join(" ");
    const perfect = terms.length * BEST_GRADE;
    for (const slot of this.#names.get(whole)) if (scores[slot] === perfect) scores[slot] = perfect + 1;
    const hits: Hit[] = [];
    for (
      let score = Math.min(after?.score ?? OUT, perfect + 1);
      score > 0 && hits.length < limit;
      score -= 1
    ) {
      const afterSeq = score === after?.score ? after.seq : 0;
      hits.push(...this.#read(scores, score, score, afterSeq, limit - hits.length));
    }
    return hits;
  }

  /** For each slot that passed the conditions the sum of its grades, or 0 where a term that must finds nothing. */
  #scores(terms: readonly string[], marks: Uint8Array, passed: number): Uint8Array {
    const scores = new Uint8Array(marks.length);
    const grades = new Uint8Array(marks.length);
    const longer = terms.filter(({ length }) => length > MAX_OPTIONAL_LENGTH).length;
    terms.forEach((term, n) => {
      const optional = longer >= 2 && term.length <= MAX_OPTIONAL_LENGTH;
      grades.fill(0);
      this.#vocabulary.gradeAll(term, terms.length === 1, grades);
      for (let slot = 0; slot < grades.length; slot += 1) {
        const value = grades[slot] ?? 0;
        const before = scores[slot] ?? 0;
        const counts = (value > 0 || optional) && (n === 0 ? marks[slot] === passed : before > 0);
        scores[slot] = counts ? before + value : 0;
      }
    });
    return scores;
  }

  /** The slots after a row that hold the wanted value, as hits of a score. */
  #read(values: Uint8Array, wanted: number, score: number, afterSeq: number, limit: number): Hit[] {
    const hits: Hit[] = [];
    let slot = values.indexOf(wanted, lowerBound(this.#seqs, afterSeq + 1));
    while (slot >= 0 && hits.length < limit) {
      hits.push({ seq: this.#seqs[slot] ?? 0, score });
      slot = values.indexOf(wanted, slot + 1);
    }
    return hits;
  }

  #delegateSlots(): readonly number[] {
    const { delegate } = this.#postings;
    this.#delegates ??= Array.from(delegate.values()).flatMap((id) => {
      const own = this.#slots.get(id);
      return own !== undefined && delegate.get(id).some((slot) => slot !== own) ? [own] : [];
    });
    return this.#delegates;
  }

  #file(how: "add" | "remove", record: UserRecord): void {
    const slot = this.#slots.get(record.user.id);
    if (slot === undefined) return;
    const { attributes, name, words } = filingOf(record);
    for (const attribute of ATTRIBUTES)
      for (const value of attributes[attribute]) this.#postings[attribute][how](value, slot);
    this.#names[how](name, slot);
    this.#vocabulary[how](slot, words);
    this.#setEmptied(slot, how === "add" ? 0 : OUT);
  }

  #setEmptied(slot: number, value: 0 | typeof OUT): void {
    if (slot >= this.#emptied.length) {
      const longer = new Uint8Array(2 * this.#emptied.length);
      longer.set(this.#emptied);
      this.#emptied = longer;
    }
    this.#emptied[slot] = value;
    this.#delegates = undefined;
  }
}
