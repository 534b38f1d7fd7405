// The same plans have the same hashes: an approval on record stays bound to what it was given for.
import { expect, it } from "vitest";
import { actions } from "../../src/actions/index.ts";
import { makePlan } from "../../src/desk/run/run.ts";

const app = { id: "app_1", name: "GitHub" };
const connector = { id: "con_1", name: "GitHub MCP" };
const user = { id: "usr_1", name: "Ada Marsh" };
const tool = { id: "tool_1", name: "Delete branch" };
const policy = { id: "sp_1", name: "Shared kiosks" };
const entitlement = { appId: "app_2", id: "ent_1", name: "Platform team" };
const fingerprint = { name: "n1", description: "d1", inputSchema: "s1" };
const owned = { app, connector, user, roleSlug: "owner", until: "2027-06-30" };

/** An input for each action, by the action's name. */
const inputs: Readonly<Record<string, unknown>> = {
  "connector-owner.add": { app, connector, roleSlug: "owner", user, until: "2027-06-30" },
  "connector-owner.ask-to-end": owned,
  "connector-owner.end-by-hand": owned,
  "entitlement-owner.remove": { app, roleSlug: "owner", entitlement },
  "user-entitlement-owner.remove": {
    app,
    roleSlug: "owner",
    entitlement,
    appUser: { id: "acc_1", name: "ada.marsh@example.com" },
  },
  "tool.retire": { app, connector, tool },
  "tool.watch": { app, connector, tool, fingerprint },
  "tool.accept": { app, connector, tool, changed: ["description"], fingerprint },
  "session-policy.remove": { policy },
  "session-policy.end-on": { policy, until: "2027-06-30" },
  "campaign.start": {
    name: "Q3",
    scope: { allGrants: {} },
    policy: { id: "pol_2", name: "Managers" },
    owners: [user],
    completionDate: "2027-07-15T00:00:00Z",
  },
};

it("every action's plan has the hash it always had", async () => {
  expect(Object.keys(inputs).sort()).toEqual([...actions.keys()].sort());
  const hashes: Record<string, string> = {};
  for (const [name, action] of actions)
    hashes[name] = (await makePlan("an-automation", [action.fromRecord(inputs[name])])).hash.slice(0, 16);
  expect(hashes).toEqual({
    "campaign.start": "76550cd839b091b8",
    "connector-owner.add": "78f36bd3d42ee5bf",
    "connector-owner.ask-to-end": "19b99a71261c09fa",
    "connector-owner.end-by-hand": "87d3cda234da9cf4",
    "entitlement-owner.remove": "ca3529bc52c59f37",
    "session-policy.end-on": "fd75d4d9b7eec509",
    "session-policy.remove": "d9fbbb482690d5f5",
    "tool.accept": "f258619c4fa742d6",
    "tool.retire": "57e197801cfcf0fc",
    "tool.watch": "256afe9dc39c9fff",
    "user-entitlement-owner.remove": "6ed46faa805f4452",
  });
});
