import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { EffectOperationId } from "../../../src/actions/action.ts";
import { ControlClaims } from "../../../src/desk/claims.ts";
import { type Admission, type AdmissionRequest, ControlStore } from "../../../src/desk/control/store.ts";
import type { Budget } from "../../../src/policy/budget.ts";
import { CONTROL } from "../bindings.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const deletes: Budget = { name: "deletes", effects: "deletes", per: "all", limit: 2, windowMinutes: 60 };
const each: Budget = { name: "each", effects: "all", per: "automation", limit: 3, windowMinutes: 60 };
const bySource: Budget = { ...each, name: "by source", per: "source" };

let databases = 0;

/** Runs a test with a fresh database; the test sets the time. */
const withStore = (budgets: readonly Budget[], test: (store: ControlStore, sql: SqlStorage) => void) =>
  runInDurableObject(CONTROL.getByName(`test-${++databases}`), (_, { storage }) =>
    test(new ControlStore(storage.sql, budgets), storage.sql),
  );

let runs = 0;
type Asked = Partial<AdmissionRequest> & {
  readonly operations?: readonly EffectOperationId[];
  readonly app?: string;
  readonly connector?: string;
};
const asking = ({ operations, app, connector, ...change }: Asked = {}): AdmissionRequest => ({
  runId: `run_${++runs}`,
  planHash: "00",
  automation: "a",
  source: "jira",
  effects: (operations ?? ["deleteMcpTool"]).map((operation) => ({
    operation,
    app: app ?? null,
    connector: connector ?? null,
  })),
  override: false,
  ...change,
});
const over = (budget: Budget, used: number) => ({
  admitted: false,
  because: "budget",
  budget: budget.name,
  limit: budget.limit,
  used,
  windowMinutes: budget.windowMinutes,
});

describe("a budget per app or connector", () => {
  const perApp: Budget = { ...deletes, name: "per app", per: "app" };
  const perConnector: Budget = { ...deletes, name: "per connector", per: "connector" };

  it("limits each app or connector separately, and effects without an app or connector not at all", () =>
    withStore([perApp, perConnector], (store) => {
      const at = (app: string, connector?: string) => asking({ app, ...(connector && { connector }) });
      expect(store.admit(at("app_1", "con_1"), 0)).toEqual({ admitted: true });
      expect(store.admit(at("app_1", "con_1"), 0)).toEqual({ admitted: true });
      expect(store.admit(at("app_1", "con_2"), 0)).toEqual(over(perApp, 2));
      expect(store.admit(at("app_2", "con_1"), 0)).toEqual({ admitted: true });
      for (let n = 0; n < 3; n++) expect(store.admit(asking(), 0)).toEqual({ admitted: true });
      expect(store.budgets(0)[1]?.uses.map(({ of, used }) => [of, used])).toEqual([
        [null, 3],
        ["app_1/con_1", 2],
        ["app_2/con_1", 1],
      ]);
    }));
});

describe("agents", () => {
  const theirs: Budget = { ...deletes, name: "agents", sources: ["mcp"], limit: 1 };

  it("have their own budget, which does not count plans from other entry points", () =>
    withStore([theirs], (store) => {
      for (let n = 0; n < 3; n++) expect(store.admit(asking(), 0)).toEqual({ admitted: true });
      expect(store.admit(asking({ source: "mcp" }), 0)).toEqual({ admitted: true });
      expect(store.admit(asking({ source: "mcp" }), 0)).toEqual(over(theirs, 1));
      expect(store.admit(asking(), 0)).toEqual({ admitted: true });
    }));

  it("are turned off by one switch, which stops nothing else and is independent of other switches", () =>
    withStore([], (store) => {
      const who = { automation: null, by: "gita@example.com", reason: "it runs wild" };
      const [before, paused] = [
        asking({ source: "mcp" }),
        { admitted: false, because: "paused", reason: who.reason },
      ];
      expect(store.admit(before, 0)).toEqual({ admitted: true });
      expect(store.set("agents", who, 0)).toBe(true);
      expect(store.set("agents", { ...who, reason: "again" }, 1)).toBe(false);
      expect(store.switches("agents")).toEqual([{ ...who, since: 0 }]);
      for (const request of [before, asking({ source: "mcp" })])
        expect(store.admit(request, 1)).toEqual(paused);
      expect(store.admit(asking(), 1)).toEqual({ admitted: true });
      expect(store.lift("pause", null)).toBe(false);
      expect(store.admit(before, 1)).toEqual(paused);
      expect(store.lift("agents", null)).toBe(true);
      expect(store.admit(before, 2)).toEqual({ admitted: true });
    }));
});

