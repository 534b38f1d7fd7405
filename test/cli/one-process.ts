/**
 * Runs commands one after the other in one process, because starting Node and loading modules takes far longer than
 * most commands. Each command gets its own arguments and environment. The process caches the working tree, so use
 * separate processes if `src/` changes between commands.
 */
import { fork } from "node:child_process";
import { pathToFileURL } from "node:url";

interface Asked {
  /** The command's file. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The folder in which it runs. */
  readonly folder: string;
}

/** The exit code of a command, and everything that it printed. */
export interface Ended {
  readonly status: number;
  readonly text: string;
  /** The output by stream. */
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that runs commands. */
export interface OneProcess {
  /**
   * Runs a command.
   * @param file Path from the folder
   * @param folder The working folder. @default the one that the process was started for
   */
  run(file: string, args: readonly string[], env?: NodeJS.ProcessEnv, folder?: string): Promise<Ended>;
  /** Stops the process, and waits for its end, because leftovers of a command could keep it running. */
  end(): Promise<void>;
}

/** Starts the process. @param home The folder that contains the commands, and in which they run */
export function startOneProcess(home: string): OneProcess {
  const child = fork(import.meta.filename, { cwd: home, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const gone = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error("the process of the commands has ended")));
  });
  // Callers that wait for a command get the error.
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
    // The module is evaluated again, but its imports are not.
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
