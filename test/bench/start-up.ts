import type { Bundle } from "../../src/cli/shared/bundle.ts";
import { COMPATIBILITY_DATE, type Contestant, cpuMicroseconds, oneModule, startBare } from "./workerd.ts";

/** A Worker that, for every request, starts the bound Worker in a new isolate and sends it its first request. */
const LOADER = `export default {
  async fetch(request, { LOADER, ...modules }) {
    const started = LOADER.load({
      compatibilityDate: "${COMPATIBILITY_DATE}",
      mainModule: "worker.js",
      modules,
    });
    const answer = await started.getEntrypoint().fetch(request);
    return new Response(await answer.text());
  },
};`;

/** Starts a workerd that can start a Worker repeatedly. */
export const startLoader = (modules: Bundle): Promise<Contestant> =>
  startBare(oneModule(LOADER), {
    workerLoaders: { LOADER: {} },
    bindings: Object.fromEntries(modules.map(({ path, contents }) => [path, contents])),
  });

/**
 * Returns the mean CPU milliseconds of `count` cold starts: a new isolate compiles and runs the module, and answers a
 * request.
 */
export async function startUpMilliseconds({ url, pid }: Contestant, count: number): Promise<number> {
  const before = cpuMicroseconds(pid);
  // A path for which nothing is read and nothing logged.
  for (let n = 0; n < count; n++) await (await fetch(new URL("/hooks/nobody", url))).text();
  return (cpuMicroseconds(pid) - before) / 1000 / count;
}
