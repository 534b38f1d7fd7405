// Counts and bounds the calls that leave a Durable Object. The platform ends an alarm that makes too many, and gives an
// invocation six connections.
import type { Governance } from "../../governance/client/index.ts";
import { type Call, caller } from "../../governance/client/paging.ts";

/** Methods of bindings whose calls leave the object: those of D1 and KV, and getting the stub of a Durable Object. */
const LEAVING: ReadonlySet<string | symbol> = new Set(["prepare", "batch", "get", "put", "getByName"]);

/** Counts the calls of one Durable Object. A statement counts again with its batch, which errs on the safe side. */
export class Subrequests {
  count = 0;

  readonly fetch = (url: string | URL, init: RequestInit): Promise<Response> => {
    this.count++;
    return fetch(url, init);
  };

  /** An environment whose bindings count their calls. */
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

/** The share of runs under way, and of connections, for one automation: its slow calls must not hold up others. */
const SHARE = 0.75;
export const limitShare = (all: number): number => Math.max(1, Math.floor(all * SHARE));

/** The connections of a desk to the governance API, and so its calls at once; further calls wait in order. */
export class Connections {
  readonly #most: number;
  /** The automation of each connection in use. */
  readonly #taken: string[] = [];
  readonly #waiting: { readonly automation: string; readonly isFirst: boolean; go(): void }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * The API through these connections. A call's time limit begins after it has one. A call that changes something goes
   * first, since it is `sending` on disk.
   * @param automation The automation that the calls are made for.
   * @default decisions of people and the search for people
   */
  through(governance: Governance, automation = ""): Governance {
    const call: Call = async (operation, input, options) => {
      if (this.#hasOneFor(automation)) this.#taken.push(automation);
      else
        await new Promise<void>((go) => {
          this.#waiting.push({ automation, isFirst: operation.effect !== "read", go });
        });
      try {
        return await (governance.call as Call)(operation, input, options);
      } finally {
        this.#giveBack(automation);
      }
    };
    return { prepare: (options) => governance.prepare(options), ...caller(call) };
  }

  #giveBack(automation: string): void {
    this.#taken.splice(this.#taken.indexOf(automation), 1);
    const may = this.#waiting.filter((one) => this.#hasOneFor(one.automation));
    const next = may.find(({ isFirst }) => isFirst) ?? may[0];
    if (!next) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#taken.push(next.automation);
    next.go();
  }

  #hasOneFor(automation: string): boolean {
    const own = this.#taken.filter((name) => name === automation).length;
    return this.#taken.length < this.#most && own < limitShare(this.#most);
  }
}

/** Gathers what is asked while the last question is under way into one: one call of another object instead of many. */
export function together<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  const waiting: (Omit<PromiseWithResolvers<Answer>, "promise"> & { readonly question: Question })[] = [];
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
