// Follows access for some days from its request to its end, as its requester, its owner and others see it.
import { expect, it } from "vitest";
import { addDays, formatDay, toIsoDay } from "../../src/base/days.ts";
import type { Run } from "../../src/runs/run.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "./tickets.ts";

const [ENDS, ASKED] = ["last-days", "requested-action"];
const inDays = (days: number) => addDays(toIsoDay(Date.now(), "Europe/Berlin"), days);
const FORM = "/ask/connector-owner.add";

const reeve = RuledReeve.forFile({
  enabled: [ENDS, "last-day-tasks", ASKED],
  automations: { "last-days": { warnDays: [40, 1] } },
  policy: { approvals: [{ when: "asked_by_beneficiary" }] },
  settings: { maxDays: { "connector-owner.add": 90 } },
});

/** Requests with a form, confirms the plan, and has Nora approve it if it needs an approval. */
async function ask(from: string, last: Readonly<Record<string, string>>, by: string): Promise<Run> {
  const fields = { id: crypto.randomUUID(), user: HUGO, connector: "GitHub MCP", role: "Owner", ...last };
  const { headers } = await reeve.submit(from, FORM, fields, by);
  const [, id = ""] = /^\/runs\/(run_[\w-]+)/.exec(headers.get("location") ?? "") ?? [];
  const run = await reeve.until(id, ({ state }) => state === "awaiting_confirmation" || state === "failed");
  if (run.state === "failed") return run;
  await reeve.decide(run, { decision: "confirmed", hash: run.plan?.hash }, by);
  const next = await reeve.until(id, ({ state }) => state === "awaiting_approval" || state === "done");
  return next.state === "done" ? next : reeve.approved(next);
}

/** Opens a page as a person who can only make requests. */
async function open(page: string, email: string): Promise<string> {
  const headers = { accept: "text/html", "reeve-operator": email, "reeve-roles": "requester" };
  return (await fetch(new URL(page, reeve.url), { headers })).text();
}

const owned = async () => (await reeve.inventory("ownership")).map(({ data }) => data);

it("the holder of access for 30 days gets a notice before the access ends, and can extend or end it", async () => {
  for (const last of [{ days: "91" }, {}])
    expect((await ask(FORM, last, GITA)).problem?.message).toContain(
      "needs an end at most 90 days after the",
    );

  const { plan } = await ask(FORM, { days: "30" }, GITA);
  expect(plan?.actions).toMatchObject([{ input: { until: inDays(30) } }]);
  await expect.poll(owned).toMatchObject([{ until: inDays(30), requester: GITA }]);
  const { notice } = await reeve.runOf(await reeve.due(ENDS), ENDS, "done");
  expect(notice?.people).toEqual([HUGO, GITA]);
  const page = notice?.lines[0]?.page ?? "";
  expect(await open(page, ADA)).toContain("no such entry exists, or you may not read it");
  expect(await open(page, GITA)).toContain('value="hugo.pike@example.com"');

  const text = await open(page, HUGO);
  expect(text).toMatch(/Hugo Pike, owner of the connector GitHub MCP.*Its last day is .*Extend.*End now/s);
  expect(text).toContain('<option value="GitHub MCP" selected="">');
  expect(text).toContain('<option value="Owner" selected="">');
  const extended = await ask(page, { days: "60" }, HUGO);
  expect(extended.approvals).toMatchObject([{ by: NORA }]);
  await expect.poll(owned).toMatchObject([{ until: inDays(60), requester: HUGO }]);

  const entry = Object.fromEntries(new URL(page, reeve.url).searchParams);
  const end = (by: string, roles = "requester") =>
    reeve.post("inventory/ended", { ...entry, reason: "done early" }, by, { "reeve-roles": roles });
  expect((await end(ADA)).status).toBe(404);
  const sent = await end(HUGO);
  const ending = await reeve.runOf(sent.body.event ?? "", ASKED, "awaiting_follow_up");
  const lastDay = formatDay(inDays(60));
  expect(ending.plan?.actions[0]?.summary).toMatch(
    new RegExp(`remove Hugo Pike as owner of .* The ownership ends now instead of on ${lastDay}\\.$`),
  );
  expect(await reeve.page(`/runs/${ending.id}`, HUGO)).toMatch(/Why<.{0,200}done early/s);
  // The first request counts, and only people who may read its run learn whose it is.
  expect((await end(HUGO)).body).toEqual(sent.body);
  const isSent = (by: string) =>
    `${by} has already requested this, so nothing more was sent. State of that request: waits for a follow-up. If it ends without effect, you can make the request again.`;
  expect(await end(NORA, "viewer,requester")).toMatchObject({ status: 409, body: { detail: isSent(HUGO) } });
  await reeve.decide(ending, { decision: "completed", verdict: "not_done" }, NORA);
  await reeve.until(ending.id, ({ state }) => state === "not_done");
  const again = await reeve.runOf((await end(HUGO)).body.event ?? "", ASKED, "awaiting_follow_up");
  expect(again.id).not.toBe(ending.id);
  expect((await reeve.decide(again, { decision: "completed", verdict: "done" }, NORA)).status).toBe(200);
  await expect.poll(owned).toEqual([]);
  expect(await open(page, HUGO)).toContain("it might have ended already");
  expect((await end(HUGO)).status).toBe(404);

  const { id: run } = await ask(FORM, { days: "30" }, GITA);
  await expect.poll(owned).toMatchObject([{ requester: GITA }]);
  // Undoing the request would be the same end, so only the first of both counts.
  const undo = () =>
    reeve.post("changes/undo", { run, steps: "0", reason: "a mistake" }, NORA, {
      "reeve-roles": "viewer,requester",
    });
  const both = await Promise.all([end(HUGO), undo()]);
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
  const [first] = both.flatMap(({ body: { event = [] } }) => event);
  await reeve.runOf(first ?? "", ASKED, "awaiting_follow_up");
  expect(await end(GITA)).toMatchObject({ status: 409, body: { detail: isSent("Another person") } });
  const form = await reeve.submit(page, "/inventory/ended", { ...entry, reason: "over" }, GITA);
  expect(await form.text()).toContain("has already requested this");
});

