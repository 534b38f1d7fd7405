import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { control } from "../../../src/cli/start/stack.ts";
import type { Run } from "../../../src/runs/run.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, NORA } from "../tickets.ts";

const [CAMPAIGN, RETIRE] = ["test-start-campaign", "test-retire-tools"] as const;
const [OWN, DRY] = ["test-own", "test-dry-run"] as const;

/** Long enough for an unpaused run to finish. */
const QUIET_MS = 1_000;

const reeve = RuledReeve.forFile({
  enabled: [CAMPAIGN, RETIRE, OWN, DRY],
  policy: { dryRun: [DRY] },
});
beforeEach(() => control(reeve.tenant, "DELETE", "faults"));

const inState = ({ id }: Pick<Run, "id">, wanted: Run["state"]) =>
  reeve.until(id, ({ state }) => state === wanted);
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).sort();

const set = (automation: string | null, reason: string) => reeve.post("pauses", { automation, reason }, NORA);
const lift = (automation: string | null, reason: string) =>
  reeve.post("pauses/lifted", { automation, reason }, NORA);
const pauses = async () => ((await reeve.get("control")) as { pauses: unknown[] }).pauses;

describe("a pause of everything", () => {
  it("stops a run between two effects, and the run continues with the next effect when the pause is lifted", async () => {
    await reeve.fault("deleteMcpTool", { count: 1, delayMs: 2_000 });
    const tools = ["tool_github_create_issue", "tool_github_delete_branch"];
    const event = await reeve.send({ tools });
    await expect.poll(() => reeve.calls("deleteMcpTool")).toBe(1);
    // The first call is in progress: it is not cancelled, and the second is not made.
    expect((await set(null, "something is off")).status).toBe(200);
    const run = await reeve.runOf(event, RETIRE, "acting");
    const paused = await reeve.until(run.id, (now) => now.paused !== null);
    expect(paused.paused).toBe("something is off");
    expect(paused.journal.map(({ state }) => state)).toEqual(["applied", "planned"]);
    expect(await reeve.page(`/runs/${run.id}`)).toContain('<span class="badge wait">paused</span>');
    expect(await pauses()).toMatchObject([{ automation: null, by: NORA, reason: "something is off" }]);

    const other = await reeve.runOf(await reeve.send({ role: "paused" }), OWN, "acting");
    await sleep(QUIET_MS);
    expect(await reeve.calls("deleteMcpTool")).toBe(1);
    expect(await reeve.calls("createConnectorOwner")).toBe(0);

    expect((await set("test-onw", "its form changes")).status).toBe(400);
    expect((await lift(null, "it was the weather")).status).toBe(200);
    const done = await reeve.until(run.id, ({ state }) => state === "done");
    expect(done).toMatchObject({ paused: null, journal: [{ attempts: 1 }, { attempts: 1 }] });
    await reeve.until(other.id, ({ state }) => state === "done");
    expect((await reeve.tools()).retired.sort()).toEqual(tools);
    expect(await reeve.story(run)).toEqual([
      "plan.made reeve",
      "effect.sending reeve",
      "effect.applied reeve",
      "run.paused reeve",
      "effect.sending reeve",
      "effect.applied reeve",
    ]);
  });
});

