import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type EffectCall, effectOperations } from "../../src/actions/action.ts";
import { defineAction } from "../../src/actions/define.ts";
import { actions } from "../../src/actions/index.ts";
import { retireTool } from "../../src/actions/tool.ts";
import { leaver } from "../../src/automations/platform/leaver.ts";
import { findBroken } from "../../src/cli/deploy/runs.ts";

const automations = new Map([["leaver", leaver]]);
const [app, connector, tool] = ["app_1", "con_1", "tool_1"].map((id) => ({ id, name: id }));
if (!app || !connector || !tool) throw new Error("three were named");

/** Returns a run with this plan, as D1 returns it. */
const run = (...planned: readonly object[]) => ({
  id: "run_1",
  automation: "leaver",
  subject: "bamboohr:1",
  state: "awaiting_approval",
  mode: "live",
  actions: JSON.parse(JSON.stringify(planned)),
});
const listFaults = (stored: ReturnType<typeof run>, rules: Partial<Parameters<typeof findBroken>[0]> = {}) =>
  findBroken({ automations, actions, ...rules }, [stored]).flatMap(({ faults }) => faults);

/** Returns a variant of the action `tool.retire`, as changed code might define it. */
const retireOtherwise = (change: {
  readonly input?: z.ZodType;
  readonly summary?: () => string;
  readonly effects?: () => readonly EffectCall[];
}) =>
  new Map([
    [
      "tool.retire",
      defineAction({
        name: "tool.retire",
        input: z.unknown(),
        summary: () => "",
        target: () => "",
        calls: effectOperations,
        effects: () => retireTool({ app, connector, tool }).effects,
        unverified: () => [],
        beneficiaries: () => [],
        undo: { byHand: "Nothing undoes it." },
        notAskedFor: "Only tests plan it.",
        ...change,
      }),
    ],
  ]);

describe("an unfinished run", () => {
  const stored = run(retireTool({ app, connector, tool }));

  it("continues if the code is unchanged", () => {
    expect(listFaults(stored)).toEqual([]);
    expect(listFaults({ ...stored, actions: null })).toEqual([]);
  });

  it("continues if only the sentence of an action has changed", () => {
    expect(listFaults(stored, { actions: retireOtherwise({ summary: () => "Another." }) })).toEqual([]);
  });

  it("breaks if its automation is missing, with or without a plan", () => {
    for (const actions of [stored.actions, null])
      expect(listFaults({ ...stored, automation: "gone", actions })).toEqual([
        'its automation "gone" no longer exists',
      ]);
  });

  it("breaks if an action is missing", () => {
    expect(listFaults(stored, { actions: new Map() })).toEqual(['its action "tool.retire" no longer exists']);
  });

  it("breaks if the input of an action is no longer valid, with a reason that names the property", () => {
    const input = z.object({ tool: z.object({ version: z.int() }) });
    expect(listFaults(stored, { actions: retireOtherwise({ input }) })).toEqual([
      expect.stringMatching(/^its action "tool.retire" no longer accepts its input \(tool.version: .+\)$/),
    ]);
  });

  it("continues with the planned calls if an action's unchanged input now leads to other calls", () => {
    const effects = () => retireTool({ app, connector, tool: { id: "tool_2", name: "Another" } }).effects;
    expect(listFaults(stored, { actions: retireOtherwise({ effects }) })).toEqual([]);
  });
});
