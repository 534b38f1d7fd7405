// Watches the files that the local stack's Reeve is made of and started with.
import { readFileSync } from "node:fs";
import { context, type Message, type Plugin } from "esbuild";
import { type Bundle, buildOptions, root, toModules } from "../shared/bundle.ts";
import { varsFile } from "../shared/dev-vars.ts";
import { BEFORE } from "../shared/runtime.ts";

/** Time between two looks: some files are read at each, and all within twenty. */
const WATCH_MS = 50;

/** Files that are read when Reeve starts, and are in no bundle. */
const startFiles = () => [varsFile(), "wrangler.toml"];

interface Version {
  readonly bundle: Bundle | null;
  /** The reasons why there is no bundle, a line each. */
  readonly faults: readonly string[];
  /** The file that Reeve was started with and has other content than the version before; `null` for none. */
  readonly startFile: string | null;
}

/**
 * Has something done with each version of the files, one after another: at first with the one that is there.
 * @param entry Reeve's entry file, from the repository's root
 * @returns a function that stops watching, and waits for what is under way
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
