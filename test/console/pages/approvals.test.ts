import { beforeAll, describe, expect, it } from "vitest";
import { removeSessionPolicy } from "../../../src/actions/session-policy.ts";
import { record } from "../../../src/ledger/record.ts";
import { tenantAt } from "../../governance/tenant.ts";
import { eventRow, LEDGER, runId } from "../../ledger/ledger.ts";
import { as, local, open, submit, tokenOf } from "../signed.ts";
import { arrange, barredFor, forms, inState, NOW, plan, read, waiting } from "./fixture.ts";

beforeAll(arrange);
const ADA = "ada.marsh@example.com";

it("Approvals groups an automation's plans for the same person, with the first to expire at the top, and lets approvers deny them together", async () => {
  const twice = { ...plan(), actions: [{ ...plan().actions[0], beneficiaries: ["usr_ida"] }] };
  const parties = { requesters: [], affected: [], named: { usr_ida: "Ida Bloom (ida.bloom@example.com)" } };
  const waits = (n: number, days: number) =>
    waiting(n, { automation: "leaver", plan: twice, parties, dueAt: NOW + days * 86_400_000 });
  const ticket = (n: number) => JSON.stringify({ type: "x", ticket: { key: `IAM-${n}`, title: "Ida" } });
  const events = [970, 971].map((n) => eventRow(n, { event: ticket(n) }));
  await record(LEDGER, events, [waits(970, 2), waits(971, 1)]);
  const page = await read(`/approvals?run=${runId(971)}`);
  expect(page.indexOf("IAM-971 Ida")).toBeLessThan(page.indexOf("IAM-970 Ida"));
  expect(page).toContain("2 plans of leaver for the same people");
  expect(page.slice(0, page.indexOf("<article"))).toContain("Affects Ida Bloom (ida.bloom@example.com)");
  for (const n of [970, 971])
    expect(page).toContain(`name="plan" value="${runId(n)} ${"ab".repeat(32)}" checked`);
  expect(page).toContain("Deny together");
  expect(await read("/approvals", as("operator"))).not.toContain('name="plan"');
  const csrf = await tokenOf();
  const fields = { csrf, decision: "rejected", reason: "seen" };
  const ticked = { ...fields, plan: `${runId(970)} ${"ab".repeat(32)}` };
  const answer = await submit("/batches", ticked);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toMatch(/^\/batches\/bat_/);
  expect((await submit("/batches", { ...fields, plan: "" })).status).toBe(400);
  expect((await submit("/batches", { ...ticked, plan: "x" })).status).toBe(400);
  const operator = { ...ticked, csrf: await tokenOf(as("operator")) };
  expect((await submit("/batches", operator, as("operator"))).status).toBe(403);
});

it("Approvals folds plans with the same inputs, but not plans with different last days", async () => {
  const untils = ["2099-01-31", "2099-01-31", "2099-02-28"];
  const change = (until: string) => ({ plan: plan(undefined, { target: "con_fold", input: { until } }) });
  const rows = untils.map((until, n) => waiting(860 + n, { automation: "joiner", ...change(until) }));
  const events = untils.map((_, n) => eventRow(860 + n));
  await record(LEDGER, events, rows);
  const page = await read(`/approvals?run=${runId(860)}`);
  expect(page).toContain("2 identical");
  expect(page).not.toContain("3 identical");
  expect(page).toContain(`/approvals?run=${runId(862)}"`);
});

it("Approvals shows a plan with its approval reason, and with buttons only for approvers", async () => {
  const path = `/approvals?run=${inState("awaiting_approval")}`;
  const page = await read(path);
  expect(page).toContain("it creates an access review campaign");
  expect(page).toContain(`action="/runs/${inState("awaiting_approval")}/decisions"`);
  const operator = await read(path, as("operator"));
  expect(operator).not.toContain(`/runs/${inState("awaiting_approval")}/decisions`);
  expect(operator).toContain("You are not asked for this");
});

it("Approvals shows one plan at a time: the most dangerous first, and the next after a decision", async () => {
  const policy = removeSessionPolicy({ policy: { id: "sp_kiosk", name: "Shared kiosks" } });
  const change = { plan: { ...plan(), actions: [policy] }, dueAt: NOW + 3_600_000 };
  await record(LEDGER, [eventRow(975)], [waiting(975, change)]);
  const page = await read("/approvals");
  // This plan does not expire first, but it is the only plan that can't be undone.
  expect(page).toContain(`<a href="/approvals?run=${runId(975)}" aria-current="true">`);
  expect(page.match(/<article/g)).toHaveLength(1);
  const card = page.slice(page.indexOf("<article"), page.indexOf("</article>"));
  expect(card).toContain(`action="/runs/${runId(975)}/decisions"`);
  expect(card).toContain('name="next" value="queue"');
  expect(await read(`/approvals?after=${runId(975)}`)).not.toContain(`/approvals?run=${runId(975)}`);
  // The sentence is on the card, and in the forms that deny and approve.
  expect(card.split('<span class="under final"><bdi>The change is permanent.</bdi></span>')).toHaveLength(4);
});

