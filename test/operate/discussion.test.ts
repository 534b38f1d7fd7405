// Comments on a run, which decide nothing.
import { beforeAll, expect, it } from "vitest";
import { record } from "../../src/ledger/record.ts";
import { arrange, plan, read } from "../console/pages/fixture.ts";
import { local, SITE, submit, tokenOf } from "../console/signed.ts";
import { tenantAt } from "../governance/tenant.ts";
import { eventRow, LEDGER, runId, runRow } from "../ledger/ledger.ts";
import { app } from "../support/app.ts";
import { ANY_STAGE } from "../support/stages.ts";
import { until } from "../support/until.ts";

const [ADA, NORA, HUGO] = [
  "ada.marsh@example.com",
  "nora.field@example.com",
  "hugo.pike@example.com",
] as const;
const RUN = runId(1_950);
let atTenant: typeof local;

beforeAll(async () => {
  await arrange();
  atTenant = { ...local, ...(await tenantAt("discussions.example.com")).env };
  const concerned = { asked: [ADA], about: [] };
  const waits = {
    state: "awaiting_approval",
    plan: plan(),
    journal: [],
    concerned,
    stages: [ANY_STAGE],
  } as const;
  await record(LEDGER, [eventRow(1_950)], [runRow(1_950, waits)]);
});

const as = (email: string, roles: string) => ({ "reeve-operator": email, "reeve-roles": roles });
async function post(path: string, body: object, who: Record<string, string>) {
  const headers = { "content-type": "application/json", ...who };
  const asked = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await app.request(`${SITE}/api/runs/${RUN}/${path}`, asked, atTenant);
  return [response.status, await response.text()] as const;
}

it("lets the requester and people who decide comment, in the timeline and on the card, and decides nothing", async () => {
  const before = await LEDGER.prepare("SELECT run, version FROM runs WHERE id = ?").bind(RUN).first();
  expect((await post("comments", { reason: "It is for the audit." }, as(ADA, "requester")))[0]).toBe(200);
  const approver = as(NORA, "approver");
  const csrf = await tokenOf(approver);
  const sent = await submit(`/runs/${RUN}/comments`, { reason: "Which audit?", csrf }, approver);
  expect(sent.headers.get("location")).toBe(`/runs/${RUN}?done=commented`);
  // Whoever may only read, and whoever asked for something else, has no say.
  expect((await post("comments", { reason: "x" }, as(HUGO, "viewer")))[0]).toBe(403);
  expect((await post("comments", { reason: "x" }, as(HUGO, "requester")))[0]).toBe(403);
  for (const path of [`/runs/${RUN}`, `/approvals?run=${RUN}`])
    await until("both comments", async () => /for the audit\..*Which audit\?/s.test(await read(path)));
  expect(await LEDGER.prepare("SELECT run, version FROM runs WHERE id = ?").bind(RUN).first()).toEqual(
    before,
  );
});
