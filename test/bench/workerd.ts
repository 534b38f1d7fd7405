import { readdirSync, readFileSync } from "node:fs";
import { convertV4MiniflareOptions, type LegacyWorkerOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { Bundle } from "../../src/cli/shared/bundle.ts";

/** A Worker under test: its address, and the process it runs in where that is known. */
export interface Contestant {
  readonly url: URL;
  readonly pid: number | null;
  stop(): Promise<void>;
}

/** A Worker of one module, given as its text. */
export function oneModule(contents: string): Bundle {
  return [{ path: "worker.js", contents }];
}

/** The control: a Worker that answers `ok` and reads nothing. */
export const BARE_WORKER = oneModule(`export default { fetch: () => new Response("ok") };`);

/** The compatibility date of all Workers of the bench: Reeve's, as wrangler.toml has it. */
export const COMPATIBILITY_DATE = "2026-10-20";

/**
 * Starts a Worker on a workerd of its own, without a proxy in between.
 * @param bindings What it has in its environment. `persist` is the folder that keeps its Durable Objects
 */
export const startBare = (
  modules = BARE_WORKER,
  {
    persist,
    ...bindings
  }: Pick<LegacyWorkerOptions, "bindings" | "durableObjects" | "workerLoaders"> & { persist?: string } = {},
) =>
  withPid(async () => {
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        log: new Log(LogLevel.WARN),
        cf: false,
        ...(persist !== undefined && { resourcePersistencePath: persist }),
        workers: [
          {
            name: "bare",
            compatibilityDate: COMPATIBILITY_DATE,
            modules: modules.map((module) => ({ type: "ESModule", ...module })),
            ...bindings,
            unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
          },
        ],
      }),
    );
    await miniflare.ready;
    return { url: await miniflare.unsafeGetDirectURL("bare"), stop: () => miniflare.dispose() };
  });

/** Starts something that runs in one new child process, and finds out which that is. */
export async function withPid<Started extends Pick<Contestant, "url" | "stop">>(
  start: () => Promise<Started>,
): Promise<Started & Contestant> {
  const before = new Set(workerdChildren());
  const started = await start();
  const pid = workerdChildren().find((child) => !before.has(child)) ?? null;
  return { ...started, pid };
}

/** This process's own workerds, by `/proc`; none where there is no `/proc`. */
function workerdChildren(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => {
        const { name, fields } = stat(pid) ?? {};
        return name === "workerd" && Number(fields?.[1]) === process.pid;
      });
  } catch {
    return [];
  }
}

/**
 * CPU time a process has used, in microseconds: of its threads, as the scheduler counts it to the nanosecond. NaN where
 * there is no such process, or no `/proc`.
 */
export function cpuMicroseconds(pid: number | null): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"))
      .reduce((sum, text) => sum + Number(text.split(" ", 1)[0]) / 1000, 0);
  } catch {
    return Number.NaN;
  }
}

/** Bytes that a process has written to disk. NaN where there is no such process, or no `/proc`. */
export function writtenBytes(pid: number | null): number {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** `/proc/<pid>/stat`: the name, and the fields after it, state first. */
function stat(pid: number): { name: string; fields: string[] } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = text.lastIndexOf(")");
    return { name: text.slice(text.indexOf("(") + 1, end), fields: text.slice(end + 2).split(" ") };
  } catch {
    return null; // It has ended meanwhile.
  }
}
