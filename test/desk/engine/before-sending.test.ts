/** The conditions before an effect becomes `sending`: if a crash follows, it is unknown whether the call was sent. */
import { expect, it } from "vitest";
import * as campaign from "../../../src/actions/campaign.ts";
import type { Admission } from "../../../src/desk/control/store.ts";
import { GovernanceProblem } from "../../../src/governance/client/index.ts";
import { type Automation, automation } from "../../../src/kit/automation.ts";
import { PLAN_CHECK_VALID_MS, type Run } from "../../../src/runs/run.ts";
import { PAUSED } from "../at-desk.ts";
import { decided, draftCampaign, follow, live } from "../lives.ts";
import { oneRun } from "../one-run.ts";

const acting = live(decided(draftCampaign));

const reviewing = automation({
  name: "a",
  on: "ticket.created",
  proposes: [campaign.draftCampaign],
  propose: () => ({ ignore: "planned already" }),
});

const admitted: Admission = { admitted: true };

/** Advances the run. @returns its result, and all requests, in order */
async function goOn(
  prepare: () => Promise<boolean>,
  admissions: readonly Admission[],
  {
    from = acting,
    now = 3_000,
    automations = [reviewing],
  }: { readonly from?: Run; readonly now?: number; readonly automations?: readonly Automation[] } = {},
): Promise<{ readonly run: Run; readonly story: readonly string[] }> {
  const story: string[] = [];
  const left = [...admissions];
  const desk = {
    automations: new Map(automations.map((one) => [one.name, one])),
    governance: {
      prepare() {
        story.push("token");
        return prepare();
      },
      async call() {
        story.push("call");
        return {};
      },
    },
    now: () => now,
    async admit() {
      story.push("admit");
      return left.shift() ?? admitted;
    },
  };
  const run = oneRun(from, desk, (runEvents) => story.push(...runEvents.map(({ type }) => type)));
  return { run: await run(), story };
}

it("the token is fetched before an effect becomes `sending`", async () => {
  const { run, story } = await goOn(async () => false, [admitted]);
  expect(story).toEqual(["admit", "token", "admitted", "call", "applied"]);
  expect(run.state).toBe("done");
});

it("a pause that is set while the token is fetched stops the effect", async () => {
  const { run, story } = await goOn(async () => true, [admitted, PAUSED]);
  expect(story).toEqual(["admit", "token", "admit", "paused"]);
  expect(run).toMatchObject({ state: "acting", paused: "a test", journal: [{ attempts: 0 }] });
});

it("without a token, no effect is attempted, and the run retries later", async () => {
  const { run, story } = await goOn(async () => {
    throw new GovernanceProblem("governance_unavailable", "createToken", "the service failed");
  }, [admitted]);
  expect(story).toEqual(["admit", "token", "failed"]);
  expect(run).toMatchObject({ state: "acting", journal: [{ state: "planned", attempts: 0 }] });
  expect(run.dueAt).toBeGreaterThan(3_000);
});

it("a plan that is older than an hour, or was paused, is made again before it acts", async () => {
  const old = { now: 2_000 + PLAN_CHECK_VALID_MS + 1 };
  const stood = { from: follow(acting, { type: "paused", reason: "a test" }, 2_500) };
  for (const how of [old, stood]) {
    const { story } = await goOn(async () => false, [admitted], how);
    expect(story.slice(0, 2)).toEqual(["admit", "outdated"]);
  }
  const { run } = await goOn(async () => false, [PAUSED], old);
  expect(run).toMatchObject({ state: "acting", plan: { actions: acting.plan?.actions } });
});

it("a plan that is at most an hour old is not made again", async () => {
  const { story } = await goOn(async () => false, [admitted], { now: 2_000 + PLAN_CHECK_VALID_MS });
  expect(story).toEqual(["admit", "token", "admitted", "call", "applied"]);
});

it("an effect is not sent if its automation no longer declares the operation", async () => {
  const automations = [automation({ name: "a", on: "ticket.created", propose: () => ({ ignore: "" }) })];
  const { run, story } = await goOn(async () => false, [admitted], { automations });
  expect(story).toEqual(["admit", "token", "admitted", "failed"]);
  expect(run).toMatchObject({
    state: "failed",
    problem: { code: "operation_undeclared" },
    journal: [{ state: "refused" }],
  });
});