describe("a budget with a share of people", () => {
  const crowd: Budget = {
    ...each,
    name: "crowd",
    automations: ["a"],
    effects: "plans",
    per: "source",
    limit: 2,
    percent: { most: 10, of: "people" },
    windowMinutes: 24 * 60,
  };
  const words = (n: number) => `Jira: ${n} of 50 people are affected today`;
  const held = (used: number) => ({ ...over(crowd, used), limit: 5, crowd: words(used + 1) });
  const counted = { name: "people", n: 50 };

  it("asks for the number of people once the limit is used up, and stores the number", () =>
    withStore([crowd], (store) => {
      const three: EffectOperationId[] = ["deleteMcpTool", "deleteMcpTool", "deleteMcpTool"];
      expect(store.admit(asking({ operations: three }), 0)).toEqual({ admitted: true });
      expect(store.admit(asking(), 0)).toEqual({ admitted: true });
      const next = asking();
      expect(store.admit(next, 0)).toEqual({ admitted: false, because: "size_unknown", size: "people" });
      expect(store.admit({ ...next, size: counted }, 0)).toEqual({ admitted: true });
      for (let n = 3; n < 5; n++) expect(store.admit(asking(), 0)).toEqual({ admitted: true });
      expect(store.admit(asking(), 0)).toEqual(held(5));
      expect(store.admit(asking({ automation: "b" }), 0)).toEqual({ admitted: true });
      expect(store.admit(asking({ source: "slack" }), 0)).toEqual({ admitted: true });
    }));

  it("holds all later plans, even after a person has let a plan exceed the budget, and counts held plans", () =>
    withStore([crowd], (store) => {
      for (let n = 0; n < 5; n++) store.admit(asking({ size: counted }), 0);
      const held1 = asking();
      expect(store.admit(held1, 1)).toEqual(held(5));
      expect(store.admit(held1, 1)).toEqual(held(5));
      expect(store.admit(asking(), 2)).toEqual(held(6));
      expect(store.admit({ ...held1, override: true }, 3)).toEqual({ admitted: true });
      expect(store.admit(asking(), 4)).toEqual(held(7));
      expect(store.budgets(4)[0]?.uses).toEqual([{ of: "jira", used: 8, held: 2, size: 50 }]);
    }));

  it("counts plans that another budget holds", () =>
    withStore([{ ...each, limit: 4 }, crowd], (store) => {
      for (let n = 0; n < 4; n++) store.admit(asking({ size: counted }), 0);
      expect(store.admit(asking(), 0)).toMatchObject({ budget: "each", used: 4 });
      expect(store.admit(asking(), 0)).toEqual(held(5));
    }));
});

