// What commands share: wrong usage, names that a mistyped one may mean, a yes, a signal to stop, and how they end.
import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline/promises";
import { Command, CommanderError, InvalidArgumentError } from "@commander-js/extra-typings";
import { closest } from "../../base/closest.ts";
import { printable } from "../../base/text.ts";
import { paint } from "./paint.ts";

/** Wrong usage: while an option is read, or while the command runs. */
export class UsageError extends InvalidArgumentError {}

/** The end of a command: `0` well; `1` what it checked is not well. An error is 1 too, and a {@link UsageError} 2. */
export type ExitCode = 0 | 1;

/** The action of a command, whose module is loaded when it runs. It ends the process with the result of its default export. */
export const loadAndRun =
  <Args extends readonly unknown[]>(load: () => Promise<{ default: (...args: Args) => Promise<ExitCode> }>) =>
  async (...args: Args): Promise<void> => {
    try {
      process.exitCode = await (await load()).default(...args);
    } catch (error) {
      const command = args.at(-1);
      if (error instanceof UsageError && command instanceof Command) command.error(error.message);
      throw error;
    }
  };

/** Runs a command line, and says on stderr what kept it from its end. */
export async function runCommandLine(
  program: { parseAsync(args: readonly string[], from: { from: "user" }): Promise<unknown> },
  args: readonly string[],
): Promise<void> {
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // The library has said what is wrong with the usage, or shown the help that was asked for.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      complain(errorMessage(error));
      process.exitCode = 1;
    }
  }
}

/** Prints an error to stderr, its first line in colour. */
export function complain(text: string): void {
  const [first = "", ...more] = text.split("\n").map(printable);
  console.error([paint("bad", first, process.stderr), ...more].join("\n"));
}

/** Prints text from outside, line by line, without characters that control a terminal. */
export function print(text: string): void {
  for (const line of text.split("\n")) console.log(printable(line));
}

/** Prints what a script reads: the only thing on stdout. */
export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

/** The known names that a mistyped one may mean: ` Did you mean jira?`; "" for none. */
export function meant(names: readonly string[], written: string): string {
  const near = closest(names, written);
  return near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
}

/** Milliseconds between two looks at npm. */
const POLL_MS = 500;

/** Calls a function when Ctrl-C or the system stops the command, or npm, which runs it, is gone. */
export function onStop(act: () => unknown): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, act);
  if (!process.env["npm_lifecycle_event"]) return;
  // An npm that is killed passes no signal on.
  const npm = findNpm();
  const looking = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(looking);
    act();
  }, POLL_MS).unref();
}

/** The process of the npm that runs this one: its parent, or that of the shell between. */
function findNpm(): number {
  const asked = ["-o", "ppid=,comm=", "-p", String(process.ppid)];
  const { stdout } = spawnSync("ps", asked, { encoding: "utf8" });
  const [, above] = /^ *(\d+) .*sh$/m.exec(stdout ?? "") ?? [];
  return above === undefined ? process.ppid : Number(above);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Asks for a yes, on stderr. @throws UsageError where nobody can be asked */
export async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError("Nobody is there to agree: add --yes");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
