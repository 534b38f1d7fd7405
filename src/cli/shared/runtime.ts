// Runs a Worker on a local workerd, for commands, tests and benchmarks.
import { spawn, spawnSync } from "node:child_process";
import { dirname } from "node:path";
import type { LegacyWorkerOptions, Miniflare } from "miniflare";
import { type Bundle, bundle, root } from "./bundle.ts";
import { migrator } from "./migrations.ts";

/** A Worker in its own local workerd, reached without a proxy. */
export interface RunningWorker {
  readonly url: URL;
  readonly miniflare: Miniflare;
  /** Replaces the code with another bundle of the same entry, and keeps the data. */
  reload(code: Bundle): Promise<void>;
  stop(): Promise<void>;
}

/** The file that runs first in each local Worker. */
export const BEFORE = "src/cli/start/platform-limits.ts";

export interface RunOptions {
  readonly name: string;
  /** Path of the Worker's wrangler.toml, from the repository's root. */
  readonly config: string;
  /** Path of the Worker's entry file, from the repository's root. */
  readonly entry: string;
  /** The bundle of the entry. @default made by {@link bundle} */
  readonly code?: Bundle | undefined;
  /** Port on 127.0.0.1. @default a free one */
  readonly port?: number | undefined;
  /** The folder that keeps KV, D1 and Durable Objects across restarts. @default in memory */
  readonly persist?: string | undefined;
  /** Receives each log line. @default log lines are dropped */
  readonly log?: ((line: string) => void) | undefined;
  /** Variables and secrets, which override those of the Worker's wrangler.toml. */
  readonly bindings: Readonly<Record<string, string>>;
}

/** Starts a Worker on workerd, with the bindings of its wrangler.toml. */
export async function run(given: RunOptions): Promise<RunningWorker> {
  const { name, config, entry, code, port = 0, persist, bindings, log = () => {} } = given;
  // Imported here because miniflare is slow to load, and only commands that start a Worker need it.
  const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = await import("miniflare");
  const declared = await readBindings(config);
  const options = (modules: Bundle) =>
    convertV4MiniflareOptions({
      log: new Log(LogLevel.WARN),
      cf: false,
      handleStructuredLogs: ({ message }) => log(message),
      ...(persist ? { resourcePersistencePath: persist } : {}),
      workers: [
        {
          ...declared,
          name,
          modules: modules.map((module) => ({ type: "ESModule" as const, ...module })),
          bindings: { ...declared.bindings, ...bindings },
          unsafeDirectSockets: [{ host: "127.0.0.1", port }],
        },
        ...(declared.d1Databases ? [migrator(declared.d1Databases)] : []),
      ],
    });
  const miniflare = new Miniflare(options(code ?? (await bundle(entry, BEFORE))));
  await miniflare.ready;
  endTogether();
  return {
    url: await miniflare.unsafeGetDirectURL(name),
    miniflare,
    reload: (changed) => miniflare.setOptions(options(changed)).then(endTogether),
    stop: () => miniflare.dispose().then(endTogether),
  };
}

let guard: ReturnType<typeof startGuard> | undefined;

/** Starts a guard process that, when this process ends, kills the processes whose ids were last written to it. */
function startGuard() {
  const script = "while read -r line; do last=$line; done; kill -9 $last";
  const child = spawn("sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  child.on("error", () => {});
  child.unref();
  return child.stdin.on("error", () => {});
}

/**
 * Makes sure that the workerd and esbuild processes that this process started end when this process ends. After a
 * SIGKILL, workerd would continue and keep its ports. An esbuild process that watches files often continues even after
 * a normal end, and blocks the reader of this process's output.
 */
function endTogether(): void {
  if (process.platform === "win32") return;
  guard ??= startGuard();
  const { stdout } = spawnSync("ps", ["-A", "-o", "ppid=,pid=,comm="], { encoding: "utf8" });
  const own = new RegExp(`^ *${process.pid} +(\\d+) .*(?:workerd|esbuild)$`, "gm");
  guard.write(`${Array.from(String(stdout).matchAll(own), ([, pid]) => pid).join(" ")}\n`);
}

/**
 * Reads the bindings of a wrangler.toml, without variables from .dev.vars and .env.
 * @throws Error with the errors in the file
 */
export async function readBindings(config: string): Promise<Partial<LegacyWorkerOptions>> {
  const wrangler = await import("wrangler");
  const path = root(config);
  const read = wrangler.unstable_readConfig({ config: path });
  // A local Worker does not need the deployment's secrets.
  const declared = wrangler.unstable_getMiniflareWorkerOptions({ ...read, secrets: undefined }).workerOptions;
  return { ...declared, bindings: read.vars, rootPath: dirname(path) };
}
