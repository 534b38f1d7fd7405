// Tests comments on a run and reminders of its approvers, which decide nothing.
import { expect, it } from "vitest";
import { record } from "../../src/ledger/record.ts";
import { arrange, plan, read } from "../console/pages/fixture.ts";
import { local, SITE, submit, tokenOf } from "../console/signed.ts";
import { eventRow, LEDGER, runId, runRow } from "../ledger/ledger.ts";
import { app } from "../support/app.ts";
import { ANY_STAGE } from "../support/stages.ts";
import { until } from "../support/until.ts";

const [ADA, NORA, HUGO] = ["ada.marsh", "nora.field", "hugo.pike"].map((one) => `${one}@example.com`) as [
  string,
  string,
  string,
];
const RUNS = [1_950, 1_951, 1_952, 1_953];
const RUN = runId(1_950);
const parties = { requesters: [ADA], affected: [] };
const waits = { state: "awaiting_approval", plan: plan(), journal: [], parties, stages: [ANY_STAGE] };

await arrange();
await record(LEDGER, [eventRow(1_950)], await Promise.all(RUNS.map((n) => runRow(n, waits))));

const as = (email: string, roles: string) => ({ "reeve-operator": email, "reeve-roles": roles });
async function comment(reason: string, who: Record<string, string>, path = `${RUN}/comments`, more = {}) {
  const headers = { "content-type": "application/json", ...who };
  const asked = { method: "POST", headers, body: JSON.stringify({ reason, ...more }) };
  return (await app.request(`${SITE}/api/runs/${path}`, asked, local)).status;
}

it("the requester and approvers, unlike viewers and other requesters, can comment without changing the run", async () => {
  const readRow = () => LEDGER.prepare("SELECT run, version FROM runs WHERE id = ?").bind(RUN).first();
  const before = await readRow();
  expect(await comment("It is for the audit.", as(ADA, "requester"))).toBe(200);
  const approver = as(NORA, "approver");
  const csrf = await tokenOf(approver);
  const sent = await submit(`/runs/${RUN}/comments`, { reason: "Which audit?", csrf }, approver);
  expect(sent.headers.get("location")).toBe(`/runs/${RUN}?done=comment`);
  // A viewer and a requester of another run may not comment.
  expect(await comment("x", as(HUGO, "viewer"))).toBe(403);
  expect(await comment("x", as(HUGO, "requester"))).toBe(403);
  for (const path of [`/runs/${RUN}`, `/approvals?run=${RUN}`])
    await until("both comments", async () => /for the audit\..*Which audit\?/s.test(await read(path)));
  expect(await readRow()).toEqual(before);
});

it("only the requester and operators can remind a waiting plan's approvers, and get an error if no channel reaches the approvers", async () => {
  const [asker, operator, other] = [as(ADA, "requester"), as(HUGO, "operator"), as(NORA, "approver")];
  const none = "No channel reaches the approvers: set up Slack, Teams or the webhook, or ask them yourself.";
  for (const [who, run, status, detail] of [
    [other, RUN, 403, "Only the requester and operators can remind the approvers."],
    [asker, RUN, 409, none],
    [operator, RUN, 409, none],
    [operator, runId(1), 409, "This run is not waiting for an approval."],
    [operator, runId(9_999), 404, expect.stringContaining("no such run")],
  ] as const) {
    const headers = { "content-type": "application/json", ...who };
    const asked = { method: "POST", headers, body: "{}" };
    const answered = await app.request(`${SITE}/api/runs/${run}/reminder`, asked, local);
    expect(await answered.json()).toMatchObject({ status, detail });
  }
  const open = async (headers: Record<string, string>) =>
    (await app.request(`${SITE}/runs/${RUN}`, { headers }, local)).text();
  expect(await open(asker)).toMatch(
    /Waiting since.*Remind the approvers|Remind the approvers.*Waiting since/s,
  );
  expect(await open(operator)).toContain("Remind the approvers");
  expect(await open(other)).not.toContain("Remind the approvers");
  const sent = await submit(`/runs/${RUN}/reminder`, { csrf: await tokenOf(operator) }, operator);
  expect(await sent.text()).toContain(none);
});

it("a person can make at most 20 comments on a run, and 60 comments and assignments in total, per hour", async () => {
  const ben = as("ben@example.com", "approver");
  const write = (n: number, who = ben) => comment("x", who, `${runId(n)}/comments`);
  for (const n of RUNS.slice(1)) {
    const statuses = await Promise.all(Array.from({ length: 21 }, () => write(n)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses).toContain(429);
  }
  expect(await write(1_950)).toBe(429);
  expect(await comment("x", ben, `${RUN}/assignee`, { to: NORA })).toBe(429);
  expect(await write(1_950, as(HUGO, "approver"))).toBe(200);
});
