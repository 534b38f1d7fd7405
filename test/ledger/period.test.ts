import { beforeAll, describe, expect, it } from "vitest";
import { slotsOf } from "../../src/console/pages/period.tsx";
import { chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { readPeriod, readPeriodKept } from "../../src/ledger/period.ts";
import { record } from "../../src/ledger/record.ts";
import { auditEntry, LEDGER, migrateLedger, runAt, runId } from "./ledger.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const NOW = Date.parse("2026-04-10T10:30:00Z");
const ago = (days: number) => NOW - days * DAY;
const effect = (operation: string, state: string, days: number) => ({
  operation,
  state,
  attempts: 1,
  settledAt: ago(days),
});
const GITA = "gita.lund@example.com";

beforeAll(async () => {
  await migrateLedger();
  const retired = [effect("updateMcpTool", "applied", 20), effect("updateMcpTool", "unknown", 40)];
  await record(
    LEDGER,
    [],
    [
      runAt(1, ago(0.01), { state: "done", journal: [effect("createConnectorOwner", "applied", 0.01)] }),
      runAt(2, ago(3), { state: "failed", journal: [effect("createConnectorOwner", "refused", 3)] }),
      runAt(3, ago(20), { state: "done", journal: retired }),
      runAt(4, ago(40), { state: "expired", updatedAt: ago(2) }),
      runAt(5, ago(3), { state: "expired", updatedAt: ago(2) }),
      runAt(6, ago(60), { state: "done" }),
    ],
    await chain(FIRST_PREVIOUS, [
      auditEntry(1, { runId: runId(2, ago(3)), at: ago(25), type: "plan.made", actor: "reeve" }),
      auditEntry(2, {
        runId: runId(2, ago(3)),
        at: ago(25) + 2 * HOUR,
        type: "approval.granted",
        actor: GITA,
      }),
      auditEntry(3, { runId: runId(3, ago(20)), at: ago(5), type: "plan.made", actor: "reeve" }),
      auditEntry(4, {
        runId: runId(3, ago(20)),
        at: ago(5) + 5 * MINUTE,
        type: "approval.rejected",
        actor: GITA,
      }),
      auditEntry(5, { runId: runId(3, ago(20)), at: ago(5) + HOUR, type: "plan.made", actor: "reeve" }),
      auditEntry(6, {
        runId: runId(3, ago(20)),
        at: ago(5) + 4 * HOUR,
        type: "approval.granted",
        actor: GITA,
      }),
      auditEntry(7, { runId: runId(4, ago(40)), at: ago(2), type: "approval.expired", actor: "reeve" }),
      // Who asked did not confirm: nobody was asked for an approval.
      auditEntry(8, { runId: runId(5, ago(3)), at: ago(2), type: "plan.unconfirmed", actor: "reeve" }),
      auditEntry(9, { runId: null, at: ago(1), type: "pause.set", actor: GITA }),
    ]),
  );
});

describe("what happened in a period", () => {
  const period = (days: 1 | 7 | 30) => readPeriod(LEDGER, slotsOf(days, "Europe/Berlin", NOW), NOW);

  it("is counted in hours or in days, each run where it began", async () => {
    const counts = async (days: 1 | 7 | 30) => {
      const { slots } = await period(days);
      const began = slots.flatMap(({ runs }, n) => (runs.done + runs.failed > 0 ? [n - slots.length] : []));
      return [slots.length, began];
    };
    expect(await counts(1)).toEqual([24, [-1]]);
    expect(await counts(7)).toEqual([7, [-4, -1]]);
    expect(await counts(30)).toEqual([30, [-21, -4, -1]]);
  });

  it("has the calls by operation, and what came of approvals", async () => {
    expect((await period(7)).effects).toEqual([
      { operation: "createConnectorOwner", applied: 1, refused: 1, unknown: 0 },
    ]);
    expect((await period(30)).effects).toEqual([
      { operation: "createConnectorOwner", applied: 1, refused: 1, unknown: 0 },
      { operation: "updateMcpTool", applied: 1, refused: 0, unknown: 0 },
    ]);
    expect((await period(1)).approvals).toEqual({ approved: 0, rejected: 0, expired: 0, medianMs: null });
    expect((await period(7)).approvals).toMatchObject({ approved: 1, rejected: 1, expired: 1 });
    expect((await period(30)).approvals).toEqual({
      approved: 2,
      rejected: 1,
      expired: 1,
      medianMs: 2 * HOUR,
    });
  });

  it("of many days is kept for ten minutes, and counted again on another day", async () => {
    const kept = (now: number) => readPeriodKept(LEDGER, slotsOf(7, "Europe/Berlin", now), now);
    const first = await kept(NOW);
    await record(LEDGER, [], [runAt(7, NOW - MINUTE, { state: "done" })]);
    expect(await kept(NOW + 9 * MINUTE)).toEqual(first);
    const again = await kept(NOW + 11 * MINUTE);
    expect(again.slots.at(-1)?.runs.done).toBe(2);
    const tomorrow = await kept(NOW + 11 * MINUTE + DAY);
    expect(tomorrow.slots.map(({ runs }) => runs.done)).toEqual([0, 0, 0, 0, 0, 2, 0]);
  });
});

it("days are those of the time zone, also where the clocks change", () => {
  const days = slotsOf(7, "Europe/Berlin", Date.parse("2026-03-31T22:30:00Z"));
  expect(days.map(({ at, until }) => (until - at) / HOUR)).toEqual([24, 24, 24, 23, 24, 24, 24]);
  expect(new Date(days.at(-1)?.at ?? 0).toISOString()).toBe("2026-03-31T22:00:00.000Z");
});
