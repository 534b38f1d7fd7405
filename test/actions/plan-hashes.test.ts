// Equal plans keep equal hashes across versions, so that a recorded approval stays valid for its plan.
import { expect, it } from "vitest";
import { actions } from "../../src/actions/index.ts";
import { makePlan } from "../../src/runs/run.ts";
import { inputs } from "./inputs.ts";

it("the plan of every action has its recorded hash", async () => {
  expect(Object.keys(inputs).sort()).toEqual([...actions.keys()].sort());
  const hashes: Record<string, string> = {};
  for (const [name, action] of actions)
    hashes[name] = (await makePlan("an-automation", [action.fromRecord(inputs[name])])).hash.slice(0, 16);
  expect(hashes).toEqual({
    "campaign.create": "dbd8d5d4bbc2a99e",
    "connector-owner.add": "120b057bf05d7522",
    "connector-owner.end-by-hand": "ff10296029ed06d2",
    "entitlement-owner.remove": "9f43744087706ea3",
    "policy-step.approve": "918592f7d40e8065",
    "policy-step.deny": "583a6a1db37abb49",
    "policy-step.reassign": "d791a444d605bf0a",
    "policy-step.replace-policy": "40775be348302d70",
    "promise.mend-by-hand": "7e4db66d86e2ee2b",
    "provision.complete": "d859d85e3877c2c4",
    "provision.error": "427f2d85ab0f4101",
    "service-automation.start": "42df61c92377685a",
    "session-policy.end-on": "1986c2ed6905f3f5",
    "session-policy.remove": "462c7eb9ff154bbc",
    "tool.accept": "a758917843152e01",
    "tool.retire": "c8dd2332b3f7f5cb",
    "tool.track": "b55939a999c8af29",
    "undo.by-hand": "79d2fce614edb0dd",
    "user-entitlement-owner.remove": "26ecea36afa51778",
    "workflow.return": "845148bc7ba375cb",
  });
});
