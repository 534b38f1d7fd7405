import type { Bundle } from "../../src/cli/shared/bundle.ts";
import { COMPATIBILITY_DATE, type Contestant, cpuMicroseconds, oneModule, startBare } from "./workerd.ts";

/** Every request to this Worker starts the Worker that is bound to it in a new isolate, and has it answer its first request. */
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

/** Starts a workerd that can start a Worker over and over. */
export const startLoader = (modules: Bundle): Promise<Contestant> =>
  startBare(oneModule(LOADER), {
    workerLoaders: { LOADER: {} },
    bindings: Object.fromEntries(modules.map(({ path, contents }) => [path, contents])),
  });

/**
 * CPU time of one cold start in milliseconds, the mean of `count`: a new isolate compiles and runs the module and
 * answers a request.
 */
export async function startUpMilliseconds({ url, pid }: Contestant, count: number): Promise<number> {
  const before = cpuMicroseconds(pid);
  // An address that nothing has to be read for, and that writes no line.
  for (let n = 0; n < count; n++) await (await fetch(new URL("/hooks/nobody", url))).text();
  return (cpuMicroseconds(pid) - before) / 1000 / count;
}
