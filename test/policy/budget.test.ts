import { describe, expect, it } from "vitest";
import type { EffectOperationId } from "../../src/actions/action.ts";
import { Budget, Budgets, countedBy, exceeded, exceededBy, windowStart } from "../../src/policy/budget.ts";
import { GENERAL_BUDGETS, Policy } from "../../src/policy/policy.ts";

const budget = (change: Partial<Budget> = {}): Budget => ({
  name: "b",
  effects: "all",
  per: "all",
  limit: 2,
  windowMinutes: 60,
  ...change,
});
const wanted = (...operations: EffectOperationId[]) => ({
  automation: "a",
  source: "s",
  effects: operations.map((operation) => ({ operation, app: null, connector: null })),
});
const known = (used: number, size: number | null = null) => ({ used: () => used, size: () => size });

describe("a budget", () => {
  it.for<[number, number, boolean]>([
    [0, 2, false],
    [1, 1, false],
    [1, 2, true],
    [2, 1, true],
    [0, 3, true],
  ])("of 2 with %i used and %i more wanted is exceeded: %s", ([used, more, over]) => {
    const plan = wanted(...Array.from({ length: more }, () => "deleteMcpTool" as const));
    const answer = { budget: "b", limit: 2, used, windowMinutes: 60 };
    expect(exceeded([budget()], known(used), plan)).toEqual(over ? answer : null);
  });

  it("for some sources does not apply to plans from other sources", () => {
    const plan = wanted("deleteMcpTool");
    expect(exceeded([budget({ sources: ["mcp"] })], known(2), plan)).toBeNull();
    expect(exceeded([budget({ sources: ["mcp", "s"] })], known(2), plan)).toMatchObject({ used: 2 });
  });

  it("that is used up holds only plans with effects that it counts", () => {
    const deletes = budget({ effects: "deletes", limit: 0 });
    expect(exceeded([deletes], known(9), wanted("createConnectorOwner"))).toBeNull();
    expect(
      exceeded([deletes], known(0), wanted("createConnectorOwner", "deleteSessionPolicy")),
    ).toMatchObject({ used: 0 });
  });

  it("is reported if it is the first one that a plan exceeds", () => {
    const budgets = [budget({ limit: 9 }), budget({ name: "c" }), budget({ name: "d", limit: 0 })];
    expect(exceeded(budgets, known(2), wanted("createCampaign"))).toMatchObject({ budget: "c" });
  });

  it("with a share is checked before one without a share, regardless of their order", () => {
    const share = budget({ name: "crowd", limit: 0, percent: { most: 10, of: "people" } });
    const both = [budget({ name: "plain", limit: 0 }), share];
    expect(exceeded(both, known(0), wanted("deleteMcpTool"))).toEqual({ unknown: "people" });
    expect(exceeded(both, known(1, 10), wanted("deleteMcpTool"))).toMatchObject({ budget: "crowd" });
  });

  it.for([
    // Percentage, total, limit, and the number of people who fit.
    [10, 9, 0, 0],
    [10, 10, 0, 1],
    [10, 19, 0, 1],
    [12.5, 8, 0, 1],
    [10, 5, 2, 2],
    [0, 400, 1, 1],
    [100, 3, 0, 3],
    [10, 0, 0, 0],
  ] as const)(
    "with a share of %s percent of %s people and a limit of %s admits only %s people",
    ([most, size, limit, fit]) => {
      const share = [budget({ limit, percent: { most, of: "people" } })];
      if (fit > 0) expect(exceeded(share, known(fit - 1, size), wanted("deleteMcpTool"))).toBeNull();
      expect(exceeded(share, known(fit, size), wanted("deleteMcpTool"))).toMatchObject({
        limit: fit,
        used: fit,
      });
    },
  );

  it("that counts plans counts each plan once", () => {
    const plans = budget({ effects: "plans", limit: 1 });
    expect(exceeded([plans], known(0), wanted("deleteMcpTool", "deleteMcpTool"))).toBeNull();
    expect(exceeded([plans], known(1), wanted("deleteMcpTool"))).toMatchObject({ used: 1 });
  });

  it("may be reached, but not exceeded, by several plans together", () => {
    const each = budget({ per: "automation" });
    const plans = [wanted("deleteMcpTool"), wanted("deleteMcpTool"), wanted("createConnectorOwner")];
    const another = { ...wanted("deleteMcpTool"), automation: "another" };
    const uses = [{ of: "another", used: 1 }];
    expect(exceededBy(each, uses, [...plans, another])).toEqual([
      { name: "b", limit: 2, of: "a", used: 0, more: 3 },
    ]);
  });

  it("counts only the operations that its settings name", () => {
    expect(countedBy(budget({ effects: "deletes" }))).toEqual([
      "deleteAppEntitlementOwner",
      "deleteAppUserEntitlementOwner",
      "deleteMcpTool",
      "deleteSessionPolicy",
    ]);
    expect(countedBy(budget({ effects: ["createCampaign"] }))).toEqual(["createCampaign"]);
    expect(countedBy(budget())).toEqual([
      "createConnectorOwner",
      "deleteAppEntitlementOwner",
      "deleteAppUserEntitlementOwner",
      "deleteMcpTool",
      "deleteSessionPolicy",
      "createCampaign",
      "answerWebhook",
      "startAutomation",
    ]);
  });

  it("has a window that starts the given number of minutes ago", () => {
    expect(windowStart({ windowMinutes: 2 }, 200_000)).toBe(80_000);
  });
});

describe("the settings of budgets", () => {
  it.for<[string, object]>([
    ["a limit below 0", { limit: -1 }],
    ["a window of 0 minutes", { windowMinutes: 0 }],
    ["a window over 31 days", { windowMinutes: 44_641 }],
    ["a read operation as an effect", { effects: ["getUser"] }],
    ["no effects", { effects: [] }],
    ["an unknown property", { windowHours: 1 }],
  ])("reject %s", ([, change]) => {
    expect(Budget.safeParse({ ...budget(), ...change }).success).toBe(false);
    expect(Budget.safeParse(budget()).success).toBe(true);
  });

  it("add budgets to the default ones, and replace a default budget by its name", () => {
    const [, ...others] = GENERAL_BUDGETS;
    const own = [budget({ name: "deletes an hour" }), budget()] as const;
    expect(Policy.parse({ budgets: own }).budgets).toEqual([own[0], ...others, own[1]]);
  });

  it("reject two budgets with the same name", () => {
    const { error } = Budgets.safeParse([budget(), budget()]);
    expect(error?.issues).toMatchObject([{ message: "two budgets have the same name" }]);
  });
});
