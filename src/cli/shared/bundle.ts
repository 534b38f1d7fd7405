// Bundles a Worker, for an upload or a local workerd, and resolves paths from the repository's root.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { decode } from "@jridgewell/sourcemap-codec";
import type { BuildOptions, OutputFile, Plugin } from "esbuild";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Returns a path below the repository's root or, without an argument, the root with a trailing slash. */
export const root = (path = "") => ROOT + path;

/** The folder that caches compiled code. The cache halves a command's start time. */
export const COMPILED = root("node_modules/.cache/node");

/** The modules of a Worker: its entry, then the modules that are loaded when they are first imported. */
export type Bundle = readonly [Module, ...Module[]];
export interface Module {
  /** The path by which other modules import the module. */
  readonly path: string;
  readonly contents: string;
}

const bundles = new Map<string, Promise<Bundle>>();

/**
 * Bundles a Worker once per process, so that later starts run the same code.
 * @param entry Path of the Worker's entry file, from the repository's root
 * @param before Path of a file to run first, which an upload does not contain. @default no file
 * @throws esbuild's errors, with file and line
 */
export function bundle(entry: string, before?: string): Promise<Bundle> {
  const name = `${entry} ${before}`;
  const known = bundles.get(name) ?? readBundle(entry, before) ?? build(entry, before);
  bundles.set(name, known);
  return known;
}

async function build(entry: string, before?: string): Promise<Bundle> {
  // Imported here because esbuild is slow to load.
  const esbuild = await import("esbuild");
  return toModules((await esbuild.build(buildOptions(entry, before))).outputFiles);
}

/** Returns the path of an entry's bundle in a folder that the processes of a test run share. */
export const bundleFile = (folder: string, entry: string, before?: string): string =>
  join(folder, createHash("sha256").update(`${ROOT}${entry} ${before}`).digest("hex"));

/**
 * Reads a bundle that the test run has made, or returns `undefined` if there is none. `REEVE_BUNDLES` names the folder.
 */
function readBundle(entry: string, before?: string): Promise<Bundle> | undefined {
  const folder = process.env["REEVE_BUNDLES"];
  const file = folder && bundleFile(folder, entry, before);
  return file && existsSync(file) ? readFile(file, "utf8").then(JSON.parse) : undefined;
}

/** Writes a Worker and its source maps into a folder, for the upload. @returns the path of its entry */
export async function writeBundle(entry: string, folder: string): Promise<string> {
  const { build } = await import("esbuild");
  await build({ ...buildOptions(entry), outdir: folder, sourcemap: "linked", write: true });
  return join(folder, ENTRY);
}

export function toModules(outputFiles: readonly OutputFile[]): Bundle {
  const all = outputFiles.map(({ path, text }) => ({ path: relative(OUT, path), contents: text }));
  const isMap = ({ path }: Module) => path.endsWith(".map");
  const places = all.filter(isMap).map(({ path, contents }) => [path.slice(0, -4), listPlaces(contents)]);
  const entry = all.find(({ path }) => path === ENTRY);
  if (!entry) throw new Error(`esbuild made no ${ENTRY}`);
  const contents = `${entry.contents}globalThis.places=${JSON.stringify(Object.fromEntries(places))};\n`;
  const others = all.filter((module) => module !== entry && !isMap(module));
  return [{ ...entry, ...(places.length > 0 && { contents }) }, ...others];
}

/**
 * Lists the positions in a bundled module at which the origin of the code changes: the line and the column, both
 * counted from 1, and the new origin. The origin is a line of the user's own files, or `null` for other code.
 */
function listPlaces(map: string) {
  const { mappings, sources }: { mappings: string; sources: string[] } = JSON.parse(map);
  const places: [line: number, column: number, place: string | null][] = [];
  const own = sources.map((path) => /src\/(?:own\/.*|config\.ts)$/.exec(path)?.[0]);
  if (own.every((path) => path === undefined)) return places;
  for (const [line, segments] of decode(mappings).entries())
    for (const [column, source = -1, sourceLine = 0] of segments) {
      const place = own[source] ? `${own[source]}:${sourceLine + 1}` : null;
      if (place !== (places.at(-1)?.[2] ?? null)) places.push([line + 1, column + 1, place]);
    }
  return places;
}

const ENTRY = "worker.js";
/** The file that replaces positions in stack traces with lines of the user's own files. */
const PLACES = "src/cli/start/source-places.ts";
/** The output folder in esbuild's options. Nothing is written to it. */
const OUT = root("dist");

export const buildOptions = (entry: string, before?: string, ...more: readonly Plugin[]) =>
  ({
    absWorkingDir: ROOT,
    entryPoints: [{ in: entry, out: "worker" }],
    outdir: OUT,
    splitting: true,
    // wrangler.toml refers to this folder.
    chunkNames: "parts/[name]-[hash]",
    ...(before && { inject: [before, PLACES], sourcemap: "external", sourcesContent: false }),
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
    plugins: [withoutBrowserParts, ...more],
  }) satisfies BuildOptions;

/**
 * A plugin that drops the parts of `hono/jsx` for browsers. Hono's package does not declare its modules as free of side
 * effects, so esbuild would keep modules from which nothing is imported. esbuild can call this plugin for any of a
 * module's imports first, so all imports must have the same result. Otherwise, two bundles of the same files could
 * differ.
 */
const withoutBrowserParts: Plugin = {
  name: "without-browser-parts",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ resolveDir, path }) => {
      const file = join(resolveDir, path);
      return /hono.dist.jsx./.test(file) ? { path: file, sideEffects: false } : null;
    }),
};
