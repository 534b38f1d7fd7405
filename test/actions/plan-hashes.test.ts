// Equal plans keep equal hashes across versions, so that a recorded approval stays valid for its plan.
import { expect, it } from "vitest";
import { actions } from "../../src/actions/index.ts";
import { makePlan } from "../../src/runs/run.ts";
import { inputs } from "./inputs.ts";

it("the plan of every action has the same hash in all versions", async () => {
  expect(Object.keys(inputs).sort()).toEqual([...actions.keys()].sort());
  const hashes: Record<string, string> = {};
  for (const [name, action] of actions)
    hashes[name] = (await makePlan("an-automation", [action.fromRecord(inputs[name])])).hash.slice(0, 16);
  expect(hashes).toEqual({
    "campaign.create": "627d234da50bfdfa",
    "connector-owner.add": "78f36bd3d42ee5bf",
    "connector-owner.end-by-hand": "87d3cda234da9cf4",
    "entitlement-owner.remove": "ca3529bc52c59f37",
    "policy-step.approve": "7b63e791309a47c9",
    "policy-step.deny": "e0518c81841cf960",
    "policy-step.reassign": "c590b4046ffaccec",
    "policy-step.replace-policy": "55e8fa73d9b365fd",
    "promise.mend-by-hand": "c2323411eb241d83",
    "provision.complete": "b88b08a7bbcf2a8d",
    "provision.error": "001081e397f58959",
    "session-policy.end-on": "fd75d4d9b7eec509",
    "session-policy.remove": "d9fbbb482690d5f5",
    "tool.accept": "b510a23505710c20",
    "tool.retire": "57e197801cfcf0fc",
    "tool.track": "65fb04b1dff8d74a",
    "undo.by-hand": "42b390e31a035e2b",
    "user-entitlement-owner.remove": "6ed46faa805f4452",
    "workflow.return": "f46ae2181f8d883b",
  });
});
