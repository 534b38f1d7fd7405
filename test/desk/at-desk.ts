import { runInDurableObject } from "cloudflare:test";
import { noHistory } from "../../src/automations/kit/no-history.ts";
import { DeskCore } from "../../src/desk/engine/core.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import type { Run } from "../../src/desk/run/run.ts";
import { automationsIn, policy, settings } from "../simulation/world.ts";
import { DESK } from "./bindings.ts";

const START = Date.UTC(2026, 10, 2, 8);

/** What a test sets, and what the ledger was given. */
export interface DeskWorld {
  now: number;
  ledgerAway: boolean;
  readonly recorded: Map<string, Run>;
}

/** Works with a desk, and what it is after a restart, on a real Durable Object's database, whose clock the test sets and whose ledger may be away. */
export async function atDesk(
  work: (desk: DeskCore, world: DeskWorld, restarted: () => DeskCore) => Promise<void>,
  change: Partial<DeskDeps> | ((storage: DurableObjectStorage) => Partial<DeskDeps>) = {},
): Promise<void> {
  await runInDurableObject(DESK.getByName(crypto.randomUUID()), async (_, { storage }) => {
    const world = { now: START, ledgerAway: true, recorded: new Map<string, Run>() };
    let ids = 0;
    const parts: DeskDeps = {
      name: "desk",
      database: storage.sql,
      transaction: (inOne) => storage.transactionSync(inOne),
      sync: () => storage.sync(),
      // Who asked is looked up; whatever else is asked, nobody answers.
      governance: {
        call: ({ id }: { id: string }) =>
          id === "searchUsers"
            ? Promise.resolve({ list: [{ user: { id: "usr_ada", email: "ada.marsh@example.com" } }] })
            : new Promise(() => {}),
      } as unknown as DeskDeps["governance"],
      automations: automationsIn({ policyId: "pol_1" }),
      settings,
      policy,
      approvers: null,
      history: noHistory,
      now: () => world.now,
      newId: (prefix) => `${prefix}_${++ids}`,
      sleep: () => new Promise((resolve) => setTimeout(resolve, 1)),
      complete: async (event) => event,
      claim: async () => null,
      runOf: async () => null,
      hasMessage: () => false,
      sendMessages: async () => {},
      replies: {},
      reply: async () => {},
      admit: async () => ({ admitted: false, because: "paused", reason: "a test" }),
      record: async (_, runs) => {
        if (world.ledgerAway) throw new Error("away");
        for (const { id, run } of runs) world.recorded.set(id, JSON.parse(run));
      },
      wake: () => {},
      ...(typeof change === "function" ? change(storage) : change),
    };
    await work(new DeskCore(parts), world, () => new DeskCore(parts));
  });
}
