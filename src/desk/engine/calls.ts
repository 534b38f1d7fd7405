// Counts and bounds the calls that leave a Durable Object, as the platform does: it ends an alarm that makes too many, and
// an invocation of a Worker has six connections.

type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

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

/** `fetch` with at most so many calls under way until their answers begin; the others wait their turn. */
export function atMostAtOnce(most: number, fetch: Fetch): Fetch {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async (url, init) => {
    if (underWay < most) underWay++;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      init.signal?.throwIfAborted();
      return await fetch(url, init);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };
}
