// Bundles a Worker as it would be uploaded, and knows the root of the repository.
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The repository's root, with a trailing slash. */
export const root = (path = "") => ROOT + path;

/** Where Node keeps what it has compiled: a command starts in half the time. */
export const COMPILED = root("node_modules/.cache/node");

const bundles = new Map<string, Promise<string>>();

/**
 * One Worker as a single ES module, as it would be uploaded. A process makes it once: what it starts later is the same.
 * @param entry Path of its entry file, from the repository's root.
 * @param before Path of a file that goes in front of it, which an upload has not got. @default none
 */
export function bundle(entry: string, minify = true, before?: string): Promise<string> {
  const name = `${entry} ${minify} ${before}`;
  const known = bundles.get(name) ?? made(entry, minify, before);
  bundles.set(name, known);
  return known;
}

/** The same, built again. @throws what esbuild's `build` does, with the file and line of each error */
export async function made(entry: string, minify = true, before?: string): Promise<string> {
  const { outputFiles } = await build(buildOptions(entry, minify, before));
  const [output] = outputFiles;
  if (!output) throw new Error(`esbuild gave no output for ${entry}`);
  return output.text;
}

/** How esbuild makes a bundle: see {@link bundle}. */
export const buildOptions = (entry: string, minify: boolean, before: string | undefined) =>
  ({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    ...(before && { inject: [before] }),
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser", "import"],
    external: ["cloudflare:*", "node:*"],
    minify,
    legalComments: "none",
  }) satisfies BuildOptions;
