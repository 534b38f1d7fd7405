// Bundles the Workers that most tests start, once for all processes of a run.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, bundleFile } from "../../src/cli/shared/bundle.ts";
import { BEFORE } from "../../src/cli/shared/runtime.ts";

const ENTRIES = [
  "src/cli/demo/worker.ts",
  "src/sandbox/tenant/worker.ts",
  "test/support/reeve-with-rules.ts",
] as const;

/** Vitest's `globalSetup`. @returns the teardown function */
export default async function (): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-bundles-"));
  for (const entry of ENTRIES)
    writeFileSync(bundleFile(folder, entry, BEFORE), JSON.stringify(await bundle(entry, BEFORE)));
  process.env["REEVE_BUNDLES"] = folder;
  return () => rmSync(folder, { recursive: true });
}
