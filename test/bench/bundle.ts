import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { type Bundle, buildOptions, bundle as bundled, type Module } from "../../src/cli/shared/bundle.ts";
import { startLoader, startUpMilliseconds } from "./start-up.ts";
import { median } from "./statistics.ts";
import { amount, type Figure } from "./table.ts";
import { BARE_WORKER } from "./workerd.ts";

const ROUNDS = 5;
const STARTS = 30;

/** Reeve's Worker as `npm run deploy` uploads it, minified: how large, and what a cold start costs. */
export async function bundle(): Promise<Figure[]> {
  const code = await bundled("src/worker.ts");
  await using running = new AsyncDisposableStack();
  const start = async (modules: Bundle) =>
    running.adopt(await startLoader(modules), (started) => started.stop());
  const control = await start(BARE_WORKER);
  const reeve = await start(code);

  const round = async () => ({
    control: await startUpMilliseconds(control, STARTS),
    reeve: await startUpMilliseconds(reeve, STARTS),
  });
  await round(); // Warms workerd up; each isolate is a new one in any case.
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await round());

  return [
    {
      name: "bundle, gzip",
      reeve: gzippedKiB(code),
      unit: "KiB",
      target: { of: "figure", at: "most", bound: 180 },
      note: `as written ${amount(gzippedKiB(await bundled("src/worker.ts", false)), "KiB")}`,
    },
    {
      name: "loaded for a delivery, gzip",
      reeve: gzippedKiB(await loadedAtOnce(code)),
      unit: "KiB",
      target: { of: "figure", at: "most", bound: 180 },
    },
    {
      name: "start-up, CPU",
      reeve: median(rounds.map((seen) => seen.reeve)),
      control: median(rounds.map((seen) => seen.control)),
      unit: "ms",
      target: { of: "figure", at: "most", bound: 60 },
    },
  ];
}

/** The modules that the entry imports, and those that they do: the others are loaded when they are needed. */
async function loadedAtOnce(modules: Bundle): Promise<Module[]> {
  const { metafile } = await build({ ...buildOptions("src/worker.ts", true, undefined), metafile: true });
  const imports = new Map(Object.entries(metafile.outputs).map(([path, output]) => [path, output.imports]));
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: imported, kind } of imports.get(path) ?? [])
      if (kind === "import-statement") load(imported);
  };
  load("dist/worker.js");
  return modules.filter(({ path }) => loaded.has(`dist/${path}`));
}

const gzippedKiB = (modules: readonly Module[]) =>
  modules.reduce((sum, { contents }) => sum + gzipSync(contents).byteLength, 0) / 1024;
