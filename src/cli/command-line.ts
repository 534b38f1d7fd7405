/** How the commands read their arguments: what they don't know is refused, and `--help` says what there is. */
import { enableCompileCache } from "node:module";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { COMPILED } from "./bundle.ts";

/** Said of wrong usage: what is wrong. */
export class UsageError extends Error {}

/**
 * Runs a command. `--help` prints its usage and ends with 0; wrong usage is said, with the usage, and ends with 2; any
 * other error is said in a line and ends with 1.
 * @param work Its answer is the exit code.
 */
export async function command(
  usage: string,
  work: (args: readonly string[]) => Promise<number>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage);
    return;
  }
  // What is loaded from here on, wrangler above all, takes half as long the next time.
  enableCompileCache(COMPILED);
  try {
    process.exitCode = await work(args);
  } catch (error) {
    const wrongUsage = error instanceof UsageError;
    console.error(error instanceof Error ? error.message : String(error));
    if (wrongUsage) console.error(`\n${usage}`);
    process.exitCode = wrongUsage ? 2 : 1;
  }
}

/** Options and positionals of a command line. @throws UsageError where there is one that the command doesn't know */
export function readOptions<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
  { positionals = 0 }: { readonly positionals?: number } = {},
) {
  const read = parsed(args, options);
  const extra = read.positionals[positionals];
  if (extra !== undefined) throw new UsageError(`"${extra}" is not known here`);
  return read;
}

function parsed<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
