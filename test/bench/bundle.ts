import { gzipSync } from "node:zlib";
import { type Bundle, bundle as bundled, type Module } from "../../src/cli/shared/bundle.ts";
import { median } from "./figures/statistics.ts";
import type { Figure } from "./figures/table.ts";
import { startLoader, startUpMilliseconds } from "./start-up.ts";
import { BARE_WORKER } from "./workerd.ts";

const ROUNDS = 5;
const STARTS = 30;

/** Measures the size and the cold start of Reeve's Worker as `npm run deploy` uploads it, minified. */
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
  await round(); // Warms up workerd; each isolate is new in any case.
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await round());

  return [
    {
      name: "bundle, gzip",
      reeve: gzippedKiB(code.filter((module) => !isForAgents(module))),
      unit: "KiB",
      target: { of: "figure", at: "most", bound: 320 },
    },
    {
      name: "agents' part, gzip",
      reeve: gzippedKiB(code.filter(isForAgents)),
      unit: "KiB",
      target: { of: "figure", at: "most", bound: 64 },
    },
    {
      name: "start-up, CPU",
      reeve: median(rounds.map((seen) => seen.reeve)),
      control: median(rounds.map((seen) => seen.control)),
      unit: "ms",
      target: { of: "figure", at: "most", bound: 100 },
    },
  ];
}

/** Returns true for the only part that no isolate loads before an agent connects: the protocol's SDK, and the tools. */
const isForAgents = ({ path }: Module): boolean => /^parts\/mcp-/.test(path);

/** Compresses all modules as one text, as wrangler does to measure an upload. */
const gzippedKiB = (modules: readonly Module[]) =>
  gzipSync(modules.map(({ contents }) => contents).join("")).byteLength / 1024;
