// Watches what Reeve is made of, and has the local stack run it when it changes.

import { execFile } from "node:child_process";
import { isDeepStrictEqual, promisify } from "node:util";
import { context, type Message, type Plugin } from "esbuild";
import { type Bundle, buildOptions, modulesOf, root } from "../shared/bundle.ts";
import { BEFORE, type RunningWorker } from "../shared/runtime.ts";
import { CONFIG_MISTAKEN } from "../shared/working-tree.ts";

/** How often files are looked at; some of them are each time, and all within twenty. */
const WATCH_MS = 50;

/**
 * Runs each new version of a Worker that builds and starts, and says so; of one that does not, what is wrong, and the
 * version before goes on. What is kept on disk stays.
 * @param worker One that runs `entry`
 * @param code The bundle of the entry that it runs
 * @returns a function that stops watching
 */
export async function reloadOnChange(
  worker: RunningWorker,
  entry: string,
  code: Bundle,
  print: (text: string) => void,
): Promise<() => Promise<void>> {
  let running = code;
  async function take(changed: Bundle): Promise<void> {
    if (isDeepStrictEqual(changed, running)) return;
    const mistakes = await mistakesOfChange();
    if (mistakes.length > 0) return refuse(CONFIG_MISTAKEN, mistakes);
    await worker.reload(changed);
    running = changed;
    print("reloaded");
  }
  const refuse = (what: string, mistakes: readonly string[]) =>
    print(
      [
        `not reloaded, ${what}:`,
        ...mistakes.map((one) => `  ${one}`),
        "The previous version keeps running.",
      ].join("\n"),
    );

  let last = Promise.resolve();
  const reload: Plugin = {
    name: "reload",
    setup: ({ onEnd }) =>
      onEnd(({ errors, outputFiles }) => {
        last = last
          .then(() =>
            errors.length > 0 || !outputFiles
              ? refuse("it does not compile", errors.map(placed))
              : take(modulesOf(outputFiles)),
          )
          .catch((error: unknown) => refuse("it does not start", [String(error)]));
      }),
  };
  const watched = await context({
    ...buildOptions(entry, true, BEFORE),
    logLevel: "silent",
    plugins: [reload],
  });
  await watched.watch({ delay: WATCH_MS });
  return async () => {
    await watched.dispose();
    await last;
  };
}

/** The mistakes in the working tree as it is now, a line each. */
export async function mistakesOfChange(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [root("src/cli/shared/working-tree.ts")]);
  return JSON.parse(stdout);
}

const placed = ({ text, location }: Message): string =>
  location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text;
