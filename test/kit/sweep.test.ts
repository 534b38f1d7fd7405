import { describe, expect, it } from "vitest";
import { putEntry } from "../../src/actions/inventory.ts";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/kit/automation.ts";
import { schedule } from "../../src/kit/schedule.ts";
import { sweep } from "../../src/kit/sweep.ts";
import { makeContext } from "../automations/support/context.ts";
import { makeHistory, proposed, tick } from "../automations/support/proposed.ts";
import { tenantAt } from "../governance/tenant.ts";

const named = (id: string) => ({ id, name: id });
const place = (n: number) => ({
  app: named("app"),
  connector: named("con"),
  tool: named(`tool_${String(n).padStart(5, "0")}`),
});

describe("a sweep of the inventory", async () => {
  const governance = (await tenantAt("sweep.example.com")).client();
  const makeSweep = (isFound: (n: number) => boolean, seen: string[] = []) =>
    automation({
      name: "test-sweep",
      on: schedule("0 6 * * *", { timeZone: "UTC" }),
      propose: (_, context) =>
        sweep(
          context,
          "tool",
          "tools",
          async ({ data }) => {
            seen.push(data.tool.id);
            return isFound(Number(data.tool.id.slice(-5))) ? { finding: data } : {};
          },
          ({ found, more, of }) => {
            const [first, ...others] = found.map((one) => retireTool(one));
            return first
              ? { actions: [first, ...others], approvalReasons: [`${more} more of ${of}`] }
              : { ignore: `none of ${of}` };
          },
        ),
    });
  const recorded = async (count: number) =>
    makeContext(governance, {
      history: await makeHistory(Array.from({ length: count }, (_, n) => putEntry("tool", place(n)))),
    });
  const due = "2099-04-01T06:00:00.000Z";

  it("checks each entry once, in bounded steps, and each finding once more", async () => {
    const context = await recorded(1_001);
    const seen: string[] = [];
    const one = makeSweep((n) => n === 7 || n === 1_000, seen);
    const proposal = await proposed(one, tick(one, due), context);
    expect(proposal).toMatchObject({
      steps: 6,
      actions: [
        { target: expect.stringContaining("tool_00007") },
        { target: expect.stringContaining("tool_01000") },
      ],
      approvalReasons: ["0 more of 1001"],
    });
    expect(seen.length).toBe(1_003);
    expect(new Set(seen).size).toBe(1_001);
  });

  it("remakes the plan from its findings without checking all entries again", async () => {
    const context = await recorded(600);
    const seen: string[] = [];
    const one = makeSweep((n) => n === 7, seen);
    const first = await proposed(one, tick(one, due), context);
    seen.length = 0;
    if (!("actions" in first) || !first.progress) throw new Error("no plan");
    const again = await one.propose(tick(one, due), { ...context, progress: first.progress.state });
    expect(again).toMatchObject({ actions: [{ target: expect.stringContaining("tool_00007") }] });
    expect(seen).toEqual(["tool_00007"]);
  });

  it("plans for at most two hundred entries and counts the rest", async () => {
    const context = await recorded(300);
    const one = makeSweep(() => true);
    const proposal = await proposed(one, tick(one, due), context);
    expect("actions" in proposal && proposal.actions).toHaveLength(200);
    expect(proposal).toMatchObject({ approvalReasons: ["100 more of 300"] });
  });

  it("proposes nothing if there are no entries", async () => {
    const context = await recorded(0);
    const one = makeSweep(() => true);
    expect(await proposed(one, tick(one, due), context)).toMatchObject({ ignore: "none of 0" });
  });
});
