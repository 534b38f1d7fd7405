// The reads that a proposal was based on. They are stored with its run so that the plan can be made again from the same
// data. The authors of inventory entries that were read are also recorded as requesters of the actions that the entries
// concern.
import { isDelete, type PlannedAction } from "../../actions/action.ts";
import {
  type EntryQuery,
  findWriters,
  type InventoryEntry,
  type InventoryKind,
} from "../../actions/inventory.ts";
import { canonicalJson, sha256Hex } from "../../base/hash.ts";
import { byteLength } from "../../base/platform.ts";
import { Problem } from "../../base/problem.ts";
import { makeRedactor } from "../../base/redact.ts";
import {
  type Call,
  caller,
  GovernanceProblem,
  type ReadOnlyGovernance,
  type ReadOperation,
} from "../../governance/client/index.ts";
import type { Context, History } from "../../kit/automation.ts";
import type { PartyFinder } from "../../policy/parties.ts";
import type { ProposalFacts } from "../../runs/run.ts";

/** Maximum size of the questions and answers that a run stores, in UTF-8 bytes. */
export const MAX_FACTS_BYTES = 64_000;
/** Maximum total size of a proposal's distinct answers in memory, in UTF-16 code units. */
export const MAX_MEMORY_CHARS = 1_000_000;

/**
 * Removes the values of properties with sensitive names from answers, even if the values are harmless. The names
 * remain.
 */
const redact = makeRedactor(
  "password,passphrase,private key,client secret,access token,refresh token,id token,api key,authorization,cookie,ssn,social security number,date of birth,salary,compensation,iban".split(
    ",",
  ),
);

/** Answers a question, given as a JSON value, either by calling `ask` or from recorded answers. */
export type Answerer = <Answer>(question: readonly unknown[], ask: () => Promise<Answer>) => Promise<Answer>;

/** Everything that a proposal can read. */
export interface ProposalReads extends Pick<Context, "history"> {
  readonly governance: ReadOnlyGovernance;
  readonly find: PartyFinder;
}

/**
 * Returns a proposal's reads, with each call, history query, and lookup of a requester or users passed through
 * `answer`.
 */
export function withAnswers(answer: Answerer, { governance, history, find }: ProposalReads): ProposalReads {
  const call: Call = (operation, input, options) =>
    answer(["call", operation.id, input], () =>
      governance.call(operation as ReadOperation, input as never, options),
    );
  return {
    governance: caller<ReadOperation>(call),
    history: new Proxy(history, {
      get: (target, name) => {
        const ask: unknown = Reflect.get(target, name);
        return typeof ask === "function"
          ? (...about: unknown[]) => answer(["history", name, ...about], async () => ask.apply(target, about))
          : ask;
      },
    }),
    find: {
      ...find,
      requester: (person) => answer(["requester", person], () => find.requester(person)),
      users: (ids) => answer(["users", ids], () => find.users(ids)),
    },
  };
}

interface RecordedQuestion {
  readonly question: string;
  /** The answer as JSON, or a promise of its hash if the answers in memory exceed {@link MAX_MEMORY_CHARS}. */
  answer?: string | Promise<string>;
}

/**
 * Returns a recorder, which stores questions with their answers, in order. It asks a question only once, unless the
 * question failed. Once the answers in memory exceed {@link MAX_MEMORY_CHARS}, only the hash of each new answer is
 * kept, and a repeated question is asked again.
 */
export function makeFactsRecorder() {
  const kept: RecordedQuestion[] = [];
  const texts = new Set<string>();
  const pending = new Map<string, Promise<unknown>>();
  let chars = 0;
  const keep = (entry: RecordedQuestion, answer: unknown): void => {
    const text = JSON.stringify(answer) ?? "null";
    if (!texts.has(text)) chars += text.length;
    if (chars > MAX_MEMORY_CHARS) {
      pending.delete(entry.question);
      entry.answer = sha256Hex(text);
      return;
    }
    texts.add(text);
    entry.answer = text;
  };
  const answer: Answerer = <Answer>(about: readonly unknown[], ask: () => Promise<Answer>) => {
    const question = canonicalJson(about);
    const known = pending.get(question) as Promise<Answer> | undefined;
    if (known) return known;
    const answered = askOnce(question, ask);
    pending.set(question, answered);
    answered.catch(() => pending.delete(question));
    return answered;
  };
  const askOnce = async <Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const entry: RecordedQuestion = { question };
    kept.push(entry);
    try {
      const is = await ask();
      keep(entry, redact({ is: is instanceof Set ? { set: [...is] } : is }));
      return is;
    } catch (error) {
      keep(entry, { threw: describe(error) });
      throw error;
    }
  };
  return {
    answer,
    /** Returns the facts that the proposal was based on. */
    async facts(at: Pick<ProposalFacts, "now" | "since" | "receivedAt" | "code">): Promise<ProposalFacts> {
      const places = new Map<string, number>();
      const [asked, rest]: [ProposalFacts["asked"][number][], string[]] = [[], []];
      let bytes = 0;
      for (const { question, answer = "null" } of kept) {
        const text = typeof answer === "string" ? answer : "";
        const place = places.get(text) ?? places.size;
        bytes += byteLength(question) + (places.has(text) ? 0 : byteLength(text));
        if (text === "" || bytes > MAX_FACTS_BYTES)
          rest.push(question, await (text ? sha256Hex(text) : answer));
        else {
          places.set(text, place);
          asked.push([question, place]);
        }
      }
      const answers = Array.from(places.keys(), (text): unknown => JSON.parse(text));
      const left = rest.length > 0 ? { n: rest.length / 2, hash: await sha256Hex(rest.join("\n")) } : null;
      const facts = { ...at, asked, answers, rest: left };
      return { ...facts, hash: await sha256Hex(canonicalJson(facts)) };
    },
  };
}

