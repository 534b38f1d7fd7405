// Counts the calls that leave a Durable Object, as the platform counts them: it ends an alarm that makes too many.

/** Methods of bindings that leave the object: of D1 and KV by themselves, and of a Durable Object by asking for it. */
const LEAVING: ReadonlySet<string | symbol> = new Set(["prepare", "batch", "get", "put", "getByName"]);

/** A meter of one Durable Object. What it counts twice, a statement and its batch, errs on the safe side. */
export class Subrequests {
  /** How many there were so far. */
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
