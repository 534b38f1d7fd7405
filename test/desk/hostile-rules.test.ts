// An automation of the user's own can return and throw anything, and harms only its own run.
import { describe, expect, it } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { DAY_MS } from "../../src/base/days.ts";
import { automation, type Context } from "../../src/kit/automation.ts";
import type { Proposal } from "../../src/kit/proposal.ts";
import { Random } from "../simulation/random.ts";
import { delivery, retiring, retiringRule } from "../simulation/world.ts";
import { deskWith } from "./at-desk.ts";

const LONG = 10_000_000;
const tool = retiring("tool_1");
const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;
const fails = (): never => {
  throw new Error("a getter throws");
};
const hostileProxy = () => new Proxy({}, { get: fails, getPrototypeOf: fails, ownKeys: fails, has: fails });
const throwing = (thrown: unknown) => () => {
  throw thrown;
};
const withGetter = (name: string) => Object.defineProperty(new Error("x"), name, { get: fails });
const actions = (change: object) => () => ({ actions: [{ ...tool, ...change }] });
const goOn = (progress: object) => () => ({ goOn: { state: 1, done: 0, of: 1, what: "tools", ...progress } });

/** Hostile implementations of `propose`, each with a part of the message that explains its error. */
const HOSTILE: readonly (readonly [message: string, propose: (context: Context) => unknown])[] = [
  ["`propose` waited 30 s", () => new Promise(() => {})],
  ["`propose` waited 30 s", () => new Proxy({}, { get: () => () => {} })],
  ["it threw a text", throwing("a text")],
  ["xxxx", throwing("x".repeat(LONG))],
  ["it threw null", throwing(null)],
  ["it threw undefined", throwing(undefined)],
  ["can't be shown", throwing(withGetter("message"))],
  ["Error: x", throwing(withGetter("stack"))],
  ["can't be shown", throwing({ toString: fails })],
  ["can't be shown", throwing(Object.create(null))],
  ["can't be shown", throwing(hostileProxy())],
  ["can't be shown", () => Promise.reject(hostileProxy())],
  ["it is undefined", () => undefined],
  ["it is undefined", async () => undefined],
  ["it is null", () => null],
  ["it is 5", () => 5],
  ["but has none", () => [{ ignore: "a list" }]],
  ["must have exactly one of actions, ignore, waitUntil, goOn, but has none", () => ({})],
  ["but has two", () => ({ ...actions({})(), ignore: "and nothing" })],
  ["actions (found: []): must contain an action", () => ({ actions: [] })],
  ["actions.0 is a function", () => ({ actions: [retireTool] })],
  ["actions[0].action: is missing", () => ({ actions: [{}] })],
  ["actions[0].effects[0].input: is missing", actions({ effects: [{ operation: "deleteMcpTool" }] })],
  ["does not declare the operation format", actions({ effects: [{ operation: "format", input: {} }] })],
  ["actions[0].leaves[0]", actions({ leaves: [{ kind: "ownership", key: "x", data: {} }] })],
  ["actions.0.input.at is NaN", actions({ input: { at: Number.NaN } })],
  ["ignore (found: 5)", () => ({ ignore: 5 })],
  [
    "waitUntil is NaN: check the Date.parse",
    () => ({ waitUntil: Date.parse("next monday"), for: "its day" }),
  ],
  ["waitUntil is Infinity", () => ({ waitUntil: Number.POSITIVE_INFINITY, for: "its day" })],
  ["waitUntil (found: 1700000000)", () => ({ waitUntil: 1_700_000_000, for: "its day" })],
  ["waitUntil (found: 9007199254740991)", () => ({ waitUntil: Number.MAX_SAFE_INTEGER, for: "its day" })],
  ['waitUntil (found: "2027-03-01")', () => ({ waitUntil: "2027-03-01", for: "its day" })],
  ['actions[0].startsOn (found: "1 March 2027"): must be a day', actions({ startsOn: "1 March 2027" })],
  ['actions[0].startsOn (found: "2027-02-30")', actions({ startsOn: "2027-02-30" })],
  ['actions[0].answerBy (found: "tomorrow")', actions({ answerBy: "tomorrow" })],
  ["actions[0].followUp.due", actions({ followUp: { assignees: [], due: "0001-01-01" } })],
  ["actions[0].followUp.days (found: -1)", actions({ followUp: { assignees: [], days: -1 } })],
  ["goOn.done is NaN", goOn({ done: Number.NaN })],
  ["goOn.of (found: -1)", goOn({ of: -1 })],
  ["exceeds the limit of 750000 bytes", () => ({ ignore: "x".repeat(LONG) })],
  ["Invalid string length", goOn({ state: new Array(1e9) })],
  ["at most 10000 characters", () => ({ ignore: "x".repeat(20_000) })],
  ["circular structure", goOn({ state: cycle })],
  ["goOn.state is a bigint", goOn({ state: 5n })],
  ["goOn.state.key is a symbol", goOn({ state: { key: Symbol("x") } })],
  ["a getter throws", goOn({ state: Object.defineProperty({}, "x", { get: fails, enumerable: true }) })],
  ["a getter throws", goOn({ state: { toJSON: fails } })],
  ["a getter throws", () => hostileProxy()],
];