it("Approvals shows a follow-up with its owner and deadline, and with buttons for an operator but not for an approver", async () => {
  const path = `/approvals?run=${inState("awaiting_follow_up")}`;
  const operator = await read(path, as("operator"));
  const tasks = operator.slice(operator.indexOf("<article"));
  expect(tasks).toContain("For <bdi>gita.lund@example.com</bdi>, due");
  expect(tasks).toContain(`action="/runs/${inState("awaiting_follow_up")}/decisions"`);
  const approver = await read(path, as("approver"));
  expect(approver).not.toContain(`/runs/${inState("awaiting_follow_up")}/decisions`);
  expect(approver).toContain("This is assigned to gita.lund@example.com.");
});

it.for([
  ["requester", "You are a delegate of Cleo Hart, who asked for this; another person must decide."],
  ["affected", "You are a delegate of Cleo Hart, whom this is about; another person must decide."],
] as const)(
  "Approvals explains to a delegate why they cannot approve (represented person: %s)",
  async ([of, why]) => {
    const delegates = [{ email: "approver@example.com", for: "Cleo Hart", of }];
    const parties = { requesters: ["cleo.hart@example.com"], affected: [], delegates };
    const n = of === "requester" ? 980 : 981;
    await record(LEDGER, [eventRow(n)], [waiting(n, { parties })]);
    const path = `/approvals?run=${runId(n)}`;
    const page = await read(path, as("approver"));
    expect(barredFor(page, why)).toEqual(["Approve"]);
    expect(forms(page)).toEqual(["Deny"]);
    expect(forms(await read(path, as("admin")))).toEqual(["Deny", "Approve"]);
  },
);

describe("an approver whose sign-in email differs from the requester's email", () => {
  let atTenant: typeof local;
  beforeAll(async () => {
    const tenant = await tenantAt("deciders.example.com");
    atTenant = { ...local, ...tenant.env };
  });

  it.for([
    ["nora@partners.example.com", "nora.field@example.com", 983, "You asked for this yourself", ["Deny"]],
    [ADA, "no.such.user@example.com", 984, "not a user of the governance service", ["Deny"]],
    [ADA, "hugo.pike@example.com", 985, "", ["Deny", "Approve"]],
  ] as const)(
    "is offered only decisions that the desk accepts (requester %s, approver %s)",
    async ([asked, by, n, why, offered]) => {
      const parties = { requesters: [asked], affected: [] };
      await record(LEDGER, [eventRow(n)], [waiting(n, { parties })]);
      for (const path of [`/approvals?run=${runId(n)}`, `/runs/${runId(n)}`]) {
        const response = await open(path, { "reeve-operator": by, "reeve-roles": "approver" }, atTenant);
        const page = await response.text();
        expect(forms(page), path).toEqual(offered);
        expect(barredFor(page, why).includes("Approve"), path).toBe(offered.length === 1);
      }
    },
  );
});

it("Approvals shows the same plan again if a decision is not accepted, with the text that the user entered", async () => {
  await record(LEDGER, [eventRow(977)], [waiting(977, { dueAt: NOW + 600 * 86_400_000 })]);
  const path = `/runs/${runId(977)}/decisions`;
  // The address without a run shows the first plan, which is another plan.
  expect(await read("/approvals")).not.toContain(path);
  const shown = { csrf: await tokenOf(), "shown-on": "/approvals", next: "queue" };
  const fields = { ...shown, decision: "approved", hash: "0" };
  for (const reason of ["agreed", " "]) {
    const answer = await submit(path, { ...fields, reason });
    expect(answer.status).toBe(reason === "agreed" ? 409 : 400);
    const page = await answer.text();
    expect(page).toContain("<h1><bdi>Approvals</bdi></h1>");
    expect(page).toContain(`<a href="/approvals?run=${runId(977)}" aria-current="true">`);
    expect(page).toContain(`<body data-page="/approvals?run=${runId(977)}">`);
    expect(page).toMatch(
      new RegExp(`<details class="decide" open="".*action="${path}".*${reason}</textarea>`),
    );
    expect(page).toContain(reason === "agreed" ? "You wrote: " : "reason must not be empty");
  }
});

