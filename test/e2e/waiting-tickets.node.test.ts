import { expect, it } from "vitest";
import { startVendor, type VendorStub } from "../vendors/stub.ts";
import { jira, jiraVariables, toldByReeve } from "../vendors/tickets.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, NORA } from "./tickets.ts";

let vendor: VendorStub;
const reeve = RuledReeve.forFile(async (stopped) => {
  vendor = stopped(await startVendor(jira));
  return {
    enabled: ["test-retire-tools"],
    policy: { approvals: [{ when: "always" }] },
    people: [ADA, GITA, NORA].map((email) => ({ email, roles: ["approver"] })),
    replies: { jira: {} },
    bindings: jiraVariables(vendor.url),
    keeps: true,
  };
});

/** Sends a ticket whose plan waits for an approval. */
const waiting = (issue: string, tool: string) => reeve.planned("test-retire-tools", { tools: [tool] }, issue);

it("a ticket gets at most one reply about a waiting plan, even after a crash, and no such reply if the wait ends within a minute", async () => {
  const waits = await waiting("60001", "tool_github_create_issue");
  const decided = await waiting("60002", "tool_github_delete_branch");
  const interrupted = await waiting("60003", "tool_jira_create_ticket");
  await reeve.approved(decided);
  await reeve.replied(decided);
  const told = () => ["60001", "60002", "60003"].map((issue) => toldByReeve(vendor, issue));
  const done = [expect.stringMatching(/^(Done|Accepted by the service[^:]*): Retire the MCP tool/)];
  expect(told()).toEqual([[], done, []]);

  const minute = "UPDATE items SET due_at = 1 WHERE due_at IS NOT NULL;";
  await reeve.restart({}, `${minute} UPDATE items SET begun = 1 WHERE key LIKE '${interrupted.id}:%';`);
  await reeve.minute();
  const note = [
    expect.stringMatching(
      /^This waits for an approval: every plan of this automation needs an approval\. Somebody with the role approver decides\. Without a decision by \d+ \w+ \d{4}, \d\d:\d\d \(Europe\/Berlin\), it will not be done\.\nThe request: Retire the MCP tool Create issue /,
    ),
  ];
  await expect.poll(told).toEqual([note, done, []]);
  await expect.poll(() => reeve.story(interrupted)).toContain("answer.undelivered reeve");

  await reeve.restart({}, minute);
  await reeve.minute();
  await reeve.decide(waits, { decision: "rejected", hash: waits.plan?.hash, reason: "not now" }, NORA);
  await reeve.replied(waits);
  const no = expect.stringMatching(new RegExp(`^Denied by ${NORA}:\\s+“not now”`));
  expect(told()).toEqual([[...note, no], done, []]);
});
