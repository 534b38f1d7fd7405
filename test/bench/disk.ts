import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Arena } from "./arena.ts";
import { CONNECTIONS } from "./load.ts";
import type { Figure } from "./table.ts";

const RUNS = 800;
/** What it takes to attach to all threads. */
const ATTACH_MS = 1_500;

type Who = "reeve" | "peer";

/**
 * What a run costs the disk: bytes by `/proc`, and calls of `fsync` by `strace`, which slows what it looks at, so that
 * fewer runs share a sync than otherwise. A dash where there is none of them.
 */
export async function disk(arena: Arena): Promise<Figure[]> {
  const bytes = async (who: Who) => {
    const before = writtenBy(arena[who].pid);
    await arena.work(who, RUNS, CONNECTIONS);
    return (writtenBy(arena[who].pid) - before) / RUNS / 1_000;
  };
  const syncs = async (who: Who) => {
    const trace = await attach(arena[who].pid);
    await arena.work(who, RUNS, CONNECTIONS);
    return trace ? (await trace.end()) / RUNS : Number.NaN;
  };
  return [
    {
      name: "runs, written to disk for one",
      reeve: await bytes("reeve"),
      control: await bytes("peer"),
      unit: "kB",
      target: { of: "figure", at: "most", bound: 60 },
    },
    {
      name: "runs, syncs for one",
      reeve: await syncs("reeve"),
      control: await syncs("peer"),
      unit: "",
      target: { of: "figure", at: "most", bound: 1.5 },
    },
  ];
}

/** Bytes that a process has had written to disk; NaN where there is no such process, or no `/proc`. */
function writtenBy(pid: number | null): number {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Counts the syncs of a process from now on; null where there is no strace. */
async function attach(pid: number | null): Promise<{ end(): Promise<number> } | null> {
  const strace: ChildProcess = spawn("strace", ["-f", "-c", "-e", "trace=fsync,fdatasync", "-p", `${pid}`]);
  let said = "";
  strace.stderr?.on("data", (text) => {
    said += text;
  });
  const started = await Promise.race([once(strace, "error").then(() => false), sleep(ATTACH_MS, true)]);
  if (!started || strace.exitCode !== null) return null;
  return {
    async end() {
      strace.kill("SIGINT");
      await once(strace, "exit");
      return Array.from(said.matchAll(/(\d+) +f(?:data)?sync$/gm)).reduce((sum, [, n]) => sum + Number(n), 0);
    },
  };
}