const at = (key: string) => Number(key.split("-")[1]);

const good = retiringRule("good", ["ticket.created", "ticket.transitioned"], ({ ticket }) => ({
  actions: [retiring(ticket.key)],
}));

describe("a hostile automation", () => {
  it("fails its run with a message in each of 1,000 attempts, and does not affect the runs of a good automation", async () => {
    const random = new Random(5);
    const tries = Array.from({ length: 1_000 }, () => random.among(HOSTILE));
    const hostile = retiringRule(
      "hostile",
      "ticket.created",
      ({ ticket }, context) => tries[at(ticket.key)]?.[1](context) as Proposal,
    );
    const later = automation({
      name: "later",
      on: "ticket.created",
      proposes: [retireTool],
      when: ({ ticket }) => ticket.key === "T-0" || "It is another ticket.",
      propose: (_, { now, since }) =>
        now < since + DAY_MS ? { waitUntil: since + DAY_MS, for: "a day" } : { actions: [tool] },
    });
    const sent: string[] = [];
    const call = (id = "") => void sent.push(id);
    await deskWith({ rules: [hostile, good, later], policy: { approvals: [] }, call }, async (at) => {
      const begun = at.now;
      for (let n = 0; n < tries.length; ) {
        for (const end = n + 100; n < end; n++) await at.deliver(`T-${n}`);
        await at.workMeanwhile(() => {
          at.now += 5_000;
        });
      }
      const runs = [...at.runs.values()];
      const failed = runs.filter((one) => one.automation === "hostile");
      expect(failed).toHaveLength(tries.length);
      for (const run of failed) {
        const [message = ""] = tries[Number(run.subject.split("-")[1])] ?? [];
        expect(run, message).toMatchObject({ state: "failed", version: 2, dueAt: null });
        expect(run.problem?.message).toContain(message);
        expect(run.problem?.message.length).toBeLessThan(2_100);
      }
      const ended = runs.filter((one) => one.automation === "good");
      expect(ended.map(({ state }) => state)).toEqual(Array(1_000).fill("done"));
      expect(sent.toSorted()).toEqual(Array.from(tries, (_, n) => `T-${n}`).toSorted());
      // Only the run that waits is due later, at its time.
      expect(at.desk.health()).toMatchObject({ waiting: 1, due: 0, inFlight: 0 });
      expect(at.desk.loop.nextLook()).toBe(begun + DAY_MS);
      expect(at.audit.length).toBeLessThan(5_000);
    });
  });

  it.each<readonly [string, () => unknown]>([
    ["throws", fails],
    ["returns a number", () => 5],
    ["is asynchronous", async () => "it is withdrawn"],
  ])("ends only its own waiting run if its `withdrawn` %s", async (_, withdrawn) => {
    const waiting = (name: string, change: object) =>
      automation({
        name,
        on: "ticket.created",
        proposes: [retireTool],
        propose: () => ({ actions: [tool], approvalReasons: ["a person has to look"] }),
        ...change,
      });
    const rules = [waiting("hostile", { withdrawn }), waiting("other", { withdrawn: () => null })];
    await deskWith({ rules }, async (at) => {
      await at.deliverUntil(delivery("T-1", { subject: "T-1" }), "awaiting_approval", "awaiting_approval");
      at.now += 60_000;
      await at.deliver("T-2", { subject: "T-1", type: "ticket.deleted" });
      await at.runsAre("cancelled", "awaiting_approval");
    });
  });

  it.each<readonly [string, string, () => unknown, string]>([
    ["when", "throws a text", throwing("a text"), "it threw a text"],
    ["when", "throws an error without a readable message", throwing(withGetter("message")), "can't be shown"],
    ["when", "returns false", () => false, "returned false; it must return true or a sentence"],
    ["when", "is asynchronous", async () => true, "`when` of hostile returned a promise"],
    ["when", "returns nothing", () => undefined, "`when` of hostile returned undefined"],
    ["person", "throws", fails, "a getter throws"],
    ["person", "returns a number", () => 5, "`person` of hostile returned a value of type number"],
    ["person", "returns a text that is too long", () => "x".repeat(LONG), "returned a value of type string"],
    ["person", "is asynchronous", async () => "ada.marsh@example.com", "returned a value of type object"],
  ])("fails only its own run if its `%s` %s", async (name, _, member, message) => {
    const hostile = automation({
      name: "hostile",
      on: "ticket.created",
      proposes: [retireTool],
      propose: () => ({ actions: [tool] }),
      [name]: member,
    });
    await deskWith({ rules: [hostile, good], policy: { approvals: [] }, call: () => ({}) }, async (at) => {
      const [failed] = await at.deliverUntil("T-1", "failed", "done");
      expect(failed?.problem?.message).toContain(message);
    });
  });
});
