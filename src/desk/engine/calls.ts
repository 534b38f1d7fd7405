// Counts and bounds the calls that leave a Durable Object, as the platform does: it ends an alarm that makes too many, and
// an invocation of a Worker has six connections.

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

/** The part of a desk's connections, and of the runs under way, that one automation may have: so its slow calls hold no other up. */
const SHARE = 0.75;
export const shareOf = (all: number): number => Math.max(1, Math.floor(all * SHARE));

/** The connections of a desk: so many runs call at once; the others wait in the order in which they came. */
export class Connections {
  readonly #most: number;
  /** The automations that have one, once for each. */
  readonly #taken: string[] = [];
  readonly #waiting: { readonly automation: string; readonly go: () => void }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a connection. @returns when it is there; null if it is at once */
  take(automation: string): Promise<void> | null {
    if (!this.#hasOneFor(automation)) return new Promise((go) => void this.#waiting.push({ automation, go }));
    this.#taken.push(automation);
    return null;
  }

  giveBack(automation: string): void {
    this.#taken.splice(this.#taken.indexOf(automation), 1);
    const next = this.#waiting.findIndex((one) => this.#hasOneFor(one.automation));
    for (const one of next < 0 ? [] : this.#waiting.splice(next, 1)) {
      this.#taken.push(one.automation);
      one.go();
    }
  }

  #hasOneFor(automation: string): boolean {
    const own = this.#taken.filter((name) => name === automation).length;
    return this.#taken.length < this.#most && own < shareOf(this.#most);
  }
}
