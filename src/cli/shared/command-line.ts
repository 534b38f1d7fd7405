// Runs a command with its arguments: unknown ones are refused, `--help` and `--env` are taken by each.
import { enableCompileCache } from "node:module";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { COMPILED } from "./bundle.ts";

/** Wrong usage, which is answered with the usage. */
export class UsageError extends Error {}

/**
 * Runs a command. `--help` prints its usage and ends with 0; wrong usage is said, with the usage, and ends with 2; any
 * other error is said in a line and ends with 1.
 * @param work Answers with the exit code. Its arguments are without `--env`, which is in `REEVE_ENV`.
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
  // Modules that are loaded from here on, wrangler above all, take half as long the next time.
  enableCompileCache(COMPILED);
  try {
    process.exitCode = await work(forEnvironment(args));
  } catch (error) {
    const wrongUsage = error instanceof UsageError;
    console.error(errorMessage(error));
    if (wrongUsage) console.error(`\n${usage}`);
    process.exitCode = wrongUsage ? 2 : 1;
  }
}

const ENV_USAGE = "  --env  another environment than production: docs/operations.md#environments";

/** Puts the environment that is asked for into `REEVE_ENV`. @returns the other arguments */
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

/** Options and positionals of a command line. @throws UsageError where there is one that the command doesn't know */
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
    throw new UsageError(errorMessage(error));
  }
  const extra = read.positionals[positionals];
  if (extra !== undefined) throw new UsageError(`"${extra}" is not known here`);
  return read;
}

/** Has something done when Ctrl-C or the system stops the command. */
export function onStop(act: () => unknown): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, act);
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