it("access that was given again stays in the inventory when the task to end the earlier access is reported as done", async () => {
  await ask(FORM, { days: "30", user: ADA }, GITA);
  const entries = async () =>
    (await reeve.inventory("ownership")).filter(({ key }) => key.includes("ada_marsh"));
  const known = async () => (await entries()).map(({ data }) => data);
  await expect.poll(known).toMatchObject([{ until: inDays(30) }]);
  const ended = { kind: "ownership", key: (await entries())[0]?.key, reason: "over" };
  const sent = await reeve.post("inventory/ended", ended, GITA, { "reeve-roles": "requester" });
  const ending = await reeve.runOf(sent.body.event ?? "", ASKED, "awaiting_follow_up");

  const { id: second } = await ask(FORM, { days: "60", user: ADA }, GITA);
  await expect.poll(known).toMatchObject([{ until: inDays(60) }]);
  const warning = `A later request granted this again until ${formatDay(inDays(60))}: Ada Marsh, owner of the connector GitHub MCP (app GitHub). It stays in the inventory, even if this task is reported as done.`;
  expect(await reeve.page(`/runs/${ending.id}`, NORA)).toContain(warning);
  const reported = await reeve.decide(ending, { decision: "completed", verdict: "done" }, NORA);
  expect(reported.body.warnings).toEqual([warning]);
  await reeve.runOf(sent.body.event ?? "", ASKED, "done");
  expect(await known()).toMatchObject([{ until: inDays(60) }]);

  // The undo of the second request would end what the third gives.
  await ask(FORM, { days: "80", user: ADA }, GITA);
  await expect.poll(known).toMatchObject([{ until: inDays(80) }]);
  const input = { run: second, steps: "0", reason: "a mistake" };
  const undo = await reeve.post("changes/undo", input, NORA, { "reeve-roles": "viewer,requester" });
  const undoing = await reeve.runOf(undo.body.event ?? "", ASKED, "awaiting_follow_up");
  expect(undoing.plan?.actions[0]?.summary).toContain(
    `A later request gave the same access again until ${formatDay(inDays(80))}, and this undo ends that access too.`,
  );
  expect(await reeve.page(`/runs/${undoing.id}`, NORA)).not.toContain("It stays in the inventory");
  await reeve.decide(undoing, { decision: "completed", verdict: "done" }, NORA);
  await expect.poll(known).toEqual([]);
});
