// Runs a command with its arguments: refuses unknown ones, and accepts `--help` and `--env` everywhere.
import { enableCompileCache } from "node:module";
import { createInterface } from "node:readline/promises";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { closest } from "../../base/closest.ts";
import { printable } from "../../base/text.ts";
import { COMPILED } from "./bundle.ts";
import { paint } from "./paint.ts";

/** Wrong usage, answered with the usage. */
export class UsageError extends Error {}

/**
 * Runs a command. `--help` prints its usage and exits 0; wrong usage is reported with the usage's first lines and exits 2; any other
 * error is reported in a line and exits 1.
 * @param work Returns the exit code. Its arguments lack `--env`, which is in `REEVE_ENV`
 */
export async function command(
  usage: string,
  work: (args: readonly string[]) => Promise<number>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(`${usage}\n\n${ENV_USAGE}`);
    return;
  }
  // Halves the load of later modules, above all wrangler, from the second time on.
  enableCompileCache(COMPILED);
  try {
    process.exitCode = await work(forEnvironment(args));
  } catch (error) {
    const wrongUsage = error instanceof UsageError;
    const [first, ...more] = errorMessage(error).split("\n").map(printable);
    console.error([paint("bad", first ?? "", process.stderr), ...more].join("\n"));
    if (wrongUsage) console.error(`\n${usage.split("\n\n", 1)}\nMore: --help`);
    process.exitCode = wrongUsage ? 2 : 1;
  }
}

const ENV_USAGE = "  --env  another environment than production: docs/operations.md#environments";

/** Puts the environment of `--env` into `REEVE_ENV`. @returns the other arguments */
function forEnvironment(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => arg === "--env" || arg.startsWith("--env="));
  if (at < 0) return args;
  const [, inside] = (args[at] ?? "").split("=");
  const name = inside ?? args[at + 1] ?? "";
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name))
    throw new UsageError(`--env ${name}: name an environment in lower-case letters, digits and hyphens`);
  process.env["REEVE_ENV"] = name === "production" ? "" : name;
  return args.toSpliced(at, inside === undefined ? 2 : 1);
}

/** Options and positionals of a command line. @throws UsageError for unknown ones */
export function readOptions<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
  positionals = 0,
) {
  const parse = () => parseArgs({ args: [...args], allowPositionals: true, options });
  let read: ReturnType<typeof parse>;
  try {
    read = parse();
  } catch (error) {
    const [, unknown] = /^Unknown option '--([^']*)'/.exec(errorMessage(error)) ?? [];
    if (unknown === undefined) throw new UsageError(errorMessage(error));
    throw new UsageError(`Unknown option --${unknown}.${meant(Object.keys(options), unknown, "--")}`);
  }
  const extra = read.positionals[positionals];
  if (extra !== undefined) throw new UsageError(`"${extra}" is not known here`);
  return read;
}

/** The known names that a mistyped one may mean: ` Did you mean jira?`; "" for none. */
export function meant(names: readonly string[], written: string, before = ""): string {
  const near = closest(names, written).map((name) => before + name);
  return near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
}

/** Calls a function when Ctrl-C or the system stops the command. */
export function onStop(act: () => unknown): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, act);
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Asks for a yes. @throws UsageError where nobody can be asked */
export async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError("nobody is there to agree: add --yes");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
