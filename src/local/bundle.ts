import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The repository's root, with a trailing slash. */
export const root = (path = "") => ROOT + path;

const bundles = new Map<string, Promise<string>>();

/**
 * One Worker as a single ES module, as it would be uploaded. A process makes it once: what it starts later is the same.
 * @param entry Path of its entry file, from the repository's root.
 */
export function bundle(entry: string, minify = true): Promise<string> {
  const name = `${entry} ${minify}`;
  const known = bundles.get(name) ?? made(entry, minify);
  bundles.set(name, known);
  return known;
}

async function made(entry: string, minify: boolean): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser", "import"],
    external: ["cloudflare:*", "node:*"],
    minify,
    keepNames: true,
    legalComments: "none",
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`esbuild gave no output for ${entry}`);
  return output.text;
}