describe("a budget in Control", () => {
  it("stops counting an effect at the millisecond when the effect is as old as the window", () =>
    withStore([deletes], (store) => {
      expect(store.admit(asking(), 1_000)).toEqual({ admitted: true });
      expect(store.admit(asking(), 2_000)).toEqual({ admitted: true });
      expect(store.admit(asking(), 60 * MINUTE + 999)).toEqual(over(deletes, 2));
      expect(store.admit(asking(), 60 * MINUTE + 1_000)).toEqual({ admitted: true });
      expect(store.admit(asking(), 60 * MINUTE + 1_999)).toEqual(over(deletes, 2));
      expect(store.admit(asking(), 60 * MINUTE + 2_000)).toEqual({ admitted: true });
    }));

  it("admits a plan entirely or not at all, and does not count a rejected plan", () =>
    withStore([deletes], (store) => {
      const three: EffectOperationId[] = ["deleteMcpTool", "deleteMcpTool", "deleteSessionPolicy"];
      expect(store.admit(asking({ operations: three }), 0)).toEqual(over(deletes, 0));
      expect(store.admit(asking({ operations: three.slice(1) }), 0)).toEqual({ admitted: true });
      expect(store.admit(asking(), 0)).toEqual(over(deletes, 2));
      expect(store.admit(asking({ operations: ["createCampaign"] }), 0)).toEqual({ admitted: true });
    }));

  it("counts a plan once, even if the plan is admitted repeatedly over a long time", () =>
    withStore([deletes], (store) => {
      const same = asking({ operations: ["deleteMcpTool", "deleteMcpTool"] });
      for (const at of [0, 1, 61 * MINUTE, 30 * DAY])
        expect(store.admit(same, at)).toEqual({ admitted: true });
      expect(store.admit(asking(), 30 * DAY)).toEqual({ admitted: true });
    }));

  it("counts a new plan of the same run again", () =>
    withStore([deletes], (store) => {
      const first = asking();
      store.admit(first, 0);
      store.admit({ ...first, planHash: "01" }, 0);
      expect(store.admit({ ...first, planHash: "02" }, 0)).toEqual(over(deletes, 2));
    }));

  it("can be exceeded by a plan that a person allows, and counts that plan", () =>
    withStore([deletes], (store) => {
      const held = asking({ operations: ["deleteMcpTool", "deleteMcpTool", "deleteMcpTool"] });
      expect(store.admit(held, 0)).toEqual(over(deletes, 0));
      expect(store.admit({ ...held, override: true }, 0)).toEqual({ admitted: true });
      expect(store.admit(held, 0)).toEqual({ admitted: true });
      expect(store.admit(asking(), 0)).toEqual(over(deletes, 3));
    }));

  it.for([
    [each, { automation: "b" }],
    [bySource, { source: "slack" }],
  ] as const)("counts each automation or source separately", ([budget, other]) =>
    withStore([budget], (store) => {
      for (let n = 0; n < 3; n++) expect(store.admit(asking(), 0)).toEqual({ admitted: true });
      expect(store.admit(asking(), 0)).toEqual(over(budget, 3));
      expect(store.admit(asking(other), 0)).toEqual({ admitted: true });
      expect(store.budgets(0)[0]?.uses).toContainEqual({
        of: Object.values(other)[0],
        used: 1,
        held: 0,
        size: null,
      });
    }),
  );

  it("counts effects from before the budget was added or changed", () =>
    withStore([], (store, sql) => {
      for (let n = 0; n < 5; n++) store.admit(asking(), 0);
      expect(new ControlStore(sql, [deletes]).admit(asking(), 1)).toEqual(over(deletes, 5));
    }));

  it("deletes effects that are older than any window", () =>
    withStore([deletes], (store, sql) => {
      store.admit(asking(), 0);
      store.admit(asking(), 31 * DAY - 60_000);
      expect(sql.exec("SELECT count(*) AS n FROM admitted").one()).toEqual({ n: 2 });
      store.admit(asking(), 31 * DAY);
      expect(sql.exec("SELECT count(*) AS n FROM admitted").one()).toEqual({ n: 2 });
    }));
});

