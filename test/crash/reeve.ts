import { setTimeout as sleep } from "node:timers/promises";
import { type Bundle, bundle } from "../../src/cli/shared/bundle.ts";
import { type RunningWorker, run } from "../../src/cli/shared/runtime.ts";
import { LOCAL_SECRETS } from "../../src/cli/start/stack.ts";

/** One process of Reeve, from its start to its end or crash. */
export interface Process {
  readonly url: URL;
  readonly worker: RunningWorker;
  /** The crash points that the process has passed, in order. */
  readonly points: readonly string[];
  /** Resolves when the process has reached its crash point, after which it does nothing more. */
  readonly dying: Promise<void>;
  /** Resolves when the process has written no line for this long. */
  quiet(milliseconds: number): Promise<void>;
  /** Ends the process by SIGKILL, and resolves when it has ended. */
  kill(): Promise<void>;
}

/** The options for starting a process of Reeve. */
export interface StartOptions {
  /** The disk that the process starts on. */
  readonly folder: string;
  /** The point at which the process crashes. @default no crash */
  readonly crashAt?: string;
  readonly bindings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
}

const ENTRY = "test/support/crashing-reeve.ts";
let bundled: Promise<Bundle> | undefined;

/** Starts Reeve with its crash points. */
export async function startReeve({ folder, crashAt, bindings, log }: StartOptions): Promise<Process> {
  const points: string[] = [];
  const dying = Promise.withResolvers<void>();
  let lineAt = performance.now();
  bundled ??= bundle(ENTRY);
  const worker = await run({
    name: "reeve",
    config: "wrangler.toml",
    entry: ENTRY,
    code: await bundled,
    persist: folder,
    bindings: { ...LOCAL_SECRETS, LOCAL_STACK: "yes", CRASH_AT: crashAt ?? "", ...bindings },
    log(line) {
      lineAt = performance.now();
      log?.(line);
      const { message, point } = parse(line);
      if (point !== undefined) points.push(point);
      if (message === "crash_point") dying.resolve();
    },
  });
  return {
    url: worker.url,
    worker,
    points,
    dying: dying.promise,
    async quiet(milliseconds) {
      for (let wait = milliseconds; wait > 0; wait = lineAt + milliseconds - performance.now())
        await sleep(wait);
    },
    // Miniflare ends workerd by SIGKILL, and would restart one that was killed from outside.
    kill: () => worker.stop(),
  };
}

function parse(line: string): { message?: string; point?: string } {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
