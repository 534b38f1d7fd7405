import { startReeve, tick } from "../../src/cli/start/stack.ts";
import type { AuditLink } from "../../src/ledger/audit-chain.ts";
import { addEntries, allIds, idsIn, ledgerIn } from "../evidence/exporting.ts";
import { until } from "../support/until.ts";
import { startHec } from "../vendors/collectors.ts";
import type { Figure } from "./table.ts";

const ENTRIES = 20_000;

/** Audit entries that reach a collector a second, as OCSF events, from the first request to the last. */
export async function exported(): Promise<Figure[]> {
  const collector = await startHec();
  const reeve = await startReeve({
    bindings: { AUDIT_EXPORT_URL: collector.address, AUDIT_EXPORT_TOKEN: collector.token },
  });
  try {
    const ends = new Map<string, AuditLink>();
    await addEntries(await ledgerIn(reeve.miniflare), ends, ENTRIES, ["desk-0", "desk-1"]);
    await tick(reeve);
    await until("the first event", () => collector.taken.length > 0);
    const [started, before] = [performance.now(), collector.taken.length];
    await until("the last event", () => collector.taken.length >= ENTRIES);
    const seconds = (performance.now() - started) / 1_000;
    const isWhole = idsIn(collector.taken).join() === allIds(ends).join();
    return [
      {
        name: "audit entries exported",
        reeve: (ENTRIES - before) / seconds,
        unit: "/s",
        target: { of: "figure", at: "least", bound: 5_000 },
        note: isWhole ? "in order, each once" : "NOT in order, or not each once",
      },
    ];
  } finally {
    await Promise.all([reeve.stop(), collector.stop()]);
  }
}
