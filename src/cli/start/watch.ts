// Watches the files that the local stack's Reeve is built from and started with.
import { readFileSync } from "node:fs";
import { context, type Message, type Plugin } from "esbuild";
import { type Bundle, buildOptions, root, toModules } from "../shared/bundle.ts";
import { varsFile } from "../shared/dev-vars.ts";
import { BEFORE } from "../shared/runtime.ts";

/**
 * Interval between two polls, in milliseconds. Each poll checks some of the files, and twenty polls check all of them.
 */
const WATCH_MS = 50;

/** Lists the files that are read when Reeve starts but do not belong to a bundle. */
const startFiles = () => [varsFile(), "wrangler.toml"];

interface Version {
  readonly bundle: Bundle | null;
  /** The reasons why there is no bundle, one line each. */
  readonly faults: readonly string[];
  /** The start file that changed since the previous version, or `null` if none did. */
  readonly startFile: string | null;
}

/**
 * Calls a function for each version of the files, one after another, beginning with the present one.
 * @param entry Reeve's entry file, from the repository's root
 * @returns a function that stops watching, and waits for the call in progress
 */
export async function watchFiles(
  entry: string,
  act: (version: Version) => Promise<void>,
): Promise<() => Promise<void>> {
  let last = Promise.resolve();
  let before = startFiles().map(readText);
  const report: Plugin = {
    name: "report",
    setup({ onLoad, onEnd }) {
      onLoad({ filter: /\/worker\.ts$/ }, () => ({ watchFiles: startFiles().map(root) }));
      onEnd(({ errors, outputFiles }) => {
        const texts = startFiles().map(readText);
        const startFile = startFiles().find((_, n) => texts[n] !== before[n]) ?? null;
        before = texts;
        const bundle = errors.length > 0 || !outputFiles ? null : toModules(outputFiles);
        last = last.then(() => act({ bundle, faults: errors.map(placed), startFile }));
      });
    },
  };
  const watched = await context({ ...buildOptions(entry, BEFORE, report), logLevel: "silent" });
  await watched.watch({ delay: WATCH_MS });
  return async () => {
    await watched.dispose();
    await last;
  };
}

function readText(name: string): string | null {
  try {
    return readFileSync(root(name), "utf8");
  } catch {
    return null;
  }
}

const placed = ({ text, location }: Message): string =>
  location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text;
