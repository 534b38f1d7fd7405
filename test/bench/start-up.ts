import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../src/local/bundle.ts";

const wrangler = promisify(execFile);

/** A CPU profile as V8 writes it. */
interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/**
 * CPU time of a Worker's start in milliseconds, as `wrangler check startup` profiles it on this machine.
 * @param config Path of its wrangler.toml.
 */
export async function startUpMilliseconds(config: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  try {
    const outfile = join(folder, "start.cpuprofile");
    const entry = root("node_modules/wrangler/bin/wrangler.js");
    const args = [entry, "check", "startup", "--config", config, "--outfile", outfile];
    await wrangler(process.execPath, [...args, "--args=--minify"], { cwd: folder });
    return busyMilliseconds(JSON.parse(await readFile(outfile, "utf8")));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The time of a profile's samples that something ran in. */
export function busyMilliseconds({ nodes, samples, timeDeltas }: Profile): number {
  const idle = new Set(
    nodes.flatMap(({ id, callFrame }) => (callFrame.functionName === "(idle)" ? [id] : [])),
  );
  return samples.reduce((sum, id, n) => sum + (idle.has(id) ? 0 : (timeDeltas[n] ?? 0)), 0) / 1000;
}

/** Writes a Worker into a folder. @returns the path of its wrangler.toml */
export async function writeWorker(folder: string, contents: string): Promise<string> {
  const config = join(folder, "wrangler.toml");
  await writeFile(join(folder, "worker.js"), contents);
  await writeFile(config, 'name = "bare"\nmain = "worker.js"\ncompatibility_date = "2026-11-01"\n');
  return config;
}
