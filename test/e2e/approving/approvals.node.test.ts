import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sample } from "../../../src/cli/start/sample.ts";
import { control } from "../../../src/cli/start/stack.ts";
import type { Run } from "../../../src/runs/run.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA, reportedBy } from "../tickets.ts";

const CAMPAIGN = "test-start-campaign";
const RETIRE = "test-retire-tools";
const OWN = "test-own";
const APPROVER = { roles: ["approver" as const] };
const reeve = RuledReeve.forFile({
  people: [...sample.people, { service: "svc.access", ...APPROVER }, { group: "Approvers", ...APPROVER }],
  enabled: [CAMPAIGN, RETIRE, OWN],
  policy: {
    approvals: [
      { when: "operation", operations: ["createCampaign"] },
      { when: "more_effects_than", effects: 2 },
      { when: "always", automations: [OWN] },
    ],
  },
});

/** Creates a run that waits for an approval. */
async function waiting(review: string, reviewOwner = HUGO, issue?: string): Promise<Run & { hash: string }> {
  const run = await reeve.runOf(
    await reeve.send({ review, reviewOwner }, issue),
    CAMPAIGN,
    "awaiting_approval",
  );
  return { ...run, hash: readHash(run) };
}

const readHash = ({ plan }: Run): string => plan?.hash ?? "";
const finished = ({ id }: Pick<Run, "id">) => reeve.until(id, ({ state }) => state === "done");

describe("a plan that needs an approval", () => {
  it("shows why it needs the approval, and does nothing while it waits", async () => {
    const { approvalReasons, dueAt, createdAt, journal } = await waiting("Review W");
    expect(approvalReasons).toEqual(["it creates an access review campaign"]);
    expect(journal).toEqual([]);
    expect((dueAt ?? 0) - createdAt).toBeGreaterThan(71 * 3_600_000);
    expect(await reeve.campaigns("Review W")).toEqual([]);
  });

  it("is not changed by any GET request", async () => {
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

  it("is checked again and carried out when another person approves it", async () => {
    const run = await waiting("Review A");
    expect(await reeve.approve(run)).toMatchObject({
      status: 200,
      body: { run: run.id, state: "planning" },
    });
    expect(await finished(run)).toMatchObject({
      approvals: [{ hash: run.hash, by: NORA, reason: "as agreed" }],
      journal: [{ operation: "createCampaign", state: "applied", attempts: 1 }],
    });
    expect(await reeve.campaigns("Review A")).toEqual(["Review A"]);
    expect(await reeve.story(run)).toEqual([
      "plan.made reeve",
      `approval.granted ${NORA}`,
      "plan.made reeve",
      "effect.sending reeve",
      "effect.applied reeve",
    ]);
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

  it("accepts only one of two concurrent approvals, and no later one", async () => {
    const run = await waiting("Review T");
    const approve = () => reeve.approve(run);
    const together = await Promise.all([approve(), approve()]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 409]);
    await finished(run);
    expect((await approve()).status).toBe(409);
    expect(await reeve.campaigns("Review T")).toEqual(["Review T"]);
  });

  it("can be denied permanently by anyone with access, and the reason is recorded", async () => {
    const run = await waiting("Review R");
    const said = { hash: run.hash, reason: "not this quarter" };
    expect((await reeve.decide(run, { decision: "rejected", ...said }, ADA)).status).toBe(200);
    expect(await reeve.until(run.id, ({ state }) => state === "rejected")).toMatchObject({
      ended: { by: ADA, reason: "not this quarter" },
    });
    expect((await reeve.decide(run, { decision: "approved", ...said }, NORA)).status).toBe(409);
    expect(await reeve.campaigns("Review R")).toEqual([]);
    expect(await reeve.story(run)).toEqual(["plan.made reeve", `approval.rejected ${ADA}`]);
  });

  it("needs a new approval if the second check results in another plan", async () => {
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

  it("does nothing once a person has cancelled it", async () => {
    const run = await waiting("Review C");
    expect((await reeve.decide(run, { decision: "cancelled", reason: "withdrawn" }, ADA)).status).toBe(200);
    expect((await reeve.approve(run)).status).toBe(409);
    expect(await reeve.until(run.id, ({ state }) => state === "cancelled")).toMatchObject({
      ended: { by: ADA, reason: "withdrawn" },
    });
  });

  it("needs the approval if it has too many effects, and causes all of them once it is approved", async () => {
    const tools = ["list_channels", "post_message", "search_messages"].map((name) => `tool_slack_${name}`);
    const run = await reeve.runOf(await reeve.send({ tools }), RETIRE, "awaiting_approval");
    expect(run.approvalReasons).toEqual(["it makes 3 changes, more than 2"]);
    expect((await reeve.tools()).retired).toEqual([]);
    await reeve.approve(run);
    expect((await finished(run)).journal.map(({ state }) => state)).toEqual([
      "applied",
      "applied",
      "applied",
    ]);
    expect((await reeve.tools()).retired).toEqual(tools);
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

  it("does not replace the waiting plan if it requests no change", async () => {
    const older = await waiting("Review I", HUGO, "778");
    await reeve.runOf(await reeve.send({}, "778"), CAMPAIGN, "ignored");
    expect((await reeve.run(older.id)).state).toBe("awaiting_approval");
  });
});

let roles = 0;
/** Returns the run of a ticket that this address reported, and that the same address or Gita moved. */
const reported = async (...who: Parameters<typeof reportedBy>) =>
  reeve.runOf(
    await reeve.send({ role: `role-${++roles}` }, undefined, reportedBy(...who)),
    OWN,
    "awaiting_approval",
    "failed",
  );

it.for<[string, string | null, string | null]>([
  ["nobody at all", null, null],
  ["nobody, and Gita moved it", null, GITA],
  ["Hugo, and nobody moved it", HUGO, null],
  ["an address that no governance user has", "nora.field+jira@example.com", GITA],
])("a ticket that needs an approval fails if it names %s", async ([, reporter, mover]) => {
  const { state, problem } = await reported(reporter, mover);
  expect([state, problem?.code]).toEqual(["failed", "nobody_can_approve"]);
  expect(problem?.message).toContain("unknownRequestersFrom");
});

it("a person with two governance users counts as one person", async () => {
  const email = "ada.admin@example.com";
  const emails = [email, "Ada.Marsh@example.com"];
  await reported(email);
  await control(reeve.tenant, "POST", "users", {
    user: { id: "usr_ada_admin", displayName: "Ada Marsh (admin)", email, emails },
  });
  // The identity of a person is cached for a second.
  await sleep(1_000);
  const run = await reported(email);
  expect(await reeve.approve(run, ADA)).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining("You asked for this yourself") },
  });
  expect((await reeve.approve(run, NORA)).status).toBe(200);
});
