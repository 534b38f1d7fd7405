// Tests comments on a run, which decide nothing.
import { beforeAll, expect, it } from "vitest";
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

beforeAll(async () => {
  await arrange();
  await record(LEDGER, [eventRow(1_950)], await Promise.all(RUNS.map((n) => runRow(n, waits))));
});

const as = (email: string, roles: string) => ({ "reeve-operator": email, "reeve-roles": roles });
async function comment(reason: string, who: Record<string, string>, path = `${RUN}/comments`, more = {}) {
  const headers = { "content-type": "application/json", ...who };
  const asked = { method: "POST", headers, body: JSON.stringify({ reason, ...more }) };
  return (await app.request(`${SITE}/api/runs/${path}`, asked, local)).status;
}

it("the requester and approvers can comment without changing the run", async () => {
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

it("only the requester and operators can remind the approvers of a plan that waits, and learn if nobody can be reached", async () => {
  const remind = async (who: Record<string, string>, run = RUN) => {
    const headers = { "content-type": "application/json", ...who };
    const asked = { method: "POST", headers, body: "{}" };
    const answered = await app.request(`${SITE}/api/runs/${run}/reminder`, asked, local);
    return [answered.status, ((await answered.json()) as { detail?: string }).detail];
  };
  expect(await remind(as(NORA, "approver"))).toEqual([
    403,
    "Only the requester and operators can remind the approvers.",
  ]);
  const none = "No channel reaches the approvers: set up Slack, Teams or the webhook, or ask them yourself.";
  for (const who of [as(ADA, "requester"), as(HUGO, "operator")])
    expect(await remind(who)).toEqual([409, none]);
  expect(await remind(as(HUGO, "operator"), runId(1))).toEqual([
    409,
    "This run does not wait for an approval.",
  ]);
  expect(await remind(as(HUGO, "operator"), runId(9_999))).toMatchObject([404, {}]);
  const pages = [as(ADA, "requester"), as(HUGO, "operator"), as(NORA, "approver")];
  const [asker, operator, other] = await Promise.all(
    pages.map(async (headers) => (await app.request(`${SITE}/runs/${RUN}`, { headers }, local)).text()),
  );
  expect(asker).toContain("Remind the approvers");
  expect(asker).toContain("Waiting since");
  expect(operator).toContain("Remind the approvers");
  expect(other).not.toContain("Remind the approvers");
  const csrf = await tokenOf(as(HUGO, "operator"));
  const sent = await submit(`/runs/${RUN}/reminder`, { csrf }, as(HUGO, "operator"));
  expect(await sent.text()).toContain(none);
});

it("a person can write 20 comments and requests on a run, and 60 in total, within an hour", async () => {
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
