import { describe, expect, it } from "vitest";
import { control } from "../../src/cli/start/stack.ts";
import { leastId } from "../../src/ledger/ids.ts";
import { RuledReeve } from "./ruled-reeve.ts";

const HOUR = 60 * 60_000;
const VAULT = "vlt_of_this_test";

const reeve = RuledReeve.forFile({
  enabled: ["catalog-changes", "secrets-audit", "silent-source"],
  settings: { vaults: { Finance: VAULT, Infrastructure: "vlt_infrastructure" } },
});

/** Has it look, and waits for the run's end and for its snapshot to be on record. */
async function looked(automation: string) {
  const run = await reeve.runOf(await reeve.due(automation), automation, "done", "ignored", "failed");
  if (run.state === "done" && run.notice)
    await expect
      .poll(async () => (await reeve.inventory("snapshot")).map(({ changedBy }) => changedBy))
      .toContainEqual({ run: run.id });
  return run;
}
const put = (what: string, body: object) => control(reeve.tenant, "POST", what, body);

describe("catalog-changes", () => {
  it("counts at its first look, tells what has changed, and keeps no snapshot of a look that failed", async () => {
    // Here the test alone changes it, also where the tenant is in chaos.
    await put("switches", { changingCatalog: false });
    expect((await looked("catalog-changes")).notice).toMatchObject({
      summary: expect.stringMatching(/^\d+ servers; changes from now on/),
    });
    await put("mcp-catalog", { entries: [{ id: "mcp_new", displayName: "New one" }] });
    await reeve.fault("listMcpCatalog", { count: 1, status: 400 });
    expect(await looked("catalog-changes")).toMatchObject({ state: "failed", notice: null });
    const run = await looked("catalog-changes");
    expect(run).toMatchObject({
      plan: null,
      journal: [],
      notice: {
        summary: expect.stringMatching(/^1 new, 0 changed, 0 removed; /),
        lines: [{ name: "New one", detail: "new: mcp_new" }],
      },
    });
    expect((await looked("catalog-changes")).notice).toBeNull();
  });
});

describe("secrets-audit", () => {
  const event = (n: number, time: number, email_addr: string) => ({
    time,
    activity_name: "Read",
    metadata: { uid: `evt_${n}` },
    actor: { user: { email_addr } },
    src_endpoint: { ip: "192.0.2.10" },
    resources: [{ uid: VAULT, type: "Vault" }],
    unmapped: { secretValue: "hunter2" },
  });

  it("learns, and reports who is new", async () => {
    const now = Date.now();
    await put("audit-events", {
      events: Array.from({ length: 1_200 }, (_, n) =>
        event(n, now - ((n + 24) * HOUR) / 4, "ada.marsh@example.com"),
      ),
    });
    const first = await looked("secrets-audit");
    expect(first).toMatchObject({
      ignored: "1200 new events.",
      progress: { of: 2, what: "vaults" },
      notice: { title: "Secrets audit" },
    });
    await put("audit-events", { events: [event(2_000, Date.now(), "hugo.pike@example.com")] });
    const run = await looked("secrets-audit");
    expect(run.notice).toMatchObject({
      summary: "1 new event.",
      lines: [
        {
          name: "Finance: new person hugo.pike@example.com",
          detail: expect.stringMatching(/ Read by hugo.pike@example.com from 192.0.2.10$/),
        },
      ],
    });
    expect(JSON.stringify(run)).not.toContain("hunter2");
    expect((await looked("secrets-audit")).notice).toBeNull();
  });
});

describe("silent-source", () => {
  it("tells that a source has gone quiet, once, and that it speaks again", async () => {
    const ledger = await reeve.ledger();
    const now = Date.now();
    const before = Array.from({ length: 30 }, (_, n) => {
      const at = now - (26 + n * 8) * HOUR;
      return { id: `${leastId("evt", at)}-before`, at, n };
    });
    await ledger
      .prepare(
        `INSERT INTO events (id, source, type, subject, state, authentication, received_at, n, payload)
         SELECT value->>'id', 'jira', 'ticket.updated', 'jira:1', 'ignored', 'signed', value->>'at',
                1000000 + value->>'n', '{}' FROM json_each(?)`,
      )
      .bind(JSON.stringify(before))
      .run();
    expect((await looked("silent-source")).notice).toMatchObject({
      summary: "1 source gone quiet, 0 heard of again, 1 quiet in all.",
      lines: [{ name: "jira", detail: expect.stringMatching(/^nothing since .* was 8 hours$/) }],
    });
    expect((await looked("silent-source")).notice).toBeNull();

    const event = await reeve.sendIgnored({});
    await expect.poll(async () => (await fetch(new URL(`/api/events/${event}`, reeve.url))).status).toBe(200);
    expect((await looked("silent-source")).notice).toMatchObject({
      summary: "0 sources gone quiet, 1 heard of again, 0 quiet in all.",
    });
  });
});
