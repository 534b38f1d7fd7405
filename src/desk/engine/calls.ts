// Counts and bounds the calls that leave a Durable Object, as the platform does: it ends an alarm that makes too many, and
// an invocation of a Worker has six connections.
import type { Governance } from "../../governance/client/index.ts";
import { type Call, caller } from "../../governance/client/paging.ts";

/** Methods of bindings that leave the object: of D1 and KV by themselves, and of a Durable Object by asking for it. */
const LEAVING: ReadonlySet<string | symbol> = new Set(["prepare", "batch", "get", "put", "getByName"]);

/** A meter of one Durable Object. What it counts twice, a statement and its batch, errs on the safe side. */
export class Subrequests {
  count = 0;

  /** `fetch`, counted. */
  readonly fetch = (url: string | URL, init: RequestInit): Promise<Response> => {
    this.count++;
    return fetch(url, init);
  };

  /** An environment whose bindings are counted. */
  through<Env extends object>(env: Env): Env {
    const members = Object.entries(env).map(([name, member]) => [
      name,
      typeof member === "object" && member !== null ? this.#counted(member) : member,
    ]);
    return { ...env, ...Object.fromEntries(members) };
  }

  #counted(binding: object): object {
    return new Proxy(binding, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...given: unknown[]) => {
          if (LEAVING.has(name)) this.count++;
          return member.apply(target, given);
        };
      },
    });
  }
}

/** The connections of a desk to the governance API: so many calls at once; the others wait in the order in which they came. */
export class Connections {
  #free: number;
  /** Calls that wait: those that change something, and those that read. */
  readonly #waiting: readonly [(() => void)[], (() => void)[]] = [[], []];

  constructor(most: number) {
    this.#free = most;
  }

  /** The API through these connections, for whose calls no time runs while they wait for one. */
  through(governance: Governance): Governance {
    const call: Call = async (operation, input, options) => {
      const wait = this.#take(operation.effect !== "read");
      if (wait) await wait;
      try {
        return await (governance.call as Call)(operation, input, options);
      } finally {
        this.#giveBack();
      }
    };
    return { prepare: (options) => governance.prepare(options), ...caller(call) };
  }

  /** Takes a connection. What changes something is first: it is `sending` on disk. @returns when it is there; null at once */
  #take(isFirst: boolean): Promise<void> | null {
    if (this.#free === 0) return new Promise((go) => void this.#waiting[isFirst ? 0 : 1].push(go));
    this.#free--;
    return null;
  }

  #giveBack(): void {
    const next = this.#waiting[0].shift() ?? this.#waiting[1].shift();
    if (next) next();
    else this.#free++;
  }
}

interface Asking<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Asks together what is asked while the last question is under way: one call of another object in place of many. */
export function together<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  const waiting: Asking<Question, Answer>[] = [];
  let isAsking = false;
  const askAll = async () => {
    isAsking = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0);
      try {
        const answers = await ask(group.map(({ question }) => question));
        for (const [n, { resolve }] of group.entries()) resolve(answers[n] as Answer);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isAsking = false;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (!isAsking) void askAll();
    });
}