describe("the running count of budgets", () => {
  const share = { most: 5, of: "people" } as const;
  const budgets: readonly Budget[] = [
    { ...deletes, limit: 6 },
    { ...each, limit: 9, windowMinutes: 10 },
    { ...bySource, automations: ["a", "b"], limit: 20, windowMinutes: 30 * 24 * 60 },
    { ...each, name: "plans", effects: "plans", per: "all", limit: 25, windowMinutes: 240 },
    { ...each, name: "apps", per: "app", sources: ["jira"], limit: 7 },
    { ...each, name: "connectors", per: "connector", limit: 4, windowMinutes: 90 },
    { ...each, name: "crowd", effects: "plans", per: "source", limit: 5, percent: share, windowMinutes: 120 },
    { ...deletes, name: "share", effects: "all", limit: 30, percent: share, windowMinutes: 200 },
  ];

  /** Makes requests at times of a clock that stops, runs, jumps and is set back. */
  function makeRequests(seed: number): readonly (readonly [request: AdmissionRequest, at: number])[] {
    let state = seed * 2_654_435_761;
    const below = (n: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;
    const operations = ["deleteMcpTool", "deleteSessionPolicy", "createConnectorOwner"] as const;
    let now = 40 * DAY;
    return Array.from({ length: 400 }, (_, n) => {
      now += pick([0, 1, MINUTE, 5 * MINUTE, 20 * MINUTE, 3 * 60 * MINUTE, -7 * MINUTE]);
      if (below(80) === 0) now += pick([2 * DAY, 32 * DAY]);
      const run = below(n + 1);
      const request = asking({
        operations: Array.from({ length: 1 + below(3) }, () => pick(operations)),
        ...(below(3) > 0 && { app: pick(["app_1", "app_2"]), connector: pick(["con_1", "con_2"]) }),
        // Some runs ask again, with the same plan or another plan.
        runId: `run_${seed}_${run}`,
        planHash: pick(["00", "01"]),
        automation: ["a", "b", "c"][run % 3] ?? "a",
        source: run % 2 ? "jira" : "slack",
        override: below(12) === 0,
        size: { name: "people", n: 100 },
      });
      return [request, now] as const;
    });
  }

  it.for(Array.from({ length: 12 }, (_, seed) => seed + 1))(
    "gives the same result as counting the whole window each time (seed %i)",
    async (seed) => {
      const requests = makeRequests(seed);
      const admitted: Admission[] = [];
      await withStore(budgets, (store) => {
        for (const [request, at] of requests) admitted.push(store.admit(request, at));
      });
      const counted: Admission[] = [];
      await withStore(budgets, (_, sql) => {
        for (const [request, at] of requests) counted.push(new ControlStore(sql, budgets).admit(request, at));
      });
      expect(admitted).toEqual(counted);
      const refusals = counted.flatMap((one) => ("budget" in one ? one.budget : []));
      expect(refusals.length).toBeGreaterThan(40);
      expect(new Set(refusals).size).toBeGreaterThan(3);
    },
  );

  it("reads as many rows for an admission after 2,000 earlier admissions in the window as after 100", () =>
    withStore([], (_, sql) => {
      const cursors: { readonly rowsRead: number }[] = [];
      const counting = {
        exec: (statement: string, ...values: (string | number | null)[]) => {
          const cursor = sql.exec(statement, ...values);
          cursors.push(cursor);
          return cursor;
        },
      } as Pick<SqlStorage, "exec"> as SqlStorage;
      const large = budgets.map((budget) => ({ ...budget, limit: 1e6 }));
      const store = new ControlStore(counting, large);
      const readFor = (from: number, to: number): number => {
        cursors.length = 0;
        for (let n = from; n < to; n++) store.admit(asking({ app: "app_1", connector: "con_1" }), n);
        return cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
      };
      readFor(0, 100);
      const early = readFor(100, 200);
      readFor(200, 2_000);
      expect(readFor(2_000, 2_100)).toBe(early);
      expect(early / 100).toBeLessThan(20);
    }));

  it("is read from the table again after a failed admission was rolled back", () =>
    withStore([deletes], (_, sql) => {
      let fails = false;
      const failing = {
        exec: (statement: string, ...values: (string | number | null)[]) => {
          const cursor = sql.exec(statement, ...values);
          if (fails && statement.startsWith("INSERT")) throw new Error("the disk is full");
          return cursor;
        },
      } as Pick<SqlStorage, "exec"> as SqlStorage;
      const store = new ControlStore(failing, [deletes]);
      expect(store.admit(asking(), 0)).toEqual({ admitted: true });
      fails = true;
      expect(() => store.admit(asking(), 0)).toThrow("the disk is full");
      fails = false;
      sql.exec("DELETE FROM admitted WHERE run_id = ?", `run_${runs}`);
      expect(store.admit(asking(), 0)).toEqual({ admitted: true });
      expect(store.admit(asking(), 0)).toEqual(over(deletes, 2));
    }));
});

const why = { by: "ada.marsh@example.com", reason: "an audit" };

describe("a pause", () => {
  it("stops its automation even in the middle of a plan, and even if a person has resumed the run", () =>
    withStore([], (store) => {
      const admitted = asking();
      store.admit(admitted, 0);
      expect(store.set("pause", { automation: "a", ...why }, 5)).toBe(true);
      expect(store.switches("pause")).toEqual([{ automation: "a", since: 5, ...why }]);
      const paused = { admitted: false, because: "paused", reason: "an audit" };
      expect(store.admit(admitted, 6)).toEqual(paused);
      expect(store.admit(asking({ override: true }), 6)).toEqual(paused);
      expect(store.admit(asking({ automation: "b" }), 6)).toEqual({ admitted: true });
      store.lift("pause", "a");
      expect(store.admit(admitted, 7)).toEqual({ admitted: true });
    }));

  it("of all automations stops each of them, and leaves each automation's own pause unchanged", () =>
    withStore([], (store) => {
      store.set("pause", { automation: "a", ...why }, 1);
      store.set("pause", { automation: null, by: "bo", reason: "stop" }, 2);
      expect(store.admit(asking({ automation: "b" }), 3)).toMatchObject({ reason: "stop" });
      expect(store.switches("pause").map(({ automation }) => automation)).toEqual(["a", null]);
      store.lift("pause", null);
      expect(store.admit(asking({ automation: "b" }), 3)).toEqual({ admitted: true });
      expect(store.admit(asking(), 3)).toMatchObject({ reason: "an audit" });
    }));

  it("changes nothing if it is set a second time, or if an automation without a pause is resumed", () =>
    withStore([], (store) => {
      store.set("pause", { automation: "a", ...why }, 1);
      expect(store.set("pause", { automation: "a", by: "bo", reason: "me too" }, 2)).toBe(false);
      expect(store.switches("pause")).toEqual([{ automation: "a", since: 1, ...why }]);
      expect(store.lift("pause", "a")).toBe(true);
      expect(store.lift("pause", "a")).toBe(false);
      expect(store.switches("pause")).toEqual([]);
    }));
});

describe("a dry run that a person switched on", () => {
  it("rejects plans that have not begun, and lets plans that have begun continue", () =>
    withStore([deletes], (store) => {
      const begun = asking();
      expect(store.admit(begun, 0)).toEqual({ admitted: true });
      const first = { automation: "a", by: "gita.lund@example.com", reason: "new" };
      expect(store.set("dry_run", first, 1)).toBe(true);
      expect(store.set("dry_run", { ...why, automation: "a" }, 2)).toBe(false);
      expect(store.switches("dry_run")).toEqual([{ ...first, since: 1 }]);
      expect(store.admit(begun, 3)).toEqual({ admitted: true });
      expect(store.admit(asking(), 3)).toEqual({ admitted: false, because: "dry_run", reason: "new" });
      expect(store.admit(asking({ automation: "b" }), 3)).toEqual({ admitted: true });
      expect(store.lift("dry_run", "a")).toBe(true);
      expect(store.lift("dry_run", "a")).toBe(false);
      expect(store.admit(asking(), 3)).toEqual(over(deletes, 2));
    }));
});

it("a claim is forgotten after 400 days", () =>
  runInDurableObject(CONTROL.getByName(`test-${++databases}`), (_, { storage }) => {
    const claims = new ControlClaims(storage.sql);
    const facts = {
      type: "worker.hired",
      facts: "f",
      effectAt: 0,
      wait: null,
      signed: true,
      confirmed: false,
    };
    const claim = { automation: "a", person: "p", subject: "hr:1", runId: "run_1", ...facts };
    expect(claims.claim(claim, [], 0)).toBeNull();
    const other = { ...claim, runId: "run_2", subject: "hr:2" };
    expect(claims.claim(other, [], 400 * DAY)).toMatchObject([{ runId: "run_1" }]);
    expect(claims.claim(other, [], 400 * DAY + 1)).toBeNull();
  }));
