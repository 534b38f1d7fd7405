import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { control } from "../../../src/cli/start/stack.ts";
import type { Run } from "../../../src/desk/run/run.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, NORA } from "../tickets.ts";

const RETIRE = "test-retire-tools";
const OWN = "test-own";
const CAMPAIGN = "test-start-campaign";
/** Long enough for a run to do all it has to do, were it not paused. */
const QUIET_MS = 1_000;

const reeve = RuledReeve.forFile({ enabled: [RETIRE, OWN, CAMPAIGN] });
beforeEach(() => control(reeve.tenant, "DELETE", "faults"));

const set = (automation: string | null, reason: string) => reeve.post("pauses", { automation, reason }, NORA);
const lift = (automation: string | null, reason: string) =>
  reeve.post("pauses/lifted", { automation, reason }, NORA);
const pauses = async () => ((await reeve.get("control")) as { pauses: unknown[] }).pauses;

describe("the kill switch", () => {
  it("stops a run between two effects, and lets it go on where it was once it is lifted", async () => {
    await reeve.fault("deleteMcpTool", { count: 1, delayMs: 2_000 });
    const tools = ["tool_github_create_issue", "tool_github_delete_branch"];
    const event = await reeve.send({ tools });
    await expect.poll(() => reeve.calls("deleteMcpTool")).toBe(1);
    // The first call is under way: it is not taken back, the second is not made.
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

describe("the pause of one automation", () => {
  it("stops that one and leaves others alone", async () => {
    expect((await set(OWN, "its form changes")).status).toBe(200);
    const stopped = await reeve.send({ role: "stopped" });
    const going = await reeve.send({ tools: ["tool_jira_create_ticket"] });
    await reeve.runOf(going, RETIRE, "done");
    const run = await reeve.runOf(stopped, OWN, "acting");
    expect((await reeve.until(run.id, (now) => now.paused !== null)).paused).toBe("its form changes");
    expect(await reeve.roles()).not.toContain("stopped");
    await lift(OWN, "the form is done");
    await reeve.until(run.id, ({ state }) => state === "done");
    await expect.poll(() => reeve.roles()).toContain("stopped");
    expect(await pauses()).toEqual([]);
  });

  it("is refused for an automation that there is none of: nobody is to believe that it stands still", async () => {
    expect((await set("test-onw", "its form changes")).status).toBe(400);
    expect(await pauses()).toEqual([]);
  });

  it("ends for a run that somebody cancels while it is paused", async () => {
    await set(OWN, "for a while");
    const run = await reeve.runOf(await reeve.send({ role: "given-up" }), OWN, "acting");
    await reeve.until(run.id, (now) => now.paused !== null);
    expect((await reeve.decide(run, { decision: "cancelled" }, NORA)).status).toBe(200);
    await reeve.until(run.id, ({ state }) => state === "cancelled");
    await lift(OWN, "over");
    expect(await reeve.roles()).not.toContain("given-up");
  });
});

describe("a call that must not be repeated, and whose outcome is unknown", () => {
  const unknown = async (review: string, drop: "before" | "after") => {
    await reeve.fault("createCampaign", { drop });
    return reeve.runOf(await reeve.send({ review }), CAMPAIGN, "needs_review");
  };
  const review = (run: Run, verdict: string, operator: string) =>
    reeve.decide(run, { decision: "reviewed", verdict }, operator);

  it("waits for a person, and is not cancelled meanwhile", async () => {
    const run = await unknown("Lost W", "after");
    expect(run).toMatchObject({
      problem: { code: "governance_outcome_unknown" },
      journal: [{ state: "unknown", attempts: 1 }],
    });
    expect((await reeve.decide(run, { decision: "cancelled" }, NORA)).status).toBe(409);
    expect((await review(run, "send_again", ADA)).status).toBe(403);
    expect(await reeve.campaigns("Lost W")).toEqual(["Lost W"]);
  });

  it("is over where it happened, and nothing is sent again", async () => {
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

  it("is sent again, once, where it did not happen", async () => {
    const run = await unknown("Lost S", "before");
    expect(await reeve.campaigns("Lost S")).toEqual([]);
    expect((await review(run, "send_again", NORA)).status).toBe(200);
    expect(await reeve.until(run.id, ({ state }) => state === "done")).toMatchObject({
      journal: [{ state: "applied", attempts: 2 }],
    });
    expect(await reeve.campaigns("Lost S")).toEqual(["Lost S"]);
  });

  it("is given up by whoever may sign in, for good", async () => {
    const run = await unknown("Lost A", "before");
    expect((await review(run, "abandon", ADA)).status).toBe(200);
    expect(await reeve.until(run.id, ({ state }) => state === "cancelled")).toMatchObject({
      ended: { by: ADA },
    });
    expect((await review(run, "send_again", NORA)).status).toBe(409);
    expect(await reeve.campaigns("Lost A")).toEqual([]);
  });
});

describe("the audit trail", () => {
  it("has each pause and its end, with who and why, and verifies", async () => {
    const told = async () =>
      (await reeve.audit())
        .filter(({ type }) => type.startsWith("pause."))
        .map(({ type, actor, detail }) => [type, actor, detail["automation"], detail["reason"]]);
    await expect.poll(told).toEqual([
      ["pause.set", NORA, null, "something is off"],
      ["pause.lifted", NORA, null, "it was the weather"],
      ["pause.set", NORA, OWN, "its form changes"],
      ["pause.lifted", NORA, OWN, "the form is done"],
      ["pause.set", NORA, OWN, "for a while"],
      ["pause.lifted", NORA, OWN, "over"],
    ]);
  });
});
