import { setTimeout as sleep } from "node:timers/promises";
import type { Miniflare } from "miniflare";
import { migrate } from "../../src/cli/shared/migrations.ts";
import { run } from "../../src/cli/shared/runtime.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { LOCAL_SECRETS } from "../../src/cli/start/stack.ts";
import { NO_BUDGETS } from "../policy/own-rules.ts";
import { type Contestant, cpuMicroseconds, withPid } from "./workerd.ts";

/** A running Reeve with everything on disk. */
export interface RunningReeve extends Contestant {
  /** The database of its ledger. */
  readonly ledger: Awaited<ReturnType<Miniflare["getD1Database"]>>;
  /**
   * Resolves when the ledger has this many events with a run that is done, and this many ignored events.
   * @throws Error after the deadline, with the present counts
   */
  onRecord(wanted: { readonly done?: number; readonly ignored?: number }): Promise<void>;
}

/**
 * The enabled automations in rows for ten automations: all that approved tickets can request, and those that are
 * enabled by default.
 */
export const TEN_AUTOMATIONS: readonly string[] = [
  "connector-owner-from-ticket",
  "entitlement-owner-removal-from-ticket",
  "user-entitlement-owner-removal-from-ticket",
  "tool-retirement-from-ticket",
  "session-policy-removal-from-ticket",
  "campaign-from-ticket",
  "tool-track-from-ticket",
  "session-policy-end-from-ticket",
  "requested-action",
  "last-day-tasks",
];

/** The automations that `src/config.ts` enables by default. */
export const THREE_AUTOMATIONS: readonly string[] = [
  "connector-owner-from-ticket",
  "requested-action",
  "last-day-tasks",
];

/** Three automations without budgets, because benchmarks make more changes per hour than budgets should allow. */
export const UNLIMITED = {
  enabled: THREE_AUTOMATIONS,
  policy: { ...sample.policy, budgets: NO_BUDGETS },
  fields: sample.settings.fields,
};

const DEADLINE_MS = 60_000;
const IDLE_MS = 250;
/** Maximum CPU microseconds in that time for a process that counts as idle: its timers use some. */
const IDLE_MICROSECONDS = 5_000;

const COUNTS = `
  SELECT (SELECT count(*) FROM events WHERE state = 'taken') AS taken,
         (SELECT count(*) FROM events WHERE state = 'ignored') AS ignored,
         (SELECT count(*) FROM runs WHERE state = 'done') AS done`;

/**
 * Starts Reeve with a migrated ledger.
 * @param persist The folder that keeps all data
 * @param options.rules The variable `RULES` of its entry, `test/support/reeve-with-rules.ts`
 * @param options.bindings More variables. Without any, Reeve has no tenant
 */
export async function startReeve(
  persist: string,
  {
    entry = "test/support/reeve-with-rules.ts",
    rules = {},
    bindings = {},
  }: {
    readonly entry?: string;
    readonly rules?: object;
    readonly bindings?: Readonly<Record<string, string>>;
  },
): Promise<RunningReeve> {
  const reeve = await withPid(() =>
    run({
      name: "reeve",
      config: "wrangler.toml",
      entry,
      persist,
      bindings: { ...LOCAL_SECRETS, LOCAL_STACK: "yes", RULES: JSON.stringify(rules), ...bindings },
    }),
  );
  await migrate(reeve);
  const ledger = await reeve.miniflare.getD1Database("LEDGER", "reeve");
  return {
    ...reeve,
    ledger,
    async onRecord({ done = 0, ignored = 0 }) {
      const until = Date.now() + DEADLINE_MS;
      for (;;) {
        // Wait first, because Miniflare queries the database synchronously, and would not read the log lines that a
        // busy Worker waits to write.
        await idle(reeve.pid);
        const counts = await ledger.prepare(COUNTS).first<Record<"taken" | "ignored" | "done", number>>();
        if (counts?.taken === done && counts.done === done && counts.ignored === ignored) return;
        if (Date.now() > until)
          throw new Error(`wanted ${done} done and ${ignored} ignored; on record: ${JSON.stringify(counts)}`);
      }
    },
  };
}

/** Resolves when a process has used hardly any CPU for a while. */
async function idle(pid: number | null): Promise<void> {
  for (
    let before = Number.NEGATIVE_INFINITY, now = cpuMicroseconds(pid);
    now - before > IDLE_MICROSECONDS;
  ) {
    await sleep(IDLE_MS);
    before = now;
    now = cpuMicroseconds(pid);
  }
}
