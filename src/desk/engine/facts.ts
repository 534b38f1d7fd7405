// The reads that a proposal was based on, stored with its run so that the plan can be made again from the same data.

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
import type { Context } from "../../kit/automation.ts";
import type { PartyFinder } from "../../policy/parties.ts";
import type { ProposalFacts } from "../../runs/run.ts";

/** Maximum size of the questions and answers that a run stores, in UTF-8 bytes. */
export const MAX_FACTS_BYTES = 64_000;
/** Maximum size of the different answers of a proposal that are in memory, in UTF-16 code units. */
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

/** Returns the same reads, with each question passed through `answer`. */
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

interface Asked {
  readonly question: string;
  /** The answer as JSON, or a promise of its hash if the answer exceeds {@link MAX_MEMORY_CHARS}. */
  answer?: string | Promise<string>;
}

/**
 * Records questions with their answers, in order. A question is asked only once, unless it failed or its answer exceeds
 * {@link MAX_MEMORY_CHARS}: of such an answer only the hash is in memory, however much a proposal reads.
 */
export function makeFactsRecorder() {
  const kept: Asked[] = [];
  const texts = new Set<string>();
  const pending = new Map<string, Promise<unknown>>();
  let chars = 0;
  const keep = (entry: Asked, answer: unknown): void => {
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
    const entry: Asked = { question };
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
        if (text === "" || bytes > MAX_FACTS_BYTES) rest.push(question, await (text ? sha256Hex(text) : answer));
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

/** True if all reads are stored and unchanged. */
export const areFactsComplete = async ({ hash, ...facts }: ProposalFacts): Promise<boolean> =>
  facts.rest === null && hash === (await sha256Hex(canonicalJson(facts)));

/**
 * The question that is recorded if other records of the person contradict the event. The recorded answer lists the
 * reasons for an approval.
 */
export const OPPOSITE_NEWS = ["opposite-news"] as const;

/** The question that is recorded if the plan replaces an answer that an approver denied. */
export const DENIED = ["denied"] as const;

/** True if there are facts and they include an answer to the question. */
export const wasAsked = (facts: ProposalFacts | undefined, question: readonly unknown[]): boolean =>
  facts?.asked.some(([asked]) => asked === canonicalJson(question)) ?? false;

/** Answers each question with its recorded answer. Throws for a question that has no recorded answer left. */
export function replayAnswers({ asked, answers }: Pick<ProposalFacts, "asked" | "answers">): Answerer {
  const places = Map.groupBy(asked, ([question]) => question);
  return async <Answer>(question: readonly unknown[]) => {
    const text = canonicalJson(question);
    const [next, ...later] = places.get(text) ?? [];
    if (!next) throw new Error(`it reads ${text}, which was not read at that time`);
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
