import { expect, it } from "vitest";
import { settled } from "../../../src/cli/shared/reeve-api.ts";
import { connectorOwner } from "../../automations/owned.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA } from "../tickets.ts";
import { listBlocks, readSection, typeCommands } from "./docs-page.ts";

const reeve = RuledReeve.forFile({ sample: true });

/** Creates a plan of Ada's that waits for an approval: access reviews always need one. */
async function waiting(name: string) {
  const input = { name, policy: "Manager reviews", owners: [GITA], users: "all" };
  const event = await reeve.request("campaign.create", input, ADA);
  return reeve.runOf(event, "requested-action", "awaiting_approval");
}

/** Creates a task to remove manually an ownership of Ada's whose last day has passed. */
async function asked() {
  const data = connectorOwner({ until: "2026-01-31" });
  await reeve.addEntries({ kind: "ownership", data });
  await expect.poll(() => reeve.inventory("ownership")).toMatchObject([{ data }]);
  return reeve.runOf(await reeve.due("last-day-tasks"), "last-day-tasks", "awaiting_follow_up");
}

it("the commands of docs/extend/api.md that decide by script work as printed", async () => {
  const { url } = reeve;
  const [approved, cancelled, task] = [await waiting("One"), await waiting("Another"), await asked()];
  const event = await reeve.report("jira", "issue_updated.transitioned");
  await settled(url, event);

  const printed = listBlocks(readSection("docs/extend/api.md", "Decide by script"), "sh").join("");
  expect(printed).toContain("http://127.0.0.1:8787/api");
  const ids = [approved.id, cancelled.id, task.id];
  const typed = printed
    .replaceAll("run_…", () => ids.shift() ?? "")
    .replaceAll("evt_…", event)
    .replace('"hash": "…"', `"hash": "${approved.plan?.hash}"`);
  const stdout = await typeCommands(typed, url);
  expect(stdout).toContain('"state": "cancelled"');

  await expect
    .poll(() => reeve.run(approved.id))
    .toMatchObject({
      state: "awaiting_follow_up",
      approvals: [{ by: "iris.vale@example.com", reason: "agreed with IT" }],
    });
  await expect.poll(async () => (await settled(url, event)).runs).toHaveLength(2);
});
