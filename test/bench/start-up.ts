import { COMPATIBILITY_DATE, type Contestant, cpuMicroseconds, startBare } from "./workerd.ts";

/** Every request to this Worker starts the Worker in CODE in a new isolate, and has it answer its first request. */
const LOADER = `export default {
  async fetch(request, { LOADER, CODE }) {
    const started = LOADER.load({
      compatibilityDate: "${COMPATIBILITY_DATE}",
      mainModule: "worker.js",
      modules: { "worker.js": CODE },
    });
    const answer = await started.getEntrypoint().fetch(request);
    return new Response(await answer.text());
  },
};`;

/** Starts a workerd that can start a Worker, given as its module's text, over and over. */
export const startLoader = (code: string): Promise<Contestant> =>
  startBare(LOADER, { workerLoaders: { LOADER: {} }, bindings: { CODE: code } });

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
