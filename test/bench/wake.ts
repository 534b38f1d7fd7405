import assert from "node:assert";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Agenda } from "../../src/desk/engine/agenda.ts";
import { startReeve } from "./reeve.ts";
import { median } from "./statistics.ts";
import type { Figure } from "./table.ts";

const RUNS = 100_000;
const ROUNDS = 5;

/**
 * A desk with a hundred thousand runs that wait for approval, thrown out of memory and woken by a request: from there to
 * the answer, timed from outside. And what its agenda of them takes in memory.
 */
export async function wake(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  const { url, stop } = await startReeve(folder, "test/support/waking-reeve.ts");
  try {
    const ask = async (path: string, method = "POST") => {
      const response = await fetch(new URL(path, url), { method });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response.text();
    };
    const wakeUp = async () => {
      await ask("/_fall");
      const started = performance.now();
      const waiting = Number(await ask("/_wake", "GET"));
      return { waiting, ms: performance.now() - started };
    };
    for (let n = 0; n < ROUNDS; n++) await wakeUp();
    const alone = (await wakeUp()).ms;
    await ask(`/_crowd?runs=${RUNS}`);
    const rounds: number[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const { waiting, ms } = await wakeUp();
      if (waiting !== RUNS) throw new Error(`${waiting} runs wait`);
      rounds.push(ms);
    }
    const name = `waking with ${RUNS.toLocaleString("en-US")} runs that wait`;
    return [
      {
        name,
        reeve: median(rounds),
        control: alone,
        unit: "ms",
        target: { of: "figure", at: "below", bound: 3_000 },
        note: "control: a desk with none",
      },
      {
        name: `${name}, memory`,
        reeve: heapMiB(RUNS),
        unit: "MiB",
        target: { of: "figure", at: "below", bound: 64 },
        note: "of Node's heap, whose pointers are twice as long as workerd's",
      },
    ];
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A text in one piece, as it comes from a database: V8 keeps one that was put together as its pieces. */
const flat = (text: string): string => Buffer.from(text).toString();

/** What an agenda of so many runs, each of another ticket, takes. */
function heapMiB(count: number): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  const before = process.memoryUsage().heapUsed;
  const agenda = new Agenda();
  for (let seq = 1; seq <= count; seq++)
    agenda.set({
      seq,
      id: flat(`run_${crypto.randomUUID()}`),
      event: { seq, id: flat(`evt_${crypto.randomUUID()}`), type: "ticket.created", runs: 1 },
      automation: "tool-retirement-from-ticket",
      subject: flat(`jira:OPS-${seq}`),
      state: "awaiting_approval",
      turn: 0,
      dueAt: Date.now() + seq,
      over: false,
      sending: false,
      paused: false,
      written: seq,
      told: 0,
    });
  collect();
  const held = process.memoryUsage().heapUsed - before;
  assert.equal(agenda.load(0).waiting, count);
  return held / 2 ** 20;
}
