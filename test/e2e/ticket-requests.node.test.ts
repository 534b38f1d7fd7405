import { describe, expect, it } from "vitest";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { control } from "../../src/cli/start/stack.ts";
import type { Run } from "../../src/runs/run.ts";
import { github } from "../../src/sandbox/vendors/senders.ts";
import { startVendor, type VendorStub } from "../vendors/stub.ts";
import { jira, jiraVariables, toldByReeve } from "../vendors/tickets.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA } from "./tickets.ts";

const { settings } = sample;

let vendor: VendorStub;
const reeve = RuledReeve.forFile(async (stopped) => {
  vendor = stopped(await startVendor(jira));
  return {
    enabled: [
      "connector-owner-from-ticket",
      "entitlement-owner-removal-from-ticket",
      "tool-retirement-from-ticket",
      "campaign-from-ticket",
      "last-days",
      "last-day-tasks",
    ],
    policy: { approvals: [{ when: "operation", operations: ["createCampaign"] }] },
    replies: { jira: { move: { done: "Done", notDone: "Declined" } } },
    fields: { ...settings.fields, github: { tool: "Tool" } },
    automations: {
      "tool-retirement-from-ticket": { requestType: "Retire tool", status: ["Approved", "completed"] },
    },
    bindings: jiraVariables(vendor.url),
  };
});

const jiraFields = settings.fields["jira"] ?? {};
let issues = 80_000;

/** Sends a new approved ticket. @param fields By their names in the settings */
async function approved(requestType: string, fields: Readonly<Record<string, unknown>>) {
  const issue = String(++issues);
  const event = await reeve.send({}, issue, (webhook) => {
    const custom = webhook.issue.fields;
    for (const field of Object.values(jiraFields)) custom[field] = null;
    for (const [name, value] of Object.entries(fields)) custom[jiraFields[name] ?? name] = value;
    custom.customfield_10010 = { requestType: { name: requestType } };
  });
  return { issue, event };
}

const answered = (run: Run) => reeve.replied(run);
const state = <Answer>(what: string) => control<Answer>(reeve.tenant, "GET", what);

interface Owners {
  readonly connectorOwners: readonly { readonly connectorId: string; readonly userId: string }[];
  readonly appEntitlementOwners: readonly { readonly appId: string; readonly entitlementId: string }[];
}

