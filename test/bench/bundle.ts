import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle as bundled, root } from "../../src/local/bundle.ts";
import { startUpMilliseconds, writeWorker } from "./start-up.ts";
import { median } from "./statistics.ts";
import type { Figure } from "./table.ts";
import { BARE_WORKER } from "./workerd.ts";

const START_UPS = 5;

/** Reeve's Worker as it is uploaded: how large, and how long it takes to start. */
export async function bundle(): Promise<Figure[]> {
  const kib = (text: string) => gzipSync(text).byteLength / 1024;
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  try {
    const bare = await writeWorker(folder, BARE_WORKER);
    const seen: { reeve: number; control: number }[] = [];
    for (let n = 0; n < START_UPS; n++) {
      const control = await startUpMilliseconds(bare);
      seen.push({ control, reeve: await startUpMilliseconds(root("wrangler.toml")) });
    }
    return [
      {
        name: "bundle, gzip",
        reeve: kib(await bundled("src/worker.ts")),
        control: kib(BARE_WORKER),
        unit: "KiB",
        target: { of: "figure", at: "most", bound: 150 },
        note: `without minifying ${kib(await bundled("src/worker.ts", false)).toFixed(0)} KiB`,
      },
      {
        name: "start-up CPU",
        reeve: median(seen.map(({ reeve }) => reeve)),
        control: median(seen.map(({ control }) => control)),
        unit: "ms",
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
