// Fixed inputs for all actions.

const app = { id: "app_1", name: "GitHub" };
const connector = { id: "con_1", name: "GitHub MCP" };
const user = { id: "usr_1", name: "Ada Marsh" };
const tool = { id: "tool_1", name: "Delete branch" };
const policy = { id: "sp_1", name: "Shared kiosks" };
const entitlement = { appId: "app_2", id: "ent_1", name: "Platform team" };
const fingerprint = {
  name: "n1",
  description: "d1",
  inputSchema: "s1",
  clientTypes: "c1",
  entitlement: "e1",
  discovered: "h1",
};
const asked = {
  callback: "c2VhbGVkLWNhbGxiYWNr",
  request: "GitHub admin in GitHub for Ada Marsh (4711)",
  until: "2027-06-30T08:00:00Z",
};
const commented = { ...asked, comment: "IAM-42 is Approved." };
export const things = { app, connector, user, tool, policy, fingerprint };
const owned = { app, connector, user, roleSlug: "owner", until: "2027-06-30" };

/** An input for each action, by the action's name. */
export const inputs: Readonly<Record<string, unknown>> = {
  "connector-owner.add": { app, connector, roleSlug: "owner", user, until: "2027-06-30" },
  "connector-owner.end-by-hand": owned,
  "entitlement-owner.remove": { app, roleSlug: "owner", entitlement },
  "user-entitlement-owner.remove": {
    app,
    roleSlug: "owner",
    entitlement,
    appUser: { id: "acc_1", name: "ada.marsh@example.com" },
  },
  "promise.mend-by-hand": {
    promise: "identities-have-managers",
    broken: { id: "usr_1", name: "Build bot" },
    task: "give Build bot a manager who is enabled",
    since: "2027-06-30",
  },
  "undo.by-hand": {
    did: "Create the access review Q3.",
    how: "It can only be ended in the tenant.",
    unverified: [],
    target: "campaign Q3",
    beneficiaries: ["usr_1"],
    forgets: [{ kind: "campaign", key: "Q3" }],
  },
  "tool.retire": { app, connector, tool },
  "tool.track": { app, connector, tool, fingerprint },
  "tool.accept": { app, connector, tool, changed: ["description"], fingerprint },
  "session-policy.remove": { policy },
  "session-policy.end-on": { policy, until: "2027-06-30" },
  "policy-step.approve": { ...commented, for: [user] },
  "policy-step.deny": commented,
  "policy-step.reassign": { ...commented, to: [user] },
  "policy-step.replace-policy": { ...commented, policySteps: [{ approval: {} }] },
  "provision.complete": commented,
  "provision.error": commented,
  "workflow.return": { ...asked, context: { ticket: "IAM-42" } },
  "service-automation.start": { listener: { id: "lst_1", name: "Offboard" }, context: { userId: "usr_1" } },
  "campaign.create": {
    name: "Q3",
    scope: { allGrants: {} },
    policy: { id: "pol_2", name: "Managers" },
    owners: [user],
    completionDate: "2027-07-15T00:00:00Z",
  },
};
