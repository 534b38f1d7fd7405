// Tests that people can decide waiting plans while the ledger is unavailable, and that everything is recorded later.
import { describe, expect, it } from "vitest";
import type { Run } from "../../../src/runs/run.ts";
import { until } from "../../support/until.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "../tickets.ts";

const CAMPAIGN = "test-start-campaign";
const POLICIES = "last-days";
const reeve = RuledReeve.forFile({
  enabled: [CAMPAIGN, POLICIES],
  bindings: { DESKS: "3" },
  policy: { approvals: [{ when: "operation", operations: ["createCampaign"] }] },
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, reeve.url), { headers: { "reeve-operator": NORA, ...headers }, redirect: "manual" });
const page = (path: string) => get(path, { accept: "text/html" });

const submit = (from: string, action: string, fields: Readonly<Record<string, string>>) =>
  reeve.submit(from, action, fields, NORA);

// A ticket that is older than its desk's start waits until the ledger shows whether it was withdrawn.
const sent = (review: string) =>
  reeve.send({ review, reviewOwner: HUGO }, undefined, (webhook) => {
    webhook.timestamp = Date.now() + 10_000;
  });
const fetchHash = async (id: string): Promise<string> => {
  const run = (await (await get(`/api/runs/${id}`)).json()) as Run;
  expect(run).toMatchObject({ id, state: "awaiting_approval" });
  return run.plan?.hash ?? "";
};

it("the approvals page omits a plan that was decided, even before the ledger has recorded the decision", async () => {
  const run = await reeve.runOf(await sent("Review denied"), CAMPAIGN, "awaiting_approval");
  const card = `action="/runs/${run.id}/decisions"`;
  expect(await (await page("/approvals")).text()).toContain(card);
  const ledger = await reeve.ledger();
  const lost = "BEGIN SELECT RAISE(ABORT, 'Network connection lost.'); END";
  await ledger.prepare(`CREATE TRIGGER slow BEFORE INSERT ON runs ${lost}`).run();
  await reeve.decide(run, { decision: "rejected", hash: run.plan?.hash }, NORA);
  expect(await (await page("/approvals")).text()).not.toContain(card);
  await ledger.prepare("DROP TRIGGER slow").run();
  await reeve.until(run.id, ({ state }) => state === "rejected");
});

