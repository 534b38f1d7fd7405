import { readdirSync, readFileSync } from "node:fs";
import { convertV4MiniflareOptions, type LegacyWorkerOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { Bundle } from "../../src/cli/shared/bundle.ts";

/** A Worker under test: its URL, and its process id if known. */
export interface Contestant {
  readonly url: URL;
  readonly pid: number | null;
  stop(): Promise<void>;
}

/** Returns the bundle of a Worker with one module. */
export function oneModule(contents: string): Bundle {
  return [{ path: "worker.js", contents }];
}

/** The control: a Worker that responds with `ok` and reads nothing. */
export const BARE_WORKER = oneModule(`export default { fetch: () => new Response("ok") };`);

/** The compatibility date of all Workers of the benchmark: Reeve's, as in wrangler.toml. */
export const COMPATIBILITY_DATE = "2026-10-20";

/**
 * Starts a Worker on its own workerd, without a proxy in between.
 * @param bindings Its bindings. `persist` is the folder that keeps its Durable Objects
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

/** Starts a Worker in one new child process, and finds the process id. */
export async function withPid<Started extends Pick<Contestant, "url" | "stop">>(
  start: () => Promise<Started>,
): Promise<Started & Contestant> {
  const before = new Set(workerdChildren());
  const started = await start();
  const pid = workerdChildren().find((child) => !before.has(child)) ?? null;
  return { ...started, pid };
}

/** Lists this process's own workerds, from `/proc`. Returns an empty list if there is no `/proc`. */
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
 * Returns the CPU time of a process in microseconds: that of its threads, which the scheduler counts in nanoseconds.
 * Returns NaN if there is no such process, or no `/proc`.
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

/**
 * Returns the number of bytes that a process has written to disk, or NaN if there is no such process, or no `/proc`.
 */
export function writtenBytes(pid: number | null): number {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Reads `/proc/<pid>/stat`: the name, and the fields after it, beginning with the state. */
function stat(pid: number): { name: string; fields: string[] } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = text.lastIndexOf(")");
    return { name: text.slice(text.indexOf("(") + 1, end), fields: text.slice(end + 2).split(" ") };
  } catch {
    return null; // The process has ended in the meantime.
  }
}
