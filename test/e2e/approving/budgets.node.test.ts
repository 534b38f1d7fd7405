import { describe, expect, it } from "vitest";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, NORA } from "../tickets.ts";

const OWN = "test-own";
const RETIRE = "test-retire-tools";
const LIMIT = 20;
const RUNS = 100;
const LATER = 30;

const reeve = RuledReeve.forFile({
  enabled: [OWN, RETIRE],
  policy: {
    budgets: [
      { name: "deletes an hour", effects: "deletes", per: "all", limit: LIMIT, windowMinutes: 60 },
      {
        // The tenant has only 31 tools to delete, but any number of ownership roles.
        name: "owners an hour",
        effects: ["createConnectorOwner"],
        per: "all",
        limit: LIMIT,
        windowMinutes: 60,
      },
    ],
  },
  // The budget spans all desks, and so does a decision about held runs.
  bindings: { DESKS: "3" },
});

const counts = async (automation: string) => ({
  done: await reeve.count(automation, "done"),
  held: await reeve.count(automation, "held"),
  cancelled: await reeve.count(automation, "cancelled"),
});
const settledAs = (automation: string, wanted: Awaited<ReturnType<typeof counts>>) =>
  expect.poll(() => counts(automation)).toEqual(wanted);
const roles = (prefix: string, length: number) => Array.from({ length }, (_, n) => `${prefix}-${n}`);

describe("a budget of 20 that 100 runs want to use concurrently", () => {
  it("allows exactly 20 effects, and records why it holds the other 80 runs", async () => {
    await Promise.all(roles("r", RUNS).map((role) => reeve.send({ role })));
    await settledAs(OWN, { done: LIMIT, held: RUNS - LIMIT, cancelled: 0 });
    await expect.poll(() => reeve.roles()).toHaveLength(LIMIT);
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(LIMIT);

    const held = (await reeve.audit()).filter(({ type }) => type === "run.held");
    expect(held).toHaveLength(RUNS - LIMIT);
    expect(await reeve.run(held[0]?.runId ?? "")).toMatchObject({
      state: "held",
      hold: { budget: "owners an hour", limit: LIMIT, used: LIMIT, windowMinutes: 60 },
      journal: [{ state: "planned", attempts: 0 }],
    });
  });

  it("can't be exceeded by the requester's decision", async () => {
    const batch = await reeve.decideAll("resumed", { state: "held" }, ADA);
    expect(batch).toMatchObject({ state: "done", decided: 0, refused: RUNS - LIMIT });
    expect(new Set(batch.left.map(({ refused }) => refused))).toEqual(
      new Set(["You asked for this yourself; another person must decide."]),
    );
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(LIMIT);
  });

  it("can be exceeded by another person's decision, after which each held run acts once", async () => {
    const reason = "the platform team's move, agreed with security";
    const batch = await reeve.decideAll("resumed", { state: "held", automation: OWN }, NORA, reason);
    expect(batch).toMatchObject({ decided: RUNS - LIMIT, refused: 0 });
    await settledAs(OWN, { done: RUNS, held: 0, cancelled: 0 });
    await expect.poll(async () => (await reeve.roles()).sort()).toEqual(roles("r", RUNS).sort());
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(RUNS);

    const resumed = (await reeve.audit()).filter(({ type }) => type === "run.resumed");
    expect(resumed).toHaveLength(RUNS - LIMIT);
    for (const { actor, detail } of resumed)
      expect({ actor, reason: detail["reason"] }).toEqual({ actor: NORA, reason });
  });

  it("holds all later runs, which a person can cancel with a recorded reason", async () => {
    await Promise.all(roles("s", LATER).map((role) => reeve.send({ role })));
    await settledAs(OWN, { done: RUNS, held: LATER, cancelled: 0 });
    const reason = "sent by a broken script";
    const batch = await reeve.decideAll("cancelled", { state: "held" }, ADA, reason);
    expect(batch).toMatchObject({ decided: LATER });
    await settledAs(OWN, { done: RUNS, held: 0, cancelled: LATER });
    const ended = (await reeve.audit()).filter(({ type }) => type === "run.cancelled");
    expect(ended.filter(({ actor, detail }) => actor === ADA && detail["batch"] === batch.id)).toHaveLength(
      LATER,
    );
    expect(await reeve.run(ended[0]?.runId ?? "")).toMatchObject({ ended: { by: ADA, reason } });
    await expect.poll(() => reeve.roles()).toHaveLength(RUNS);
  });
});

describe("a budget of 20 deletes", () => {
  it("is not affected by a used-up budget for owners: 20 tools are deleted, and the run for the 21st tool is held", async () => {
    const { all } = await reeve.tools();
    const [wanted, last] = [all.slice(0, LIMIT), all[LIMIT] ?? ""];
    await Promise.all(wanted.map((tool) => reeve.send({ tools: [tool] })));
    const retired = () => reeve.tools().then((tools) => tools.retired.sort());
    await expect.poll(retired).toEqual(wanted.sort());
    const run = await reeve.runOf(await reeve.send({ tools: [last] }), RETIRE, "held");
    expect(run.hold).toMatchObject({ budget: "deletes an hour", used: LIMIT });
    expect(await retired()).toHaveLength(LIMIT);

    expect((await reeve.decide(run, { decision: "resumed" }, NORA)).status).toBe(200);
    expect(await reeve.until(run.id, ({ state }) => state === "done")).toMatchObject({
      override: { by: NORA },
    });
    expect(await retired()).toContain(last);
  });

  it("holds a larger plan as a whole, so that none of its effects happens", async () => {
    const none = await reeve.post(
      "batches",
      { decision: "cancelled", filter: { state: "held" }, reason: "x" },
      NORA,
    );
    expect(none).toMatchObject({ status: 409, body: { detail: expect.stringContaining("no run matches") } });
    const { all, retired } = await reeve.tools();
    const tools = all.filter((id) => !retired.includes(id));
    const run = await reeve.runOf(await reeve.send({ tools }), RETIRE, "held");
    expect(run.journal.map(({ attempts }) => attempts)).toEqual(tools.map(() => 0));
    expect((await reeve.tools()).retired).toEqual(retired);
  });
});

describe("the audit trail", () => {
  it("passes verification, with one chain per desk and one entry per effect", async () => {
    const entries = await reeve.audit();
    expect(new Set(entries.map(({ desk }) => desk)).size).toBe(3);
    const applied = entries.filter(({ type }) => type === "effect.applied");
    expect(applied).toHaveLength(RUNS + LIMIT + 1);
    expect(new Set(applied.map(({ actor }) => actor))).toEqual(new Set(["reeve"]));
    expect(entries.filter(({ type }) => type === "run.cancelled")).toHaveLength(LATER);
  });
});