describe("while the ledger is unavailable", () => {
  it("people can approve, deny and cancel waiting runs, and their decisions are recorded later", async () => {
    const before = await reeve.runOf(await sent("Review before"), CAMPAIGN, "awaiting_approval");
    let [approved, stopped] = ["", ""];
    await reeve.withoutLedger(async () => {
      await Promise.all([sent("Review while"), sent("Review stopped")]);
      await until("three plans on the page", async () => {
        const text = await (await page("/approvals")).text();
        return ["Review before", "Review while", "Review stopped"].every((title) => text.includes(title));
      });
      const approvals = await (await page("/approvals")).text();
      expect(approvals).toContain("The ledger can&#39;t be read right now.");
      for (const shown of ["Review before", "Review while", "Review stopped", "Ada Marsh", "Approve"])
        expect(approvals).toContain(shown);
      const findId = (title: string) => {
        const [ticked = ""] = approvals
          .split('name="plan"')
          .filter((one) => one.includes(title))
          .slice(-1);
        return /value="(run_[0-9a-f-]+)/.exec(ticked)?.[1] ?? "";
      };
      [approved, stopped] = [findId("Review while"), findId("Review stopped")];

      const shown = await page(`/runs/${approved}`);
      expect(shown.status).toBe(200);
      const text = await shown.text();
      for (const part of [
        "The ledger can&#39;t be read right now.",
        "Review while",
        "What it will do",
        "Approve",
        "Ada Marsh",
      ])
        expect(text).toContain(part);

      // The approval rules still apply.
      const hash = await fetchHash(approved);
      const approval = { decision: "approved", hash };
      expect((await reeve.decide({ id: approved }, approval, ADA)).body.title).toBe("decision_forbidden");
      expect(await reeve.decide({ id: approved }, approval, NORA)).toMatchObject({ status: 200 });
      await until("the campaign", async () => (await reeve.campaigns("Review while")).length === 1);

      const denied = await submit(`/runs/${before.id}`, `/runs/${before.id}/decisions`, {
        decision: "rejected",
        hash: before.plan?.hash ?? "",
      });
      expect([denied.status, denied.headers.get("location")]).toEqual([
        303,
        `/runs/${before.id}?done=rejected`,
      ]);
      expect((await page(`/runs/${before.id}?done=rejected`)).status).toBe(200);
      const together = await submit("/approvals", "/batches", {
        decision: "rejected",
        plan: `${stopped} ${"0".repeat(64)}`,
      });
      expect(together.status).toBe(303);
      const batch = together.headers.get("location") ?? "";
      await until("the batch", async () =>
        (await (await page(batch)).text()).includes("its plan has changed"),
      );
      expect(await reeve.decide({ id: stopped }, { decision: "cancelled" }, GITA)).toMatchObject({
        status: 200,
        body: { state: "cancelled" },
      });
      expect(
        (await reeve.decide({ id: `run_${crypto.randomUUID()}` }, { decision: "cancelled" }, GITA)).status,
      ).toBe(503);
    });
    await reeve.until(approved, ({ state, approvals }) => state === "done" && approvals[0]?.by === NORA);
    await reeve.until(before.id, ({ state, ended }) => state === "rejected" && ended?.by === NORA);
    await reeve.until(stopped, ({ state, ended }) => state === "cancelled" && ended?.by === GITA);
    expect(await reeve.campaigns("Review")).toEqual(["Review while"]);
    expect((await reeve.story({ id: approved })).slice(0, 2)).toEqual([
      "plan.made reeve",
      `approval.granted ${NORA}`,
    ]);
  });

  it("people can pause everything in the console, and resume it through the API", async () => {
    await reeve.withoutLedger(async () => {
      for (const path of ["/automations", `/automations/${CAMPAIGN}`]) {
        const shown = await page(path);
        expect(shown.status).toBe(200);
        expect(await shown.text()).toContain("The ledger can&#39;t be read right now.");
      }
      const paused = await submit("/automations", "/pauses", {});
      expect(paused.headers.get("location")).toBe("/automations?done=pause");
      expect(await (await page("/automations")).text()).toContain("as agreed");
      const lifted = await reeve.post("pauses/lifted", { automation: null, reason: "over" }, GITA);
      expect(lifted).toMatchObject({ status: 200, body: { pauses: [] } });
    });
    await until("both on record", async () => {
      const types = (await reeve.audit()).map(({ type }) => type);
      return types.includes("pause.set") && types.includes("pause.lifted");
    });
  });

  it("a request that needs the ledger gets a 503 with the header Retry-After", async () => {
    const run = await reeve.runOf(await sent("Review after"), CAMPAIGN, "awaiting_approval");
    await reeve.withoutLedger(async () => {
      const overview = await page("/");
      expect(overview.status).toBe(200);
      const shown = await overview.text();
      for (const words of [
        "The ledger can&#39;t be read right now",
        "See the plans that wait for approval",
        "Tenant",
        "Ledger lag",
      ])
        expect(shown).toContain(words);
      const pages = [
        "/events",
        `/events/${run.eventId}`,
        "/runs",
        "/audit",
        "/changes",
        "/changes.csv",
        "/inventory",
        "/sources",
        "/person?email=ada.marsh@example.com",
      ];
      for (const path of pages) {
        const refused = await page(path);
        expect([path, refused.status, refused.headers.get("retry-after")]).toEqual([path, 503, "10"]);
        const text = await refused.text();
        expect(text).toContain("The ledger can&#39;t be read right now");
        expect(text).toContain('href="/approvals"');
      }
      const api = ["events", `events/${run.eventId}`, "runs", "audit", "audit.ndjson", "inventory"];
      for (const path of api) {
        const refused = await get(`/api/${path}`);
        expect([path, refused.status, refused.headers.get("retry-after")]).toEqual([path, 503, "10"]);
        expect(await refused.json()).toMatchObject({ title: "ledger_unavailable", status: 503 });
      }
      for (const [path, body] of [
        [`events/${run.eventId}/replay`, { automation: CAMPAIGN, mode: "dry_run", reason: "again" }],
        ["batches", { decision: "retried", filter: { state: "failed" }, reason: "again" }],
        ["inventory/removed", { entries: [{ kind: "tool", key: "tool_1" }], reason: "gone" }],
      ] as const)
        expect(await reeve.post(path, body, GITA)).toMatchObject({
          status: 503,
          body: { title: "ledger_unavailable" },
        });
      const replayed = await submit(`/runs/${run.id}`, `/events/${run.eventId}/replay`, {
        automation: CAMPAIGN,
        mode: "dry_run",
      });
      expect([replayed.status, replayed.headers.get("retry-after")]).toEqual([503, "10"]);
      expect((await fetch(new URL("/healthz", reeve.url))).status).not.toBe(500);
    });
    for (const path of ["/", "/runs", "/sources"]) expect((await page(path)).status).toBe(200);
  });
});
