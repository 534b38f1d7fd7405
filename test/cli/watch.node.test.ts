// The watch over the files of a local stack, on this repository's own.
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { bundle } from "../../src/cli/shared/bundle.ts";
import { BEFORE } from "../../src/cli/shared/runtime.ts";
import { watchFiles } from "../../src/cli/start/watch.ts";

const ENTRY = "src/cli/start/worker.ts";
type Version = Parameters<Parameters<typeof watchFiles>[1]>[0];

it("reports the files as they were started with first, so that nothing is reloaded", async () => {
  const { promise, resolve } = Promise.withResolvers<Version>();
  const stop = await watchFiles(ENTRY, async (version) => resolve(version));
  const { bundle: first, ...more } = await promise;
  await stop();
  expect(more).toEqual({ faults: [], startFile: null });
  // As a whole: what differs would be a megabyte to print.
  expect(isDeepStrictEqual(first, await bundle(ENTRY, BEFORE))).toBe(true);
});
