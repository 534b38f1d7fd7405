/**
 * Tests who must approve a ticket's plan. A ticket that its requester moved to "Approved" has no approval yet, and a
 * plan that was stopped is checked again before it acts.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { sample } from "../../../src/cli/start/sample.ts";
import { control } from "../../../src/cli/start/stack.ts";
import type { Run } from "../../../src/runs/run.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA, reportedBy } from "../tickets.ts";

const { settings } = sample;

const [RETIRES, OWNS, OWN] = [
  "tool-retirement-from-ticket",
  "connector-owner-from-ticket",
  "test-own",
] as const;
const reeve = RuledReeve.forFile({
  enabled: [RETIRES, OWNS, OWN],
  policy: {
    approvals: [{ when: "asked_by_who_approved_it" }, { when: "always", automations: [OWN] }],
    unknownRequestersFrom: ["jira"],
  },
  fields: settings.fields,
});

interface Account {
  readonly accountId: string;
  readonly emailAddress?: string;
}
const account = (emailAddress: string): Account => ({
  accountId: `account of ${emailAddress}`,
  emailAddress,
});
const named = settings.fields["jira"] ?? {};

/** Sends an approved ticket. @returns its run, once it is in this state */
async function approved(
  { by, askedBy, fields, form }: { by: Account | null; askedBy: Account; fields: object; form: string },
  automation: string,
  state: Run["state"],
): Promise<Run> {
  const event = await reeve.send({}, undefined, (webhook) => {
    webhook.user = by;
    webhook.issue.fields.reporter = askedBy;
    webhook.issue.fields.customfield_10010 = { requestType: { name: form } };
    for (const [name, value] of Object.entries(fields)) webhook.issue.fields[named[name] ?? name] = value;
  });
  return reeve.runOf(event, automation, state);
}
const retire = { fields: { tool: "Create issue", connector: null }, form: "Retire tool" };
const own = (user: string) => ({
  fields: { user, connector: "GitHub MCP", role: "Owner", until: null },
  form: "Connector owner",
});

describe("a plan waits for another person", () => {
  it("if the requester approved the ticket from an account without a visible email", async () => {
    const hidden = { accountId: "one account" };
    const run = await approved({ by: hidden, askedBy: hidden, ...retire }, RETIRES, "awaiting_approval");
    expect(run.approvalReasons).toEqual(["its ticket's approver asked for it or is affected by it"]);
  });

  it("if the requester approved the ticket from an account with a visible email", async () => {
    const run = await approved(
      { by: account(ADA), askedBy: account(ADA), ...retire },
      RETIRES,
      "awaiting_approval",
    );
    expect(run.approvalReasons).toEqual([
      `${ADA}, who approved the ticket, asked for it or is affected by it`,
    ]);
    expect(await reeve.approve(run, ADA)).toMatchObject({ status: 403 });
    expect(await reeve.approve(run, HUGO)).toMatchObject({ status: 200 });
  });
});

it("a plan needs no approval if a person other than its requester approved the ticket", async () => {
  await approved({ by: account(GITA), askedBy: account(ADA), ...own(HUGO) }, OWNS, "done");
});

let roles = 0;
/** Returns the waiting run of a ticket that this address reported, and that the same address or Gita moved. */
const reported = (...who: Parameters<typeof reportedBy>) =>
  reeve.planned(OWN, { role: `role-${++roles}` }, undefined, reportedBy(...who));
/** An address that Nora might have in a ticket system, and that no governance user has. */
const ALIAS = "nora.field+jira@example.com";

describe("a plan whose requester is not a governance user", () => {
  it("can't be approved by a person with a similar address, even if the policy lets unknown people request changes", async () => {
    const run = await reported(ALIAS);
    expect(await reeve.approve(run, NORA)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("resembles yours") },
    });
    const answer = await reeve.approve(run, HUGO);
    expect(answer).toMatchObject({ status: 200, body: { warnings: [expect.stringContaining(ALIAS)] } });
  });

  it("is shown to approvers with a warning if the policy lets unknown people request changes", async () => {
    const run = await reported(null, null);
    expect(run).toMatchObject({
      state: "awaiting_approval",
      warnings: [
        "Requester unknown: Jira does not name the requester. If you asked for this, let somebody else decide.",
      ],
    });
    for (const path of [`/runs/${run.id}`, `/approvals?run=${run.id}`])
      expect(await reeve.page(path)).toMatch(/Jira does not name the req[^<]*<.bdi><.p><div class="dec/);
    const audit = (await reeve.audit()).find(({ runId, type }) => runId === run.id && type === "plan.made");
    expect(audit?.detail).toMatchObject({ warnings: run.warnings });
  });
});

const hugo = (status: "ENABLED" | "DISABLED") =>
  control(reeve.tenant, "POST", "users", {
    user: { id: "usr_hugo_pike", email: HUGO, displayName: "Hugo Pike" },
    status,
  });
beforeEach(async () => {
  await control(reeve.tenant, "DELETE", "faults");
  await hugo("ENABLED");
});

const asked = (state: Run["state"]) =>
  approved({ by: account(GITA), askedBy: account(ADA), ...own(HUGO) }, OWNS, state);
const pause = (path: "pauses" | "pauses/lifted") =>
  reeve.post(path, { automation: null, reason: "a test" }, NORA);

it("a plan delayed by a pause is made again when the pause is lifted", async () => {
  const before = await reeve.calls("createConnectorOwner");
  await pause("pauses");
  const run = await asked("acting");
  await reeve.until(run.id, ({ paused }) => paused !== null);
  await hugo("DISABLED");
  await pause("pauses/lifted");
  expect(await reeve.until(run.id, ({ state }) => state === "failed")).toMatchObject({
    problem: { code: "user_not_found" },
    journal: [],
  });
  expect(await reeve.calls("createConnectorOwner")).toBe(before);
  expect(await reeve.story(run)).toEqual([
    "plan.made reeve",
    "run.paused reeve",
    "plan.outdated reeve",
    "plan.failed reeve",
  ]);
});

it("a run whose call was rejected is planned again on a retry, and fails if its user has since left", async () => {
  await reeve.fault("createConnectorOwner", { count: 1, status: 403 });
  const run = await asked("failed");
  expect(run.journal).toMatchObject([{ state: "refused", attempts: 1 }]);
  const before = await reeve.calls("createConnectorOwner");
  await hugo("DISABLED");
  await reeve.decide(run, { decision: "retried" }, NORA);
  const failed = await reeve.until(
    run.id,
    ({ state, version }) => state === "failed" && version > run.version,
  );
  expect(failed.problem).toMatchObject({ code: "user_not_found" });
  expect(await reeve.calls("createConnectorOwner")).toBe(before);

  await hugo("ENABLED");
  await reeve.decide(run, { decision: "retried" }, NORA);
  expect(await reeve.until(run.id, ({ state }) => state === "done")).toMatchObject({
    journal: [{ state: "applied", attempts: 1 }],
  });
});