describe("an unrepeatable call with an unknown outcome", () => {
  const unknown = async (review: string, drop: "before" | "after") => {
    await reeve.fault("createCampaign", { drop });
    return reeve.runOf(await reeve.send({ review }), CAMPAIGN, "needs_review");
  };
  const review = (run: Run, verdict: string, operator: string) =>
    reeve.decide(run, { decision: "reviewed", verdict }, operator);

  it("is not sent again if a person reports that it happened", async () => {
    const run = await unknown("Lost H", "after");
    const answers = await Promise.all([review(run, "happened", NORA), review(run, "happened", NORA)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await reeve.until(run.id, ({ state }) => state === "done")).toMatchObject({
      journal: [{ state: "applied", attempts: 1 }],
    });
    expect(await reeve.campaigns("Lost H")).toEqual(["Lost H"]);
    expect((await reeve.story(run)).slice(1)).toEqual([
      "effect.sending reeve",
      "effect.unknown reeve",
      `effect.reviewed ${NORA}`,
    ]);
  });

  it("is sent exactly one more time if a person decides to send it again", async () => {
    const run = await unknown("Lost S", "before");
    expect(run).toMatchObject({ problem: { code: "governance_outcome_unknown" } });
    expect(await reeve.campaigns("Lost S")).toEqual([]);
    expect((await reeve.decide(run, { decision: "cancelled" }, NORA)).status).toBe(409);
    expect((await review(run, "send_again", ADA)).status).toBe(403);
    expect((await review(run, "send_again", NORA)).status).toBe(200);
    expect(await reeve.until(run.id, ({ state }) => state === "done")).toMatchObject({
      journal: [{ state: "applied", attempts: 2 }],
    });
    expect(await reeve.campaigns("Lost S")).toEqual(["Lost S"]);
  });
});

describe("a failed run", () => {
  it("accepts only one of two concurrent retries, and continues with the effect that failed", async () => {
    const before = await reeve.calls("deleteMcpTool");
    await reeve.fault("deleteMcpTool", { delayMs: 1 });
    await reeve.fault("deleteMcpTool", { status: 403 });
    const tools = ["tool_slack_post_message", "tool_slack_list_channels"];
    const run = await reeve.runOf(await reeve.send({ tools }), RETIRE, "failed");
    expect(run.journal.map(({ state }) => state)).toEqual(["applied", "refused"]);

    const again = (operator: string) => reeve.decide(run, { decision: "retried" }, operator);
    expect(statuses(await Promise.all([again(NORA), again(NORA)]))).toEqual([200, 409]);
    expect((await inState(run, "done")).journal.map(({ attempts }) => attempts)).toEqual([1, 2]);
    expect((await again(NORA)).status).toBe(409);
    expect(await reeve.calls("deleteMcpTool")).toBe(before + 3);
    expect(await reeve.story(run)).toContain(`run.retried ${NORA}`);
  });
});

describe("a replay of an event", () => {
  const replay = (event: string, request: object, operator = NORA) =>
    reeve.post(
      `events/${event}/replay`,
      { automation: OWN, reason: "an audit finding", ...request },
      operator,
    );

  it("is rejected with a list of the changes that earlier runs made, unless the request asks to repeat them", async () => {
    const event = await reeve.send({ role: "again" });
    const first = await reeve.runOf(event, OWN, "done");
    const calls = await reeve.calls("createConnectorOwner");
    expect(await replay(event, {})).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`createConnectorOwner (applied, ${first.id})`) },
    });
    const { status, body } = await replay(event, { repeatApplied: true });
    expect(status).toBe(202);
    const second = await inState({ id: body.run ?? "" }, "done");
    expect(second).toMatchObject({ id: body.run, replay: { by: NORA, reason: "an audit finding" } });
    expect(second.id).not.toBe(first.id);
    expect(await reeve.calls("createConnectorOwner")).toBe(calls + 1);
    expect((await reeve.story(second))[0]).toBe(`run.replayed ${NORA}`);
  });

  it("is rejected while an earlier run of the event might still make the same change", async () => {
    // A run in progress is listed after three seconds.
    await reeve.fault("createConnectorOwner", { delayMs: 6_000 });
    const calls = await reeve.calls("createConnectorOwner");
    const event = await reeve.send({ role: "slow" });
    await expect.poll(() => reeve.count(OWN, "acting")).toBe(1);
    expect((await replay(event, {})).status).toBe(409);
    await reeve.runOf(event, OWN, "done");
    expect(await reeve.calls("createConnectorOwner")).toBe(calls + 1);
  });

  it.for([
    ["failed", {}],
    ["done", { repeatApplied: true }],
  ] as const)("repeats a %s run only once for two concurrent requests", async ([state, how]) => {
    if (state === "failed") await reeve.fault("createConnectorOwner", { status: 403 });
    const event = await reeve.send({ role: `twins-${state}` });
    await reeve.runOf(event, OWN, state);
    const calls = await reeve.calls("createConnectorOwner");
    const answers = await Promise.all([replay(event, how), replay(event, how)]);
    expect(statuses(answers)).toEqual([202, 409]);
    await inState({ id: answers.find(({ status }) => status === 202)?.body.run ?? "" }, "done");
    expect(await reeve.calls("createConnectorOwner")).toBe(calls + 1);
  });

  it("can't repeat applied changes if their requester or beneficiary requests the replay", async () => {
    const event = await reeve.send({ role: "mine" });
    await reeve.runOf(event, OWN, "done");
    const calls = await reeve.calls("createConnectorOwner");
    for (const operator of [ADA, GITA, "stranger@example.com"]) {
      expect(await replay(event, { repeatApplied: true }, operator)).toMatchObject({
        status: 403,
        body: { title: "decision_forbidden" },
      });
    }
    expect((await replay(event, { mode: "dry_run", repeatApplied: true }, ADA)).status).toBe(202);
    expect(await reeve.calls("createConnectorOwner")).toBe(calls);
  });

  it("plans changes without making them if the automation is in a dry run", async () => {
    const event = await reeve.send({ tools: ["tool_wiki_write_page"] });
    const actions = [{ action: "tool.retire" }];
    expect(await reeve.runOf(event, DRY, "dry_run")).toMatchObject({ plan: { actions }, journal: [] });
    await reeve.runOf(event, RETIRE, "done");
    const calls = await reeve.calls("deleteMcpTool");
    await control(reeve.tenant, "POST", "sync", { appId: "app_wiki", connectorId: "con_wiki_mcp" });
    const { body } = await replay(event, { automation: DRY });
    await inState({ id: body.run ?? "" }, "dry_run");
    expect(await reeve.calls("deleteMcpTool")).toBe(calls);
  });

  it("requires a known automation, which must be enabled unless the replay is a dry run", async () => {
    const event = await reeve.send({ role: "switched-off" });
    await reeve.runOf(event, OWN, "done");
    const automation = "connector-owner-from-ticket";
    expect((await replay(event, { automation: "test-onw" })).status).toBe(400);
    expect((await replay(event, { automation })).status).toBe(409);
    expect((await replay(event, { automation, mode: "dry_run" })).status).toBe(202);
  });
});

