// Bundles a Worker as it is uploaded, and knows the root of the repository.
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type OutputFile } from "esbuild";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The repository's root, with a trailing slash. */
export const root = (path = "") => ROOT + path;

/** The folder of compiled code, with which a command starts in half the time. */
export const COMPILED = root("node_modules/.cache/node");

/** The modules of a Worker. The first is its entry; the others are loaded when they are first imported. */
export type Bundle = readonly [Module, ...Module[]];
export interface Module {
  /** By which the others import it. */
  readonly path: string;
  readonly contents: string;
}

const bundles = new Map<string, Promise<Bundle>>();

/**
 * One Worker as it is uploaded. A process makes it once: what it starts later is the same.
 * @param entry Path of its entry file, from the repository's root.
 * @param before Path of a file that goes in front of it, which an upload has not got. @default none
 * @throws what esbuild's `build` does, with the file and line of each error
 */
export function bundle(entry: string, before?: string): Promise<Bundle> {
  const name = `${entry} ${before}`;
  const known =
    bundles.get(name) ?? build(buildOptions(entry, before)).then(({ outputFiles }) => toModules(outputFiles));
  bundles.set(name, known);
  return known;
}

/**
 * Writes a Worker and its source maps into a folder, for the upload.
 * @returns the path of its entry
 */
export async function writeBundle(entry: string, folder: string): Promise<string> {
  await build({ ...buildOptions(entry), outdir: folder, sourcemap: "linked", write: true });
  return join(folder, ENTRY);
}

export function toModules(outputFiles: readonly OutputFile[]): Bundle {
  const all = outputFiles.map(({ path, text }) => ({ path: relative(OUT, path), contents: text }));
  const entry = all.find(({ path }) => path === ENTRY);
  if (!entry) throw new Error(`esbuild made no ${ENTRY}`);
  return [entry, ...all.filter((module) => module !== entry)];
}

const ENTRY = "worker.js";
/** The folder that esbuild takes bundles to be in; none is written there. */
const OUT = root("dist");

export const buildOptions = (entry: string, before?: string) =>
  ({
    absWorkingDir: ROOT,
    entryPoints: [{ in: entry, out: "worker" }],
    outdir: OUT,
    splitting: true,
    // wrangler.toml names the folder.
    chunkNames: "parts/[name]-[hash]",
    ...(before && { inject: [before] }),
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser", "import"],
    external: ["cloudflare:*", "node:*"],
    minify: true,
    legalComments: "none",
  }) satisfies BuildOptions;
