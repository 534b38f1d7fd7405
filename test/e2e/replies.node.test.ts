import { describe, expect, it } from "vitest";
import type { Run } from "../../src/runs/run.ts";
import { type Fault, startVendor, type VendorStub } from "../vendors/stub.ts";
import { jira, jiraVariables, toldByReeve } from "../vendors/tickets.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "./tickets.ts";

let vendor: VendorStub;
const reeve = RuledReeve.forFile(async (stopped) => {
  vendor = stopped(await startVendor(jira));
  return {
    enabled: ["test-own", "test-retire-tools", "test-start-campaign"],
    policy: {
      approvals: [
        { when: "always", automations: ["test-retire-tools"] },
        { when: "operation", operations: ["createCampaign"] },
      ],
    },
    // The tickets belong to Ada, and Gita causes their events.
    people: [ADA, GITA, NORA].map((email) => ({ email, roles: ["approver"] })),
    replies: { jira: { visible: false, move: { done: "Done" } } },
    bindings: { ...jiraVariables(vendor.url), REEVE_URL: "https://reeve.example.com/" },
  };
});

let issues = 70_000;
/** Sends a new ticket, and waits for a run of it whose reply is settled. */
async function answered(content: object, automation: string, ...states: readonly Run["state"][]) {
  const issue = String(++issues);
  const event = await reeve.send(content, issue);
  const run = await reeve.runOf(event, automation, ...states);
  const reply = await reeve.replied(run);
  return { run, issue, reply, told: toldByReeve(vendor, issue) };
}

describe("a reply", () => {
  it("reports a completed change with a link to the run, and moves the ticket", async () => {
    const { run, issue, reply, told } = await answered({ role: "told-1" }, "test-own", "done");
    expect(told).toEqual([
      "Accepted by the service, which can take some minutes to show it: Make Ada Marsh an owner (told-1) of GitHub MCP.\nDetails in Reeve",
      "to 21",
    ]);
    expect(reply).toMatchObject({ type: "reply.sent", detail: { to: "jira", state: "done", moved: "Done" } });
    const [comment] = vendor.asked.filter(({ path }) => path.includes(`/issue/${issue}/comment`));
    expect(comment?.body).toMatchObject({
      properties: [{ key: "sd.public.comment", value: { internal: true } }],
    });
    expect(JSON.stringify(comment?.body)).toContain(`https://reeve.example.com/runs/${run.id}`);
    const page = await fetch(new URL(`/runs/${run.id}`, reeve.url));
    expect(await page.text()).toContain('jira</bdi></strong>: <span class="badge good">sent<');
  });
});

describe("a requester whose email Jira hides", () => {
  it("is identified, so that they can't approve their own request", async () => {
    const event = await reeve.send({ tools: ["tool_github_delete_branch"] }, "69998", ({ issue }) => {
      delete issue.fields.reporter.emailAddress;
    });
    const run = await reeve.runOf(event, "test-retire-tools", "awaiting_approval");
    expect(await reeve.approve(run, ADA)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("You asked for this yourself") },
    });
    expect((await reeve.approve(run)).status).toBe(200);
    await reeve.runOf(event, "test-retire-tools", "done");
  });
});

describe("a plan that only some people can approve", () => {
  const CAMPAIGN = "test-start-campaign";

  it("waits for the only approver who is not involved in it", async () => {
    const run = await reeve.planned(CAMPAIGN, { review: "Review of Hugo", reviewOwner: HUGO });
    for (const email of [ADA, GITA]) expect((await reeve.approve(run, email)).status, email).toBe(403);
    await reeve.approved(run);
  });

  it("fails immediately if all possible approvers are involved in it, and its ticket gets a reply", async () => {
    const content = { review: "Review of Nora", reviewOwner: NORA };
    const { run, reply, told } = await answered(content, CAMPAIGN, "failed");
    expect([run.problem?.code, reply.type]).toEqual(["nobody_can_approve", "reply.sent"]);
    expect(told).toEqual([
      expect.stringMatching(
        /^This could not be done: This needs an approval that nobody can give: the requester is unknown, or/,
      ),
    ]);
    expect(await reeve.campaigns("Review of Nora")).toEqual([]);
  });
});

describe("a reply that can't be sent", () => {
  it("is retried after a 429 with the delay that the system requests", async () => {
    vendor.fail({ status: 429, headers: { "retry-after": "2" } });
    const { run, reply, told } = await answered({ role: "busy-1" }, "test-own", "done");
    expect(reply.at - run.updatedAt).toBeGreaterThanOrEqual(2_000);
    expect(told).toHaveLength(2);
    expect(reply.type).toBe("reply.sent");
  });

  it.for<[string, Fault, number]>([
    ["the connection breaks before the reply arrives", "lost before", 0],
    ["the connection breaks after the reply arrived", "lost after", 1],
    ["the response is a 500", { status: 500 }, 0],
  ])("is not repeated but shown as unknown if %s, and the run does not fail", async ([, fault, arrived]) => {
    vendor.fail(fault);
    const { run, reply, told } = await answered({ role: `unsure-${arrived}-${issues}` }, "test-own", "done");
    expect(told).toHaveLength(arrived);
    expect(run).toMatchObject({ state: "done", journal: [{ state: "applied" }] });
    expect(reply).toMatchObject({ type: "reply.unknown", detail: { code: "sender_outcome_unknown" } });
    expect(reply.detail).not.toHaveProperty("moved");
  });

  it("is shown as failed if it was rejected, with the error and without the credential", async () => {
    vendor.fail({ status: 403 });
    const { run, reply } = await answered({ role: "refused-1" }, "test-own", "done");
    expect(reply).toMatchObject({ type: "reply.failed", detail: { code: "sender_refused" } });
    expect(JSON.stringify([run, reply])).not.toContain("jira-api-token");
  });
});
