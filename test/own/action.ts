import { describe, expect, it } from "vitest";
import { formatAction, type PlannedAction } from "../../src/actions/action.ts";
import type { AnyAction } from "../../src/actions/define.ts";
import { prepareRequest } from "../../src/governance/client/request.ts";
import { calls } from "../../src/governance/contract/index.ts";
import type { Operation } from "../../src/governance/contract/operation.ts";
import { makePlan } from "../../src/runs/run.ts";
import { sampleValues } from "./samples.ts";

const operations: Readonly<Record<string, Operation>> = calls;

/**
 * Describes what must hold for every action, for inputs that are derived from its schema.
 * @param given Properties of the input to use instead of derived ones, if the schema alone does not explain them
 *
 * @example
 * describeAction(acmeAction);
 */
export function describeAction(action: AnyAction, given: object = {}): void {
  const { actionName, undo, request } = action;
  const planned = () => sampleValues(action.input, given).map(action.fromRecord);

  describe(`the action ${actionName}`, () => {
    it("has a sentence, a target and calls that the operations accept, and the same hash when it is planned again", async () => {
      for (const one of planned()) await expectPlannable(action, one);
    });

    it("has an undo: another action, or instructions", async () => {
      if ("byHand" in undo) expect(undo.byHand).toMatch(SENTENCE);
      else for (const { input } of planned()) expect(undo.by(input).summary).toMatch(SENTENCE);
    });

    it("can be requested with a form, or says why not", () => {
      if ("notAskedFor" in request) expect(request.notAskedFor).toMatch(/\S/);
      else expect(request.description).toMatch(/\S/);
    });
  });
}

const SENTENCE = /^\S(?!.*(?:undefined|\[object |NaN)).*[.?!]$/s;

/** Checks a planned action against the declaration of its action. */
export async function expectPlannable(action: AnyAction, planned: PlannedAction): Promise<void> {
  expect(formatAction(planned)).toMatch(SENTENCE);
  expect(planned.target).toMatch(/^\S(?!.*(?:undefined|\[object |NaN))/);
  for (const { operation, input } of planned.effects) {
    expect(action.calls).toContain(operation);
    const declared = operations[operation];
    if (!declared) throw new Error(`there is no operation ${operation}`);
    prepareRequest("https://acme.example.com", declared, input);
  }
  const again = action.fromRecord(JSON.parse(JSON.stringify(planned.input)));
  const hashes = [planned, again].map(async (one) => (await makePlan("an-automation", [one])).hash);
  const [hash, hashAgain] = await Promise.all(hashes);
  expect(hashAgain).toBe(hash);
}