/** Returns true if all reads are stored and unchanged. */
export const areFactsComplete = async ({ hash, ...facts }: ProposalFacts): Promise<boolean> =>
  facts.rest === null && hash === (await sha256Hex(canonicalJson(facts)));

/**
 * The question that is recorded if other records of the person contradict the event. The recorded answer lists the
 * reasons for an approval.
 */
export const OPPOSITE_NEWS = ["opposite-news"] as const;

/**
 * The question that is recorded if an approver denied the answer to a request from the governance service, and the
 * automation proposes another answer.
 */
export const DENIED = ["denied"] as const;

/** Returns true if there are facts and they include an answer to the question. */
export const wasAsked = (facts: ProposalFacts | undefined, question: readonly unknown[]): boolean =>
  facts?.asked.some(([asked]) => asked === canonicalJson(question)) ?? false;

/**
 * Returns a function that answers a question with its recorded answers, in order, and repeats the last one. The
 * function throws for a question that was not recorded.
 */
export function replayAnswers({ asked, answers }: Pick<ProposalFacts, "asked" | "answers">): Answerer {
  const places = Map.groupBy(asked, ([question]) => question);
  return async <Answer>(question: readonly unknown[]) => {
    const text = canonicalJson(question);
    const [next, ...later] = places.get(text) ?? [];
    if (!next) throw new Error(`the automation reads ${text}, which was not read at that time`);
    if (later.length > 0) places.set(text, later);
    const { is, threw } = answers[next[1]] as { is?: unknown; threw?: Described };
    if (threw) throw restore(threw);
    const set: unknown = Reflect.get(Object(is), "set");
    return (Array.isArray(set) && question[0] === "history" ? new Set(set) : is) as Answer;
  };
}

type Described = Partial<GovernanceProblem> & { readonly message: string };

const describe = (error: unknown): object =>
  error instanceof Problem ? { ...error, message: error.message } : { message: String(error) };

function restore({ code, message, operation, what, ...facts }: Described): Error {
  if (code === undefined) return new Error(message);
  return operation !== undefined && what !== undefined
    ? new GovernanceProblem(code, operation, what, facts)
    : new Problem(code, message);
}

type ReadEntry = Pick<InventoryEntry, "kind" | "key" | "changedBy">;

/**
 * Returns a history that records which inventory entries a proposal reads, and functions that use the authors of these
 * entries.
 * @param before Authors of the entries that earlier steps of the proposal have read
 */
export function observeWriters(history: History, before: readonly string[] = []) {
  const entries = new Map<string, ReadEntry>();
  const note = ({ kind, key, changedBy }: ReadEntry): void => {
    // Only automations write snapshots.
    if (kind !== "snapshot") entries.set(`${kind} ${key}`, { kind, key, changedBy });
  };
  const observed: History = {
    ...history,
    async inventory<Kind extends InventoryKind>(kind: Kind, query: EntryQuery) {
      const found = await history.inventory(kind, query);
      for (const entry of found) note(entry);
      return found;
    },
    async entry<Kind extends InventoryKind>(kind: Kind, key: string) {
      const found = await history.entry(kind, key);
      if (found) note(found);
      return found;
    },
  };
  const writers = () => [...new Set([...before, ...listWriters([...entries.values()])])];
  return {
    history: observed,
    /** Lists the authors of the entries that this step and the earlier ones have read. */
    writers,
    /**
     * Adds to each action's `requestedBy` the authors of the entries about the action's object. If no such entry was
     * read, a delete might be based on any other entry. The delete then gets the authors of all entries that match no
     * action, and of the entries that earlier steps read.
     */
    attribute(actions: readonly PlannedAction[]): readonly PlannedAction[] {
      // Most proposals read no entry that a person wrote.
      if (writers().length === 0) return actions;
      const plan = actions.map((action) => ({
        action,
        texts: listTexts([action.input, action.effects, action.leaves.map(({ key }) => key)]),
        entries: [] as ReadEntry[],
      }));
      const unused: ReadEntry[] = [];
      for (const entry of entries.values()) {
        const users = plan.filter(({ texts }) => isAbout(entry, texts));
        for (const one of users) one.entries.push(entry);
        if (users.length === 0) unused.push(entry);
      }
      const others = [...before, ...listWriters(unused)];
      return plan.map(({ action, entries: own }) => {
        const isUnexplained = own.length === 0 && action.effects.some(({ operation }) => isDelete(operation));
        const people = isUnexplained ? others : listWriters(own);
        const requestedBy = [...new Set([...(action.requestedBy ?? []), ...people])];
        return requestedBy.length > 0 ? { ...action, requestedBy } : action;
      });
    },
  };
}

const listWriters = (entries: readonly ReadEntry[]): string[] => entries.flatMap(findWriters);

/**
 * Returns true if an action contains an entry's key, or every id in the key. The first part of an ownership's key is
 * its kind.
 */
function isAbout({ kind, key }: ReadEntry, texts: ReadonlySet<string>): boolean {
  const ids = key.split("/").slice(kind === "ownership" ? 1 : 0);
  return texts.has(key) || ids.every((id) => texts.has(id));
}

/** Returns every string in a value, unchanged and as it would appear in an entry's key. */
function listTexts(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === "string") found.add(value).add(encodeURIComponent(value.toWellFormed()));
  else if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) listTexts(member, found);
  return found;
}
