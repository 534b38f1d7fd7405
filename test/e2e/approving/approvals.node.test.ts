import { describe, expect, it } from "vitest";
import { sample } from "../../../src/cli/start/sample.ts";
import { control } from "../../../src/cli/start/stack.ts";
import type { Run } from "../../../src/runs/run.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "../tickets.ts";

const CAMPAIGN = "test-start-campaign";
const APPROVER = { roles: ["approver" as const] };
const reeve = RuledReeve.forFile({
  people: [...sample.people, { service: "svc.access", ...APPROVER }, { group: "Approvers", ...APPROVER }],
  enabled: [CAMPAIGN],
  policy: { approvals: [{ when: "operation", operations: ["createCampaign"] }] },
});

/** Creates a run that waits for an approval. */
async function waiting(review: string, reviewOwner = HUGO, issue?: string): Promise<Run & { hash: string }> {
  const run = await reeve.planned(CAMPAIGN, { review, reviewOwner }, issue);
  return { ...run, hash: readHash(run) };
}

const readHash = ({ plan }: Run): string => plan?.hash ?? "";
const finished = ({ id }: Pick<Run, "id">) => reeve.until(id, ({ state }) => state === "done");

describe("a plan that needs an approval", () => {
  it("is not changed by GET and HEAD requests", async () => {
    const run = await waiting("Review G");
    const paths = [
      `runs/${run.id}`,
      `runs/${run.id}/decisions?decision=approved&hash=${run.hash}&reason=x`,
      `batches?decision=resumed&reason=x`,
      `events/${run.eventId}`,
      "control",
      "audit",
    ];
    for (const method of ["GET", "HEAD"]) {
      for (const path of paths)
        await fetch(new URL(`/api/${path}`, reeve.url), { method, headers: { "reeve-operator": NORA } });
    }
    expect(await reeve.run(run.id)).toMatchObject({ state: "awaiting_approval", version: run.version });
    expect(await reeve.story(run)).toEqual(["plan.made reeve"]);
  });

  it("can't be approved with the hash of a different plan", async () => {
    const run = await waiting("Review H");
    const answer = await reeve.decide(run, { decision: "approved", hash: "0".repeat(64) }, NORA);
    expect(answer).toMatchObject({
      status: 409,
      body: { title: "decision_conflict", detail: expect.stringContaining("the plan has changed") },
    });
    expect((await reeve.run(run.id)).state).toBe("awaiting_approval");
  });

  it.for([
    ["its requester", ADA, "You asked for this yourself"],
    ["the person who caused the event", GITA, "You asked for this yourself"],
    ["the affected user", HUGO, "This is about you"],
    ["an unknown person", "stranger@example.com", "You are not a user of the governance service"],
    ["a disabled user", "farid.stone@example.com", "You are not a user of the governance service"],
    ["its requester, in capitals", ADA.toUpperCase(), "You asked for this yourself"],
  ] as const)("can't be approved by %s", async ([, operator, why]) => {
    const run = await waiting(`Review of ${operator}`);
    expect(await reeve.approve(run, operator)).toMatchObject({
      status: 403,
      body: { title: "decision_forbidden", detail: expect.stringContaining(why) },
    });
    expect((await reeve.run(run.id)).version).toBe(run.version);
  });

  it("can be assigned only to a person who can decide it", async () => {
    const run = await waiting("Review H");
    const assign = (to: string, operator: string = NORA) =>
      reeve.post(`runs/${run.id}/assignee`, { to, reason: "on holiday" }, operator);
    for (const [to, why] of [
      [ADA, "asked for this"],
      [HUGO, "is about you"],
      ["stranger@example.com", "not a user of the governance service"],
      ["cleo.hart@example.com", "are not asked for this.*does not know the members of the groups"],
    ] as const) {
      const { status, body } = await assign(to);
      const told = `${to} can't decide this: .*${why}`;
      expect([status, JSON.stringify(body)]).toEqual([403, expect.stringMatching(told)]);
    }
    expect((await assign(GITA, "cleo.hart@example.com")).status).toBe(403);
    expect(await reeve.story(run)).toEqual(["plan.made reeve"]);
    expect((await assign(NORA.toUpperCase(), ADA)).status).toBe(200);
    await expect.poll(() => reeve.story(run)).toEqual(["plan.made reeve", `approval.reassigned ${ADA}`]);
  });

  it("rejects a second approval, whether concurrent or later", async () => {
    const run = await waiting("Review T");
    const approve = () => reeve.approve(run);
    const together = await Promise.all([approve(), approve()]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 409]);
    await finished(run);
    expect((await approve()).status).toBe(409);
    expect(await reeve.campaigns("Review T")).toEqual(["Review T"]);
  });

  it("needs a new approval if the check after the first approval results in another plan", async () => {
    const user = (displayName: string) =>
      control(reeve.tenant, "POST", "users", {
        user: {
          id: "usr_robin_ash",
          displayName,
          email: "robin.ash@example.com",
          roleIds: ["role_campaign_admin"],
        },
      });
    await user("Robin Ash");
    const run = await waiting("Review D", "robin.ash@example.com");
    await user("Robin Oak");
    expect((await reeve.approve(run)).status).toBe(200);
    const again = await reeve.until(
      run.id,
      (now) => now.state === "awaiting_approval" && now.version > run.version,
    );
    expect(readHash(again)).not.toBe(run.hash);
    expect(again).toMatchObject({
      approvals: [],
      plan: { actions: [{ summary: expect.stringContaining("Robin Oak") }] },
    });
    expect(await reeve.campaigns("Review D")).toEqual([]);

    expect((await reeve.approve(run)).status).toBe(409);
    expect((await reeve.decide(run, { decision: "approved", hash: readHash(again) }, NORA)).status).toBe(200);
    await finished(run);
    expect(await reeve.campaigns("Review D")).toEqual(["Review D"]);
  });
});

describe("a newer event of the same ticket", () => {
  it("replaces the waiting plan, whose run then names the newer run", async () => {
    const older = await waiting("Review N1", HUGO, "777");
    const newer = await waiting("Review N2", HUGO, "777");
    expect(await reeve.until(older.id, ({ state }) => state === "cancelled")).toMatchObject({
      ended: { by: "reeve", reason: `replaced by the plan of a newer event, ${newer.id}` },
    });
    expect(await reeve.story(older)).toEqual(["plan.made reeve", "run.replaced reeve"]);
    expect((await reeve.approve(older)).status).toBe(409);
    await reeve.approve(newer);
    await finished(newer);
    expect(await reeve.campaigns("Review N")).toEqual(["Review N2"]);
  });
});
