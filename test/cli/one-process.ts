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
  /** Where it runs. */
  readonly folder: string;
}

/** How a command ended, and all that it printed. */
export interface Ended {
  readonly status: number;
  readonly text: string;
  /** Of it, what went to each. */
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that runs commands. */
export interface OneProcess {
  /**
   * @param file From the folder
   * @param folder Where it runs. @default the one that this was started for
   */
  run(file: string, args: readonly string[], env?: NodeJS.ProcessEnv, folder?: string): Promise<Ended>;
  /** Lets it go. Its end is awaited: what a command has left running would keep it. */
  end(): Promise<void>;
}

/** Starts one. @param home Where the commands are, and run */
export function startOneProcess(home: string): OneProcess {
  const child = fork(import.meta.filename, { cwd: home, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const gone = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error("the process of the commands has ended")));
  });
  // Whoever waits for an answer gets it.
  gone.catch(() => {});
  let before: Promise<unknown> = Promise.resolve();
  return {
    run(file, args, env = process.env, folder = home) {
      const ended = before.then(() => {
        const answer = new Promise<Ended>((resolve) => void child.once("message", resolve));
        child.send({ file, args, env, folder } satisfies Asked);
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

async function runHere({ file, args, env, folder }: Asked, nth: number): Promise<Ended> {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(folder);
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = 0;
  const said = { text: "", stdout: "", stderr: "" };
  const streams = ["stdout", "stderr"] as const;
  const writes = streams.map((name) => process[name].write);
  for (const name of streams)
    process[name].write = (chunk: Uint8Array | string) => {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      said.text += text;
      said[name] += text;
      return true;
    };
  try {
    // It is evaluated anew, and what it imports is not.
    await import(`${pathToFileURL(file)}?${nth}`);
  } finally {
    for (const [n, name] of streams.entries()) process[name].write = writes[n] ?? process[name].write;
  }
  const status = Number(process.exitCode);
  process.exitCode = 0;
  return { status, ...said };
}

if (import.meta.main) {
  let nth = 0;
  process.on("message", (asked: Asked) => {
    void runHere(asked, nth++).then((ended) => process.send?.(ended));
  });
}
