// Killed before any of its writes, calls and answers, the exporter leaves no gap: entries come again, by the same ids.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate, tick } from "../../src/cli/start/stack.ts";
import type { AuditLink } from "../../src/ledger/audit-chain.ts";
import { type Process, startReeve } from "../crash/reeve.ts";
import { until } from "../support/until.ts";
import { type CollectorStub, startHec } from "../vendors/collectors.ts";
import { addEntries, allIds, firstsIn, idsIn, ledgerIn } from "./exporting.ts";

const ends = new Map<string, AuditLink>();
let folder = "";
let lives = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reeve-export-"));
  const reeve = await startReeve({ folder: join(folder, "first") });
  await migrate(reeve.worker);
  // Of more than one batch.
  await addEntries(await ledgerIn(reeve.worker.miniflare), ends, 1_060);
  await reeve.kill();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts Reeve on a disk, and ticks its cron. */
async function begin(disk: string, collector: CollectorStub, crashAt?: string): Promise<Process> {
  const reeve = await startReeve({
    folder: disk,
    ...(crashAt !== undefined && { crashAt }),
    bindings: { AUDIT_EXPORT_URL: collector.address, AUDIT_EXPORT_TOKEN: collector.token },
  });
  // A process that dies answers no cron.
  void tick(reeve.worker).catch(() => {});
  return reeve;
}

/** A life with a death at a point, or without one. @returns what the collector took, and the points */
async function live(crashAt?: string) {
  const disk = join(folder, String(lives++));
  await cp(join(folder, "first"), disk, { recursive: true });
  const collector = await startHec();
  const isThere = () => firstsIn(collector.taken).length === allIds(ends).length;
  try {
    const first = await begin(disk, collector, crashAt);
    // What comes after the last answer has its turn too.
    const ended = until("the end", isThere).then(() => first.quiet(400));
    await Promise.race([first.dying, ended.catch(() => {})]);
    const takenThen = collector.taken.length;
    await first.kill();
    const second = await begin(disk, collector);
    await until("the rest of the trail", isThere);
    await until("the last position", async () => {
      const page = await fetch(new URL("/metrics", second.url));
      return /^reeve_audit_export_behind 0$/m.test(await page.text());
    });
    await second.kill();
    return { ids: idsIn(collector.taken), takenThen, points: first.points };
  } finally {
    await collector.stop();
    await rm(disk, { recursive: true, force: true });
  }
}

it("no kill leaves a gap, and repeats have known ids", async () => {
  const { ids, points } = await live();
  expect(ids).toEqual(allIds(ends));
  const own = points.filter((point) => /exports|collector|exporter/.test(point));
  expect(own.filter((point) => point.startsWith("call")).length).toBeGreaterThan(2);
  expect(own.filter((point) => point.startsWith("write")).length).toBeGreaterThan(2);
  let repeats = 0;
  for (const point of own) {
    const life = await live(point);
    expect([...new Set(life.ids)], point).toEqual(allIds(ends));
    // In order, even with repeats: none comes before the one ahead of it.
    let most = 0;
    for (const id of life.ids) {
      const seq = Number(id.split(":")[1]);
      expect(seq, point).toBeLessThanOrEqual(most + 1);
      most = Math.max(most, seq);
    }
    expect(life.takenThen, point).toBeLessThanOrEqual(allIds(ends).length);
    repeats += life.ids.length - new Set(life.ids).size;
  }
  expect(repeats).toBeGreaterThan(0);
});
