import { beforeAll, describe, expect, it } from "vitest";
import { readChains } from "../../src/ledger/audit.ts";
import { chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { readSourceActivity } from "../../src/ledger/events.ts";
import { readOverview } from "../../src/ledger/overview.ts";
import { record } from "../../src/ledger/record.ts";
import { readAutomationActivity, readNeeding, readRunsIn } from "../../src/ledger/runs.ts";
import { auditEntry, eventRow, LEDGER, migrateLedger, runId, runRow } from "./ledger.ts";

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR + 30 * 60_000;
const ago = (hours: number) => NOW - hours * HOUR;

beforeAll(async () => {
  await migrateLedger();
  const run = (n: number, state: string, hours: number, change = {}) =>
    runRow(n, { state, createdAt: ago(hours), updatedAt: ago(hours), ...change });
  await record(
    LEDGER,
    [0.1, 1, 2, 3, 4, 30].map((hours, n) =>
      eventRow(n, { source: n % 2 ? "okta" : "jira", receivedAt: ago(hours) }),
    ),
    [
      run(1, "awaiting_approval", 50),
      run(2, "held", 0.2),
      run(3, "needs_review", 90),
      run(4, "failed", 1),
      run(5, "failed", 25),
      run(9, "failed", 100, { updatedAt: ago(2) }),
      run(6, "done", 0.1),
      run(7, "done", 0.2, {
        journal: [
          { operation: "createConnectorOwner", state: "applied", attempts: 1, settledAt: ago(0.2) },
          { operation: "createConnectorOwner", state: "refused", attempts: 1, settledAt: ago(0.1) },
          { operation: "createConnectorOwner", state: "applied", attempts: 1, settledAt: ago(40) },
        ],
      }),
      run(8, "awaiting_approval", 60),
    ],
    [
      ...(await chain(FIRST_PREVIOUS, [auditEntry(1), auditEntry(2)])),
      ...(await chain(FIRST_PREVIOUS, [auditEntry(1, { desk: "desk-1" })])),
    ],
  );
});

describe("what an overview is made of", () => {
  it("counts what waits whatever its age, and failures, calls and hours of a day", async () => {
    const { waiting, failed, hours, effects } = await readOverview(LEDGER, NOW);
    expect(waiting).toEqual({ awaiting_approval: 2, held: 1, needs_review: 1, awaiting_task: 0 });
    expect(failed).toBe(2);
    expect(effects).toEqual({ applied: 1, refused: 1, unknown: 0 });
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toEqual({ at: 1_000 * HOUR, received: 1, done: 2, failed: 0, held: 1 });
    expect(hours.at(-2)).toMatchObject({ received: 1, done: 0, failed: 1 });
    expect(hours.reduce((sum, { received }) => sum + received, 0)).toBe(5);
  });

  it("knows sources by their last event and the middle of their gaps", async () => {
    await record(
      LEDGER,
      [0, 1, 2, 3, 13].map((minutes, n) =>
        eventRow(100 + n, { source: "github", receivedAt: NOW - minutes * 60_000 }),
      ),
      [],
    );
    expect(await readSourceActivity(LEDGER, ["github", "okta", "zendesk"], ago(24))).toEqual([
      { source: "github", lastAt: NOW, recent: 5, rhythm: 60_000 },
      { source: "okta", lastAt: ago(1), recent: 2, rhythm: null },
      { source: "zendesk", lastAt: null, recent: 0, rhythm: null },
    ]);
  });

  it("knows automations by their last runs, and chains by their ends", async () => {
    const [own, none] = await readAutomationActivity(LEDGER, ["connector-owner-from-ticket", "leaver"]);
    expect(own?.last.map(({ id }) => id)).toEqual([6, 7, 2, 4, 5, 1, 8, 3, 9].map(runId));
    expect(none?.last).toEqual([]);
    expect((await readChains(LEDGER)).map(({ desk, seq }) => [desk, seq])).toEqual([
      ["desk-0", 2],
      ["desk-1", 1],
    ]);
    expect((await readRunsIn(LEDGER, "awaiting_approval", 1)).map(({ id }) => id)).toEqual([runId(8)]);
  });

  it("lists of what needs a person the newest of each kind, approvals first, and of failures those it counts", async () => {
    const ids = async (ofEach: number) => (await readNeeding(LEDGER, ago(24), ofEach)).map(({ id }) => id);
    expect(await ids(5)).toEqual([1, 8, 2, 3, 4, 9].map(runId));
    expect(await ids(1)).toEqual([1, 2, 3, 4].map(runId));
  });

  it.for([
    ["source", "SELECT id FROM events WHERE source = 'jira' ORDER BY received_at DESC, id DESC LIMIT 51"],
    ["type", "SELECT id FROM events WHERE type = 'x' ORDER BY received_at DESC, id DESC LIMIT 51"],
    ["state", "SELECT id FROM events WHERE state = 'rejected' ORDER BY received_at DESC, id DESC LIMIT 51"],
    [
      "automation",
      "SELECT id, state FROM runs WHERE automation = 'x' ORDER BY created_at DESC, id DESC LIMIT 51",
    ],
    [
      "hours",
      "SELECT updated_at / 3600000, state, count(*) FROM runs WHERE updated_at >= 1 AND +state IN ('done') GROUP BY 1, 2",
    ],
    ["effects", "SELECT state, count(*) FROM effects WHERE settled_at >= 1 GROUP BY 1"],
    ["audit type", "SELECT hash FROM audit WHERE type = 'x' ORDER BY at DESC, desk DESC, seq DESC LIMIT 51"],
    [
      "audit actor",
      "SELECT hash FROM audit WHERE actor = 'x' ORDER BY at DESC, desk DESC, seq DESC LIMIT 51",
    ],
  ] as const)("is read along an index: %s", async ([, sql]) => {
    const { results } = await LEDGER.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>();
    const [first] = results;
    expect(first?.detail).toMatch(/^SEARCH \w+ USING (COVERING )?INDEX/);
    expect(results.some(({ detail }) => detail.includes("FOR ORDER BY"))).toBe(false);
  });
});
