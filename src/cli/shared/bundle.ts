// Bundles a Worker as it is uploaded, and knows the root of the repository.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type OutputFile, type Plugin, version } from "esbuild";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The repository's root, with a trailing slash. */
export const root = (path = "") => ROOT + path;

/** Where Node keeps what it has compiled: a command starts in half the time. */
export const COMPILED = root("node_modules/.cache/node");

/** The modules of a Worker. The first is its entry; the others are loaded when they are first imported. */
export type Bundle = readonly [Module, ...Module[]];
/** One ES module. */
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
 */
export function bundle(entry: string, minify = true, before?: string): Promise<Bundle> {
  const name = `${entry} ${minify} ${before}`;
  const known = bundles.get(name) ?? made(entry, minify, before);
  bundles.set(name, known);
  return known;
}

/**
 * The same, of the files as they are now. What was made of the very same files before is read instead of built.
 * @param instead Files that have another text for this, by their paths from the root
 * @throws what esbuild's `build` does, with the file and line of each error
 */
export async function made(
  entry: string,
  minify = true,
  before?: string,
  instead: Readonly<Record<string, string>> = {},
): Promise<Bundle> {
  const options = buildOptions(entry, minify, before);
  // Files by their paths from here: copies of the repository that share their packages share a list.
  const list = `${hash(JSON.stringify([version, PACKAGES, options, instead]).replaceAll(ROOT, ""))}.json`;
  const known = readKept(join(KEPT, list));
  const kept = known && readKept(keptAt(list, JSON.parse(known)));
  if (kept) return JSON.parse(kept);
  const began = Date.now();
  const { outputFiles, metafile } = await build({
    ...options,
    metafile: true,
    plugins: [replacing(instead)],
  });
  const modules = modulesOf(outputFiles);
  const inputs = Object.keys(metafile.inputs);
  // Of a file that changed meanwhile nobody knows which text was bundled.
  const changedAt = (path: string) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.ctimeMs ?? 0;
  if (inputs.every((path) => changedAt(path) < began)) {
    keep(keptAt(list, inputs), JSON.stringify(modules));
    keep(join(KEPT, list), JSON.stringify(inputs));
  }
  return modules;
}

/** Has esbuild read another text in the place of a file's. */
const replacing = (instead: Readonly<Record<string, string>>): Plugin => ({
  name: "replacing",
  setup({ onLoad }) {
    for (const [path, contents] of Object.entries(instead))
      onLoad({ filter: /\.ts$/ }, (file) => (file.path === root(path) ? { contents, loader: "ts" } : null));
  },
});

/**
 * Writes a Worker and its source maps into a folder, for the upload.
 * @returns the path of its entry
 */
export async function writeBundle(entry: string, folder: string): Promise<string> {
  const options = buildOptions(entry, true, undefined);
  await build({ ...options, outdir: folder, sourcemap: "linked", write: true });
  return join(folder, ENTRY);
}

/** The modules that esbuild has made. */
export function modulesOf(outputFiles: readonly OutputFile[]): Bundle {
  const all = outputFiles.map(({ path, text }) => ({ path: relative(OUT, path), contents: text }));
  const entry = all.find(({ path }) => path === ENTRY);
  if (!entry) throw new Error(`esbuild made no ${ENTRY}`);
  return [entry, ...all.filter((module) => module !== entry)];
}

/**
 * A text that takes long to make, made once of the same parts and read from then on.
 * @param parts All that it depends on, but for what is installed
 */
export async function madeOnce(parts: readonly string[], make: () => Promise<string>): Promise<string> {
  const path = keptAt(hash(JSON.stringify(parts)), []);
  const known = readKept(path);
  if (known) return known;
  const text = await make();
  keep(path, text);
  return text;
}

/** What was made before: lists of files by how they are bundled, and bundles by what the files of a list held. */
const KEPT = root("node_modules/.cache/bundles");
/** Some of each Worker that there is. */
const MAX_KEPT = 200;
/** Where packages really are, from here. */
const PACKAGES = existsSync(root("node_modules")) ? relative(ROOT, realpathSync(root("node_modules"))) : null;

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Where the bundle of these files is kept. What esbuild and npm go by counts as well. */
const keptAt = (list: string, inputs: readonly string[]): string => {
  const files = ["package.json", "package-lock.json", "tsconfig.json", ...inputs];
  const texts = files.map((path) => hash(`${path}\n${readIfThere(join(ROOT, path))}`));
  return join(KEPT, hash([list, ...texts].join()));
};

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** The same of what is kept, which is then in use. */
function readKept(path: string): string | undefined {
  const text = readIfThere(path);
  if (text !== undefined) keepLonger(path);
  return text;
}

function keepLonger(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Somebody else's process may remove it, and it is read already.
  }
}

/** Writes a file whole, or not at all, and removes what was not read for longest where there are too many. */
function keep(path: string, text: string): void {
  try {
    mkdirSync(KEPT, { recursive: true });
    const written = `${path}.${process.pid}`;
    writeFileSync(written, text);
    renameSync(written, path);
  } catch {
    // Where nothing can be kept, it is built each time.
    return;
  }
  const age = (name: string) => statSync(join(KEPT, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const all = readdirSync(KEPT);
  if (all.length <= MAX_KEPT) return;
  for (const name of all.sort((a, b) => age(b) - age(a)).slice(MAX_KEPT))
    rmSync(join(KEPT, name), { force: true });
}

/** The entry's name in a bundle. */
const ENTRY = "worker.js";
/** The folder that esbuild takes bundles to be in; none is written there. */
const OUT = root("dist");

/** How esbuild makes a bundle: see {@link bundle}. */
export const buildOptions = (entry: string, minify: boolean, before: string | undefined) =>
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
    minify,
    legalComments: "none",
  }) satisfies BuildOptions;
