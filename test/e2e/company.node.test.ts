// A company of three teams, whose rules require approvals in stages by team, manager, owner and delegate.
import { describe, expect, it } from "vitest";
import { deliver } from "../../src/cli/send/deliver.ts";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import type { Run } from "../../src/runs/run.ts";
import { actions } from "../../src/sandbox/vendors/senders.ts";
import { listBlocks, readSection } from "./docs/docs-page.ts";
import { type Answer, RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "./tickets.ts";

const CLEO = "cleo.hart@example.com";
const IRIS = "iris.vale@example.com";
const AUTOMATION = "requested-action";

/** The settings of docs/approvals.md. Nora manages Ada; Iris is Cleo's delegate. */
const [code = ""] = listBlocks(readSection("docs/approvals.md", "A company of three teams"), "ts");
const [, stated] = /defineConfig\((.*)\);/s.exec(code) ?? [];
const { people, policy } = new Function(`return ${stated}`)();
const reeve = RuledReeve.forFile({ enabled: [AUTOMATION], keeps: true, people, policy });

/** Requests a change by script. */
async function ask(action: string, input: object, requester: string): Promise<Run> {
  const sender = { ...actions, path: `actions/${action}` };
  const body = JSON.stringify({ action, input, requester: { email: requester } });
  const response = await deliver(reeve.url, sender, { body }, { id: crypto.randomUUID() });
  const { event } = (await response.json()) as { event?: string };
  if (!event) throw new Error(`not taken in: ${response.status}`);
  const [run] = (await settled(reeve.url, event)).runs;
  return reeve.run(run?.id ?? "");
}
const own = { connector: "GitHub MCP", user: ADA, role: "Owner" };

/** Decides as a person who only has the role to read in the console. */
const decide = ({ id, plan }: Run, decision: "approved" | "rejected", by: string): Promise<Answer> =>
  reeve.post(
    `runs/${id}/decisions`,
    { decision, hash: plan?.hash, reason: `${decision} as ${by} sees it` },
    by,
    {
      "reeve-roles": "viewer",
    },
  );
const atStage = ({ id }: Run, given: number) =>
  reeve.until(id, ({ state, approvals }) => state === "awaiting_approval" && approvals.length === given);

describe("a plan that the manager and then two of a team must approve", () => {
  it("acts after the third approval, despite crashes in between, and names its approvers", async () => {
    const run = await ask("connector-owner.add", own, CLEO);
    expect(run.stages).toMatchObject([
      { name: `a manager of ${ADA}`, count: 1, people: [{ emails: expect.arrayContaining([NORA]) }] },
      { name: "somebody of Security", count: 2, people: [{ id: "usr_gita_lund" }, { id: "usr_hugo_pike" }] },
    ]);
    expect(await decide(run, "approved", GITA)).toMatchObject({
      status: 403,
      body: { detail: `You are not asked for this: it waits for a manager of ${ADA} (${NORA}).` },
    });
    // Iris has the role approver, which no stage requires; Cleo requested the plan, and Ada benefits from it.
    for (const other of [IRIS, CLEO, ADA]) expect((await decide(run, "approved", other)).status).toBe(403);
    expect((await decide(run, "approved", NORA)).status).toBe(200);
    const second = await atStage(run, 1);
    expect((await decide(second, "approved", NORA)).body.detail).toContain("You have approved this already");
    await reeve.restart();
    expect((await decide(second, "approved", HUGO)).status).toBe(200);
    await reeve.restart();
    const third = await atStage(run, 2);
    expect((await decide(third, "approved", HUGO)).status).toBe(403);
    expect((await decide(third, "approved", GITA)).status).toBe(200);
    const done = await reeve.until(run.id, ({ state }) => state === "done");
    expect(done.approvals.map(({ by }) => by)).toEqual([NORA, HUGO, GITA]);
    expect(await reeve.story(run)).toEqual([
      "plan.made reeve",
      ...[NORA, HUGO, GITA].flatMap((by) => [`approval.granted ${by}`, "plan.made reeve"]),
      "effect.sending reeve",
      "effect.applied reeve",
    ]);
  });

  it("is denied by anyone whom one of its stages asks, and by nobody else", async () => {
    const run = await ask("connector-owner.add", own, CLEO);
    expect((await decide(run, "rejected", CLEO)).status).toBe(403);
    expect((await decide(run, "rejected", GITA)).status).toBe(200);
    expect(await reeve.until(run.id, ({ state }) => state === "rejected")).toMatchObject({
      ended: { by: GITA },
    });
  });

  it("fails immediately if too few approvers are left, and explains who can't approve and why", async () => {
    const run = await ask("connector-owner.add", own, HUGO);
    expect(run).toMatchObject({ state: "failed", problem: { code: "nobody_can_approve" } });
    expect(run.problem?.message).toBe(
      `it needs an approval by 2 people, each somebody of Security, and too few of them can give it. ${HUGO} can't approve: they asked for this.`,
    );
  });
});

it("a delegate is asked instead, but not for what they requested as a delegate", async () => {
  const input = { tool: "Create issue" };
  const run = await ask("tool.retire", input, ADA);
  expect(run.problem).toBeNull();
  expect(run.stages).toMatchObject([{ people: [{ id: "usr_iris_vale", for: CLEO }] }]);
  expect((await decide(run, "approved", CLEO)).status).toBe(403);
  expect((await decide(run, "approved", IRIS)).status).toBe(200);
  const own = await ask("tool.retire", { ...input, tool: "Delete branch" }, CLEO);
  expect(own.problem?.message).toContain(`${CLEO} can't approve: they asked for this.`);
});

it("an owner of the app, named in the settings, approves plans about it", async () => {
  const run = await ask(
    "entitlement-owner.remove",
    { app: "Jira", entitlement: "Jira admin", role: "Owner" },
    ADA,
  );
  expect(run.stages).toMatchObject([{ name: "an owner of Jira", people: [{ id: "usr_hugo_pike" }] }]);
  expect((await decide(run, "approved", GITA)).status).toBe(403);
  expect((await decide(run, "approved", HUGO)).status).toBe(200);
});

it("the page of a run names who must approve it and who did, and shows the button to those people", async () => {
  const run = await ask("connector-owner.add", own, CLEO);
  await decide(run, "approved", NORA);
  await atStage(run, 1);
  const page = async (by: string) => {
    const headers = { accept: "text/html", "reeve-operator": by, "reeve-roles": "viewer" };
    return (await fetch(new URL(`/runs/${run.id}`, reeve.url), { headers })).text();
  };
  const asGita = await page(GITA);
  expect(asGita).toContain(`Approved by ${NORA}: approved as ${NORA} sees it`);
  expect(asGita).toContain(`2 people, each somebody of Security (${GITA}, ${HUGO})`);
  expect(asGita).toContain(">Approve<");
  expect(await page(NORA)).toContain("You have approved this already; somebody else has to decide.");
});