const DAY_MS = 24 * 60 * 60_000;

describe("a delivery of an old event", () => {
  /** Sends a ticket whose signed body states that it was moved some days ago. */
  const moved = (days: number, role: string) =>
    reeve.send({ role }, undefined, (webhook) => {
      webhook.timestamp = Date.now() - days * DAY_MS;
    });

  it("waits for an approval if an earlier copy might have been deleted, and acts after the approval", async () => {
    const run = await reeve.runOf(await moved(70, "old"), OWN, "awaiting_approval");
    expect(run.approvalReasons).toEqual(["this event is 70 days old, and might have been acted on before"]);
    expect(await reeve.roles()).not.toContain("old");
    expect(await reeve.page(`/approvals?run=${run.id}`)).toContain("this event is 70 days old");
    await reeve.approved(run);
    await expect.poll(() => reeve.roles()).toContain("old");
  });
});

describe("the audit trail", () => {
  it("passes verification, and contains the actor and reason of the start and end of a pause", async () => {
    const told = async () =>
      (await reeve.audit())
        .filter(({ type }) => type.startsWith("pause."))
        .map(({ type, actor, detail }) => [type, actor, detail["automation"], detail["reason"]]);
    await expect.poll(told).toEqual([
      ["pause.set", NORA, null, "something is off"],
      ["pause.lifted", NORA, null, "it was the weather"],
    ]);
  });
});
