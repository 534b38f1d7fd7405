// Shared parts of the commands: exit codes, usage errors, suggestions for mistyped names, output, progress,
// confirmation, stop signals, and formatting of files.
import { spawnSync } from "node:child_process";
import { constants } from "node:os";
import { createInterface } from "node:readline/promises";
import { styleText } from "node:util";
import { Command, CommanderError, InvalidArgumentError } from "@commander-js/extra-typings";
import { ifPossible } from "../../base/if-possible.ts";
import { closest, printable } from "../../base/text.ts";
import type { RUN_STATE, RunState } from "../../runs/states.ts";
import { root } from "./bundle.ts";

/** A usage error, found while an option is parsed or while the command runs. */
export class UsageError extends InvalidArgumentError {}

/**
 * The exit code of a command: `0` for success, `1` if a check failed. If a command throws, the exit code is 1, or 2 for
 * a {@link UsageError}.
 */
export type ExitCode = 0 | 1;

/**
 * Returns a command's action, whose module is loaded when the command runs. The result of the module's default export
 * becomes the exit code.
 */
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

/** Runs a command line, and prints its error to stderr. */
export async function runCommandLine(
  program: { parseAsync(args: readonly string[], from: { from: "user" }): Promise<unknown> },
  args: readonly string[],
): Promise<void> {
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Commander has already printed the usage error or the requested help.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      complain(errorMessage(error));
      process.exitCode = 1;
    }
  }
}

/** Prints an error to stderr, with its first line in colour. */
export function complain(text: string): void {
  const [first = "", ...more] = text.split("\n").map(printable);
  console.error([paint("bad", first, process.stderr), ...more].join("\n"));
}

/**
 * Prints untrusted text line by line, without control characters, so that it can't send commands to the terminal.
 */
export function print(text: string): void {
  for (const line of text.split("\n")) console.log(printable(line));
}

/** Prints JSON for scripts, as the only output on stdout. */
export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

/**
 * Suggests known names that are similar to a mistyped one, such as ` Did you mean jira?`. Returns "" if there are none.
 */
export function meant(names: readonly string[], written: string): string {
  const near = closest(names, written);
  return near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
}

/** How often to check that npm is still running, in milliseconds. */
const POLL_MS = 500;

/** Calls a function when Ctrl-C or the system stops the command, or when the npm process of the command has ended. */
export function onStop(act: () => unknown): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, act);
  if (!process.env["npm_lifecycle_event"]) return;
  // If npm is killed, the command receives no signal, so check npm's process.
  const npm = findNpm();
  const looking = setInterval(() => {
    // Signal 0 is not sent: it only shows whether the process exists.
    if (ifPossible(() => process.kill(npm, 0))) return;
    clearInterval(looking);
    act();
  }, POLL_MS).unref();
}

/** Returns the id of the npm process that runs this command: the parent, or the parent of the shell in between. */
function findNpm(): number {
  const asked = ["-o", "ppid=,comm=", "-p", String(process.ppid)];
  const { stdout } = spawnSync("ps", asked, { encoding: "utf8" });
  const [, above] = /^ *(\d+) .*sh$/m.exec(stdout ?? "") ?? [];
  return above === undefined ? process.ppid : Number(above);
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Asks for confirmation on stderr. @throws UsageError if there is no terminal */
export async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError("Can't ask for confirmation without a terminal. Add --yes to skip the question.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

type Tone = (typeof RUN_STATE)[RunState]["tone"];
const COLOURS: Readonly<Record<Tone, NonNullable<Parameters<typeof styleText>[0]>>> = {
  good: "green",
  bad: "red",
  wait: "yellow",
  go: "reset",
  quiet: "dim",
};

/**
 * Colours text in the tone of a run's state. Call `printable` on untrusted text before this function: called
 * afterwards, `printable` would remove the colour.
 */
export const paint = (tone: Tone, text: string, stream: NodeJS.WritableStream = process.stdout): string =>
  styleText(COLOURS[tone], text, { stream });

/** Shows the current step, and how much of the work is done. */
export type ShowProgress = (what: string, done: number, of: number) => void;

/** The exit code after Ctrl-C, by the convention of shells. */
const STOPPED = 128 + constants.signals.SIGINT;

/**
 * Runs a long task with a progress bar, or without one if stderr is not a terminal.
 * @param work Receives a function to show the progress, and one to print lines above the bar
 */
export async function withProgress<Value>(
  work: (show: ShowProgress, print: (line: string) => void) => Promise<Value>,
): Promise<Value> {
  if (!process.stderr.isTTY) return work(() => {}, console.log);
  const { progress } = await import("@clack/prompts");
  let bar: ReturnType<typeof progress> | undefined;
  let shown = 0;
  const show: ShowProgress = (what, done, of) => {
    if (!bar) {
      bar = progress({ max: of, output: process.stderr, withGuide: false, onCancel: stopped });
      bar.start(what);
    }
    bar.advance(done - shown, what);
    shown = done;
  };
  // The library ends the process with code 0 on Ctrl-C, so set the right code.
  process.once("exit", markStopped);
  try {
    return await work(show, (line) => {
      process.stderr.write("\r\u001b[K");
      console.log(line);
    });
  } finally {
    process.off("exit", markStopped);
    bar?.clear();
  }
}

const stopped = () => process.exit(STOPPED);
const markStopped = () => {
  process.exitCode = STOPPED;
};

/**
 * Formats text as Biome formats a file at this path, with sorted imports. Returns the text unchanged if Biome can't
 * run or can't parse it.
 */
export function formatted(path: string, text: string): string {
  const biome = root("node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "check", "--write", "--vcs-enabled=false", `--stdin-file-path=${path}`];
  const options = { cwd: root(), input: text, encoding: "utf8" } as const;
  const { status, stdout } = spawnSync(process.execPath, args, options);
  return status === 0 && stdout !== "" ? stdout : text;
}
