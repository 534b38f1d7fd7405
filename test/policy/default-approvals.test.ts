import { describe, expect, it } from "vitest";
import { ConfigurationInvalid } from "../../src/base/configured.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { defineConfig } from "../../src/define-config.ts";
import { rulesInEffect } from "../../src/policy/policy.ts";
import { deskWith } from "../desk/at-desk.ts";
import { incoming, retiring, retiringRule } from "../simulation/world.ts";
import { NO_DEFAULT_APPROVALS } from "./own-rules.ts";

const OWN = { when: "always", actions: ["connector-owner.add"] } as const;

/** Returns the policy of a configuration with one approval rule of the user. */
const policyWith = (defaultApprovals: object) =>
  defineConfig({
    ...sample,
    policy: { approvals: [{ ...OWN, actions: [...OWN.actions] }], defaultApprovals },
  }).policy;
const listRules = (defaultApprovals: object) =>
  rulesInEffect(policyWith(defaultApprovals)).map(({ setting, when }) => [setting, when]);

const DEFAULTS = [
  ["policy.defaultApprovals.sharedSecretDeletes", "unsigned_delete"],
  ["policy.defaultApprovals.ownRequests", "asked_by_beneficiary"],
  ["policy.defaultApprovals.ownTicketApprovals", "asked_by_who_approved_it"],
  ["policy.defaultApprovals.manyChanges", "more_effects_than"],
  ["policy.defaultApprovals.campaigns", "operation"],
  ["policy.defaultApprovals.serviceAutomations", "operation"],
];

describe("a configuration with an approval rule of its own", () => {
  it("keeps the six default rules, after its own rule", () => {
    expect(listRules({})).toEqual([["policy.approvals[0]", "always"], ...DEFAULTS]);
  });

  it.for(Object.keys(NO_DEFAULT_APPROVALS))("can switch off only the default rule %s by its name", (name) => {
    const rules = listRules({ [name]: false }).map(([setting]) => setting);
    const others = DEFAULTS.map(([setting]) => setting).filter((one) => !one?.endsWith(`.${name}`));
    expect(rules).toEqual(["policy.approvals[0]", ...others]);
  });

  it("causes an error that lists the default rules if it switches off an unknown rule", () => {
    expect(() => policyWith({ unsignedDeletes: false })).toThrow(
      new ConfigurationInvalid([
        "policy.defaultApprovals.unsignedDeletes: there is no unsignedDeletes; use one of sharedSecretDeletes, ownRequests, ownTicketApprovals, manyChanges, campaigns, serviceAutomations",
      ]),
    );
  });
});

it("an approval stage that names an unknown group causes an error that lists the kinds of approvers", () => {
  const policy = { approvals: [{ ...OWN, actions: [], stages: [{ from: ["Sekurity"] }] }] };
  expect(() => defineConfig({ ...sample, policy })).toThrow(
    'there is no group "Sekurity" in policy.groups; use a group, an email, on-call:<rota>, or one of approver, manager, owner',
  );
});

/** An automation of a user, which deletes a tool for each event. */
const cleanup = retiringRule("own-cleanup", "ticket.created", () => ({ actions: [retiring("tool_1")] }));
const ticket = { system: "jira", id: "1", key: "IAM-1", title: "", fields: {} };
const unsigned = incoming(
  { type: "ticket.created", subject: "jira:1", ticket },
  { authentication: "shared-secret" },
);

it.for([
  ["waits for an approval although the configuration has a rule of its own", {}, "awaiting_approval"],
  ["is carried out if the default rule is switched off", { sharedSecretDeletes: false }, "done"],
] as const)("an unsigned event's plan that deletes a tool %s", async ([, defaultApprovals, state]) => {
  const policy = { ...policyWith(defaultApprovals), unknownRequestersFrom: ["sim"] };
  await deskWith({ rules: [cleanup], policy, call: () => ({}) }, async ({ desk, runsAre, runs }) => {
    await desk.accept(unsigned);
    await runsAre(state);
    const reasons = state === "done" ? [] : ["it deletes something, and the request was not signed"];
    expect(Array.from(runs.values(), (run) => run.approvalReasons)).toEqual([reasons]);
  });
});
