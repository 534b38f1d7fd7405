import { describe, expect, it } from "vitest";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, NORA } from "../tickets.ts";

const OWN = "test-own";
const LIMIT = 20;
const RUNS = 100;

const reeve = RuledReeve.forFile({
  enabled: [OWN],
  policy: {
    budgets: [
      {
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

const settledAs = (wanted: object) =>
  expect
    .poll(async () => ({ done: await reeve.count(OWN, "done"), held: await reeve.count(OWN, "held") }))
    .toEqual(wanted);
const roles = (prefix: string, length: number) => Array.from({ length }, (_, n) => `${prefix}-${n}`);

describe("a budget of 20 that 100 runs want to use concurrently", () => {
  it("allows exactly 20 effects, and records why it holds the other 80 runs", async () => {
    await Promise.all(roles("r", RUNS).map((role) => reeve.send({ role })));
    await settledAs({ done: LIMIT, held: RUNS - LIMIT });
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
    await settledAs({ done: RUNS, held: 0 });
    await expect.poll(async () => (await reeve.roles()).sort()).toEqual(roles("r", RUNS).sort());
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(RUNS);

    const resumed = (await reeve.audit()).filter(({ type }) => type === "run.resumed");
    expect(resumed).toHaveLength(RUNS - LIMIT);
    for (const { actor, detail } of resumed)
      expect({ actor, reason: detail["reason"] }).toEqual({ actor: NORA, reason });
  });
});
