import * as z from "zod";
import { crashPoint, crashPointAfterCommit } from "./crash-points.ts";

/** Matches a writing statement, up to its table's name. */
const WRITE =
  /\b(?:INSERT|REPLACE|UPDATE|DELETE|CREATE|DROP|ALTER)\s+(?:OR\s+\w+\s+)?(?:INTO\s+|FROM\s+)?\w+/i;

/** Storage methods other than SQL that write. */
const STORAGE_WRITES = ["setAlarm", "deleteAlarm", "put", "delete", "deleteAll"] as const;

/**
 * Adds a crash point before every write of a Durable Object. It replaces the methods of the storage object, because the
 * runtime accepts no other object.
 */
export function watchWrites(storage: DurableObjectStorage): void {
  before(storage.sql, "exec", (query, ...bindings) => {
    const [write] = WRITE.exec(String(query)) ?? [];
    if (write) crashPoint(`write ${write.replace(/\s+/g, " ")}${stateIn(bindings)}`);
  });
  for (const method of STORAGE_WRITES) before(storage, method, () => crashPoint(`write ${method}`));
}

const WrittenRun = z.object({
  state: z.string(),
  journal: z.array(z.object({ operation: z.string(), state: z.string() })),
});

/**
 * Returns the state that a statement gives a run, such as ` acting: createCampaign sending`, so that its point has the
 * same name regardless of earlier writes of other kinds.
 */
function stateIn(bindings: readonly unknown[]): string {
  for (const binding of bindings) {
    if (typeof binding !== "string" || !binding.startsWith('{"')) continue;
    const { data: run } = WrittenRun.safeParse(JSON.parse(binding));
    if (!run) continue;
    const effect = run.journal.find(({ state }) => state !== "applied");
    return ` ${run.state}${effect ? `: ${effect.operation} ${effect.state}` : ""}`;
  }
  return "";
}

/** Adds a crash point before each batch and script sent to the ledger. */
export const watchLedger = (ledger: D1Database): D1Database =>
  new Proxy(ledger, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (name !== "batch" && name !== "exec") return member.bind(target);
      return async (...args: unknown[]) => {
        await crashPointAfterCommit(`ledger ${name}`);
        return member.apply(target, args);
      };
    },
  });

/** Adds crash points around every call that this Worker and its Durable Objects make. */
export function watchCalls(): void {
  const call = globalThis.fetch;
  globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit<RequestInitCfProperties>) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const what = `${init?.method ?? "GET"} ${url.pathname}`;
    await crashPointAfterCommit(`call ${what}`);
    try {
      return await call(input, init);
    } finally {
      crashPoint(`answer ${what}`);
    }
  };
}

function before(object: object, name: string, look: (...args: unknown[]) => void): void {
  const method: unknown = Reflect.get(object, name);
  if (typeof method !== "function") throw new Error(`there is no ${name} to watch`);
  Object.defineProperty(object, name, {
    value(...args: unknown[]) {
      look(...args);
      return method.apply(object, args);
    },
  });
}
