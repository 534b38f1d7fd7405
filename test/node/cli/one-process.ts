/**
 * Runs commands one after the other in one process: to start Node and to load what they need takes far longer than what
 * most of them do. Each finds arguments and environment as if it were alone; what a process remembers of the working tree
 * it keeps, so that commands between which `src/` changes need a process each.
 */
import { fork } from "node:child_process";
import { pathToFileURL } from "node:url";

interface Asked {
  /** The command's file. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** How a command ended, and all that it printed. */
export interface Ended {
  readonly status: number;
  readonly text: string;
}

/** A process that runs commands. */
export interface OneProcess {
  /** @param file From its folder */
  run(file: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  /** Lets it go. Its end is awaited: what a command has left running would keep it. */
  end(): Promise<void>;
}

/** Starts one. @param folder Where the commands are, and run */
export function startOneProcess(folder: string): OneProcess {
  const child = fork(import.meta.filename, { cwd: folder, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const gone = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error("the process of the commands has ended")));
  });
  // Whoever waits for an answer gets it.
  gone.catch(() => {});
  let before: Promise<unknown> = Promise.resolve();
  return {
    run(file, args, env = process.env) {
      const ended = before.then(() => {
        const answer = new Promise<Ended>((resolve) => void child.once("message", resolve));
        child.send({ file, args, env } satisfies Asked);
        return Promise.race([answer, gone]);
      });
      before = ended.catch(() => {});
      return ended;
    },
    end: async () => {
      await before;
      child.disconnect();
      await gone.catch(() => {});
    },
  };
}

async function runHere({ file, args, env }: Asked, nth: number): Promise<Ended> {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = 0;
  let text = "";
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  for (const stream of streams)
    stream.write = (chunk: Uint8Array | string) => {
      text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  try {
    // It is evaluated anew, and what it imports is not.
    await import(`${pathToFileURL(file)}?${nth}`);
  } finally {
    for (const [n, stream] of streams.entries()) stream.write = writes[n] ?? stream.write;
  }
  const status = Number(process.exitCode);
  process.exitCode = 0;
  return { status, text };
}

if (import.meta.main) {
  let nth = 0;
  process.on("message", (asked: Asked) => {
    void runHere(asked, nth++).then((ended) => process.send?.(ended));
  });
}
