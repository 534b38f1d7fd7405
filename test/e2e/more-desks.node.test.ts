/** `DESKS` is raised while plans wait: nothing is forgotten, nothing done twice, and every plan can be decided. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Run } from "../../src/desk/run/run.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { type Delivery, NORA } from "./tickets.ts";

const [CAMPAIGN, OWN, RETIRE] = ["test-start-campaign", "test-own", "test-retire-tools"] as const;
const folder = mkdtempSync(join(tmpdir(), "reeve-desks-"));

const start = (DESKS: string) =>
  RuledReeve.start({
    enabled: [CAMPAIGN, OWN, RETIRE],
    policy: { approvals: [{ when: "always", automations: [OWN] }] },
    persist: folder,
    bindings: { DESKS },
  });

let reeve: RuledReeve;
/** Eight tickets whose plans wait, with their events, and one whose campaign was started. */
const tickets: { readonly delivery: Delivery; readonly event: string; readonly issue: string }[] = [];
let campaign: { readonly delivery: Delivery; readonly event: string };
let failed: Run;

async function taken(delivery: Delivery): Promise<{ status: number; event: string }> {
  const response = await reeve.deliver(delivery);
  return { status: response.status, ...((await response.json()) as { event: string }) };
}

beforeAll(async () => {
  reeve = await start("1");
  for (let n = 0; n < 8; n++) {
    const issue = String(70_001 + n);
    const delivery = reeve.ticket({ role: `desk-${n}` }, issue);
    const { event } = await taken(delivery);
    await reeve.runOf(event, OWN, "awaiting_approval");
    tickets.push({ delivery, event, issue });
  }
  const delivery = reeve.ticket({ review: "A review" });
  campaign = { delivery, event: (await taken(delivery)).event };
  await reeve.runOf(campaign.event, CAMPAIGN, "done");
  await reeve.fault("deleteMcpTool", { status: 403 });
  failed = await reeve.runOf(await reeve.send({ tools: ["tool_slack_post_message"] }), RETIRE, "failed");
  await reeve.stop();
  reeve = await start("1,4");
  // Its tickets are numbered anew: past those that were sent before.
  for (let n = 0; n < 20; n++) reeve.ticket({});
}, 120_000);
afterAll(async () => {
  await reeve.stop();
  rmSync(folder, { recursive: true });
});

it("a delivery that was taken in before is known", async () => {
  for (const { delivery, event } of [...tickets, campaign])
    expect(await taken(delivery)).toEqual({ status: 200, event });
  expect(await reeve.campaigns("A review")).toEqual(["A review"]);
});

it("a newer event of a subject replaces its plan that waits", async () => {
  const [first] = tickets.splice(0, 1);
  const event = await reeve.send({ role: "desk-newer" }, first?.issue);
  const newer = await reeve.runOf(event, OWN, "awaiting_approval");
  const older = await reeve.runOf(first?.event ?? "", OWN, "cancelled");
  expect(older.ended?.reason).toContain(newer.id);
});

it("every plan that waits can be approved", async () => {
  for (const { event } of tickets) {
    const run = await reeve.runOf(event, OWN, "awaiting_approval");
    const decided = await reeve.decide(run, { decision: "approved", hash: run.plan?.hash }, NORA);
    expect(decided).toMatchObject({ status: 200 });
    await reeve.until(run.id, ({ state }) => state === "done");
  }
});

it("a failed run is tried again, and an event run again, once each", async () => {
  const again = () => reeve.decide(failed, { decision: "retried" }, NORA);
  expect((await Promise.all([again(), again()])).map(({ status }) => status).sort()).toEqual([200, 409]);
  await reeve.until(failed.id, ({ state }) => state === "done");
  const replay = () =>
    reeve.post(
      `events/${campaign.event}/replay`,
      { automation: CAMPAIGN, reason: "a test", repeatApplied: true },
      NORA,
    );
  expect((await Promise.all([replay(), replay()])).map(({ status }) => status).sort()).toEqual([202, 409]);
});

it("new subjects are shared among all desks, and what they hold outlives the old number", async () => {
  const events = await Promise.all(Array.from({ length: 12 }, (_, n) => reeve.send({ role: `spread-${n}` })));
  const runs: Run[] = [];
  for (const event of events) runs.push(await reeve.runOf(event, OWN, "awaiting_approval"));
  const desks = new Set<string>();
  for (const { id } of runs) {
    const response = await fetch(new URL(`/api/audit?run=${id}`, reeve.url));
    const { items } = (await response.json()) as { items: { desk: string }[] };
    for (const { desk } of items) desks.add(desk);
  }
  expect([...desks].every((desk) => /^desk-[0-3]$/.test(desk))).toBe(true);
  expect(desks.size).toBeGreaterThan(1);
});