describe("an approved ticket", () => {
  it("makes a user a connector owner, and gets a reply with the last day", async () => {
    const { event, issue } = await approved("Connector owner", {
      user: ADA,
      connector: { value: "GitHub MCP" },
      until: "2099-12-31",
    });
    await answered(await reeve.runOf(event, "connector-owner-from-ticket", "done"));
    await expect
      .poll(async () => (await state<Owners>("owners")).connectorOwners)
      .toContainEqual(expect.objectContaining({ connectorId: "con_github_mcp", userId: "usr_ada_marsh" }));
    expect(toldByReeve(vendor, issue)).toEqual([
      expect.stringContaining("(app GitHub) until 31 Dec 2099."),
      "to 21",
    ]);
  });

  it("removes an entitlement owner of an app, and reports to a second ticket that nothing was left to delete", async () => {
    const owned = expect.objectContaining({ appId: "app_jira", entitlementId: "ent_github_admin" });
    expect((await state<Owners>("owners")).appEntitlementOwners).toContainEqual(owned);
    const remove = () =>
      approved("Remove app owner", { entitlement: { value: "GitHub admin" }, app: { value: "Jira" } });
    await reeve.runOf((await remove()).event, "entitlement-owner-removal-from-ticket", "done");
    expect((await state<Owners>("owners")).appEntitlementOwners).not.toContainEqual(owned);

    const { event, issue } = await remove();
    const { id } = await reeve.runOf(event, "entitlement-owner-removal-from-ticket", "done");
    await answered(await reeve.run(id));
    expect(toldByReeve(vendor, issue)).toEqual([
      expect.stringContaining("Nothing was left to delete: nothing was changed."),
      "to 21",
    ]);
    expect(await reeve.page(`/runs/${id}`)).toContain("was already missing");
  });

  it("retires a tool, and fails with a reply if the tool is already retired", async () => {
    const first = await approved("Retire tool", { tool: "Create issue" });
    const { id } = await reeve.runOf(first.event, "tool-retirement-from-ticket", "done");
    await reeve.until(id, ({ journal }) => journal[0]?.shows?.is === "seen");
    expect((await reeve.tools()).retired).toEqual(["tool_github_create_issue"]);

    const { event, issue } = await approved("Retire tool", { tool: "Create issue" });
    await answered(await reeve.runOf(event, "tool-retirement-from-ticket", "failed"));
    expect(toldByReeve(vendor, issue)).toEqual([
      expect.stringContaining("Create issue is already retired."),
      "to 31",
    ]);
    expect(await reeve.calls("deleteMcpTool")).toBe(1);
  });

  it("creates a draft campaign after an approver has approved the plan", async () => {
    const { event, issue } = await approved("Access review", {
      name: "Spring review",
      policy: { value: "Manager reviews" },
      owners: `hugo.pike@example.com,\n${GITA}`,
      users: "all",
      due: "2099-06-30",
    });
    const run = await reeve.runOf(event, "campaign-from-ticket", "awaiting_approval");
    expect(await reeve.campaigns("Spring review")).toEqual([]);
    expect((await reeve.approve(run, GITA)).status).toBe(403);
    expect((await reeve.approve(run)).status).toBe(200);
    const open = await reeve.runOf(event, "campaign-from-ticket", "awaiting_follow_up");
    expect(await reeve.campaigns("Spring review")).toEqual(["Spring review"]);
    expect(open).toMatchObject({ dueAt: Date.parse("2099-06-30T23:59:59Z"), followUps: [{ step: 0 }] });
    const started = { decision: "completed", verdict: "done" };
    expect((await reeve.decide(open, started, GITA)).status).toBe(200);
    await answered(await reeve.runOf(event, "campaign-from-ticket", "done"));
    expect(toldByReeve(vendor, issue)).toEqual([
      "Accepted by the service, which can take some minutes to show it: Create the access review campaign “Spring review”, of all grants, with the policy Manager reviews, owned by Hugo Pike, Gita Lund, due 30 Jun 2099, as a draft, which its owner must start.\nApproved by nora.field@example.com:\n“as agreed”\ngita.lund@example.com reported this as done: Start the review “Spring review”, a draft in the tenant.",
      "to 21",
    ]);
  });
});

it("a GitHub issue retires a tool if it is closed as completed, but not if it is closed as not planned", async () => {
  const close = async (reason: string) => {
    const { body, headers } = fixture("github", "issues.closed");
    const webhook = JSON.parse(body);
    webhook.issue.id = ++issues;
    webhook.issue.state_reason = reason;
    webhook.issue.labels[0].name = "request: Retire tool";
    webhook.issue.body =
      "<!--\n### Tool\n\nHidden\n-->\n ### **Tool** ###\n<!-- Its name -->\nDelete branch\n";
    const response = await deliver(reeve.url, github, { body: JSON.stringify(webhook), headers });
    return ((await response.json()) as { event: string }).event;
  };
  const { runs, declined } = await settled(reeve.url, await close("not_planned"));
  expect(runs).toEqual([]);
  expect(declined).toContainEqual({
    reason: 'The status is "not_planned", not "Approved" or "completed".',
    automations: ["tool-retirement-from-ticket"],
  });
  expect((await reeve.tools()).retired).not.toContain("tool_github_delete_branch");
  const run = await reeve.runOf(await close("completed"), "tool-retirement-from-ticket", "done");
  expect(run.journal).toMatchObject([{ state: "applied" }]);
  expect((await reeve.tools()).retired).toContain("tool_github_delete_branch");
});