it("each form of Approvals leads back to its plan, and a rejected form for several plans keeps its selection", async () => {
  const alike = { ...plan(), actions: [{ ...plan().actions[0], beneficiaries: ["usr_both"] }] };
  const waits = (n: number) => waiting(n, { automation: "mover", plan: alike, dueAt: NOW + 3_000_000 });
  await record(LEDGER, [eventRow(978), eventRow(979)], [waits(978), waits(979)]);
  const page = await read(`/approvals?run=${runId(978)}`);
  const back = Array.from(page.matchAll(/name="shown-on" value="([^"]+)"/g), ([, at]) => at);
  expect(new Set(back.slice(1))).toEqual(new Set([`/approvals?run=${runId(978)}`]));
  const ticked = `${runId(978)} ${"ab".repeat(32)}`;
  const fields = { csrf: await tokenOf(), "shown-on": back[1] ?? "", decision: "rejected", plan: ticked };
  const again = await (await submit("/batches", { ...fields, reason: " " })).text();
  expect(again).toContain(`value="${ticked}" checked=""`);
  expect(again).not.toContain(`value="${ticked.replace(runId(978), runId(979))}" checked=""`);
});

describe("the chosen plan", () => {
  const NUMBERS = Array.from({ length: 30 }, (_, n) => 2_000 + n);
  const policy = removeSessionPolicy({ policy: { id: "sp_lobby", name: "Lobby screens" } });
  const waits = (n: number, change: object = {}) =>
    waiting(n, {
      ...{ automation: `queued-${n}`, plan: plan(`Plan ${n}.`), dueAt: NOW + n * 86_400_000 },
      ...change,
    });
  /** Returns the name of the plan on the card. */
  const card = (page: string) => /queued-\d+/.exec(page.slice(page.indexOf("<article")))?.[0];
  const position = (page: string) => />(\d+) of (\d+)/.exec(page)?.slice(1).map(Number) ?? [];
  const stepTo = (page: string, rel: "next" | "prev") =>
    new RegExp(`<a rel="${rel}" href="([^"]+)"`).exec(page)?.[1] ?? "";

  beforeAll(async () => {
    // The plan that can't be undone expires last, so that a list by expiry would not begin with it.
    const last = waits(2_030, { plan: { ...plan(), actions: [policy] }, dueAt: NOW + 9e12 });
    await record(
      LEDGER,
      [...NUMBERS, 2_030].map((n) => eventRow(n)),
      [...NUMBERS.map((n) => waits(n)), last],
    );
  });

  it("is shown with its position among all waiting plans, even if it is not among the first 25", async () => {
    const page = await read(`/approvals?run=${runId(2_029)}`);
    expect(card(page)).toBe("queued-2029");
    const [at = 0, of = 0] = position(page);
    expect(at).toBeGreaterThan(25);
    expect(of).toBeGreaterThanOrEqual(31);
    const before = await read(stepTo(page, "prev"));
    expect(position(before)).toEqual([at - 1, of]);
    expect(stepTo(before, "next")).toBe(`/approvals?run=${runId(2_029)}`);
  });

  it("is the first of all waiting plans by default, and a dangerous plan precedes plans that expire earlier", async () => {
    const page = await read("/approvals");
    const ranked = page.slice(page.indexOf('<nav aria-label="Waiting"'));
    expect(ranked.indexOf(runId(2_030))).toBeGreaterThan(0);
    expect(ranked.indexOf(runId(2_030))).toBeLessThan(ranked.indexOf(runId(2_000)));
    // A refresh requests the plan that is shown, even if new plans precede it.
    expect(position(page)[0]).toBe(1);
    const [, shown] = /<a href="([^"]+)" aria-current="true"/.exec(page) ?? [];
    expect(ranked.indexOf("<a ")).toBe(ranked.indexOf(`<a href="${shown}" aria-current="true"`));
    expect(page).toContain(`data-page="${shown}"`);
  });

  it("is not replaced once it is denied: the page names the person who denied it, and links to the next plan", async () => {
    const by = "gita.lund@example.com";
    await record(
      LEDGER,
      [],
      [waits(2_003, { state: "rejected", version: 9, ended: { by, reason: "no" }, updatedAt: Date.now() })],
    );
    const page = await read(`/approvals?run=${runId(2_003)}`);
    expect(page).toMatch(/no longer waiting: Denied.*just now.*Denied by .*gita\.lund@example\.com/s);
    expect(page).toContain(`href="/runs/${runId(2_003)}"`);
    expect(page).not.toContain("<article");
    expect(page).not.toContain("/decisions");
    expect(await read(stepTo(page, "next"))).toContain("<article");
  });

  it("is not replaced by another plan if its run is unknown", async () => {
    const page = await read(`/approvals?run=${runId(2_999)}`);
    expect(page).toContain("There is no run");
    expect(page).not.toContain("<article");
  });
});
