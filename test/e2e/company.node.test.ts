// Tests a company of three teams, whose rules require approvals in stages by team, manager, owner and delegate.
import { describe, expect, it } from "vitest";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import type { Run } from "../../src/runs/run.ts";
import { readSection } from "./docs/docs-page.ts";
import { type Answer, RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "./tickets.ts";

const CLEO = "cleo.hart@example.com";
const IRIS = "iris.vale@example.com";
const AUTOMATION = "requested-action";

/** The settings of docs/set-up/company.ts. Nora manages Ada; Iris is Cleo's delegate. */
const [, stated] = /defineConfig\((.*)\);/s.exec(readSection("docs/set-up/company.ts")) ?? [];
const { people, policy } = new Function(`return ${stated}`)();
const reeve = RuledReeve.forFile({ enabled: [AUTOMATION], keeps: true, people, policy });

/** Requests a change by script. @returns its run */
async function ask(...asked: Parameters<RuledReeve["request"]>): Promise<Run> {
  const [run] = (await settled(reeve.url, await reeve.request(...asked))).runs;
  return reeve.run(run?.id ?? "");
}
const own = { connector: "GitHub MCP", user: ADA, role: "Owner" };

/** Decides as a person who only has the role to read in the console. */
const decide = ({ id, plan }: Run, decision: "approved" | "rejected", by: string): Promise<Answer> => {
  const body = { decision, hash: plan?.hash, reason: `${decision} as ${by} sees it` };
  return reeve.post(`runs/${id}/decisions`, body, by, { "reeve-roles": "viewer" });
};
const atStage = ({ id }: Run, given: number) =>
  reeve.until(id, ({ state, approvals }) => state === "awaiting_approval" && approvals.length === given);

describe("a plan that the manager and then two of a team must approve", () => {
  it("is carried out after the third approval despite crashes in between, and records its approvers", async () => {
    const run = await ask("connector-owner.add", own, CLEO);
    expect(run.stages).toMatchObject([
      { name: `a manager of ${ADA}`, count: 1, people: [{ emails: expect.arrayContaining([NORA]) }] },
      { name: "a member of Security", count: 2, people: [{ id: "usr_gita_lund" }, { id: "usr_hugo_pike" }] },
    ]);
    expect(await decide(run, "approved", GITA)).toMatchObject({
      status: 403,
      body: { detail: `You are not asked for this: it is waiting for a manager of ${ADA} (${NORA}).` },
    });
    // Iris has the role approver, which no stage requires; Cleo requested the plan, and Ada benefits from it.
    for (const other of [IRIS, CLEO, ADA]) expect((await decide(run, "approved", other)).status).toBe(403);
    expect((await decide(run, "approved", NORA)).status).toBe(200);
    const second = await atStage(run, 1);
    expect((await decide(second, "approved", NORA)).body.detail).toContain("You have approved this already");
    await reeve.restart();
    expect((await decide(second, "approved", GITA)).status).toBe(200);
    await reeve.restart();
    const third = await atStage(run, 2);
    expect((await decide(third, "approved", GITA)).status).toBe(403);
    expect((await decide(third, "approved", HUGO)).status).toBe(200);
    const done = await reeve.until(run.id, ({ state }) => state === "done");
    expect(done.approvals.map(({ by }) => by)).toEqual([NORA, GITA, HUGO]);
    expect(await reeve.story(run)).toEqual([
      "plan.made reeve",
      ...[NORA, GITA, HUGO].flatMap((by) => [`approval.granted ${by}`, "plan.made reeve"]),
      "effect.sending reeve",
      "effect.applied reeve",
    ]);
  });

  it("can be denied by anyone whom one of its stages asks, but not by its requester", async () => {
    const run = await ask("connector-owner.add", own, CLEO);
    expect((await decide(run, "rejected", CLEO)).status).toBe(403);
    expect((await decide(run, "rejected", GITA)).status).toBe(200);
    expect(await reeve.until(run.id, ({ state }) => state === "rejected")).toMatchObject({
      ended: { by: GITA },
    });
  });

  it("fails immediately if too few approvers are left, and its error states why a person can't approve", async () => {
    const run = await ask("connector-owner.add", own, HUGO);
    expect(run).toMatchObject({ state: "failed", problem: { code: "nobody_can_approve" } });
    expect(run.problem?.message).toBe(
      `the plan needs an approval by 2 people, each a member of Security, and too few of them can give it. ${HUGO} can't approve: they asked for this.`,
    );
  });
});

it("a change requested with a console form is confirmed by its requester and approved by a delegate", async () => {
  const input = { tool: "Create issue", reason: "nobody uses it", id: crypto.randomUUID() };
  const sent = await reeve.submit("/ask/tool.retire", "/ask/tool.retire", input, ADA);
  const at = sent.headers.get("location") ?? "";
  const [, id = ""] = /^\/runs\/(run_[\w-]+)\?done=ask$/.exec(at) ?? [];
  // The form leads to the page for the confirmation, with the plan, its approvers and the button to withdraw it.
  // Nothing is done before the confirmation.
  const shown = await reeve.page(at, ADA);
  expect(shown).toContain("Reeve plans your request, and does nothing until you confirm the plan.");
  for (const part of ["Create issue", "a member of Finance", 'value="confirmed"', 'value="withdrawn"'])
    expect(shown).toContain(part);
  expect(await reeve.page(at, NORA)).not.toContain('value="confirmed"');
  const asked = await reeve.until(id, ({ state }) => state === "awaiting_confirmation");
  const decideOnPage = async (page: string, decision: string, by: string) => {
    const fields = { decision, hash: asked.plan?.hash ?? "" };
    expect((await reeve.submit(page, `/runs/${id}/decisions`, fields, by)).status).toBe(303);
  };
  await decideOnPage(at, "confirmed", ADA);
  const run = await atStage(asked, 0);
  expect(run.stages).toMatchObject([{ people: [{ id: "usr_iris_vale", for: CLEO }] }]);
  expect((await decide(run, "approved", CLEO)).status).toBe(403);
  await decideOnPage("/approvals", "approved", IRIS);
  await reeve.until(id, ({ state }) => state === "done");
});
