import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { recordedRun, settled } from "../../src/cli/shared/reeve-api.ts";
import type { Stack } from "../../src/cli/start/stack.ts";
import { actions, jira } from "../../src/sandbox/vendors/senders.ts";
import { startStack } from "./stack.ts";

/** The commands that docs/console.md prints for deciding by script, typed into a fresh stack as they are printed. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
}, 60_000);
afterAll(() => stack?.stop());

/** The shell commands of a section of docs/console.md. */
function commandsOf(title: string): string {
  const page = readFileSync(root("docs/console.md"), "utf8");
  const [, commands = ""] = /```sh\n(.*?)```/s.exec(page.slice(page.indexOf(`\n## ${title}\n`))) ?? [];
  return commands;
}

async function eventOf(response: Response): Promise<string> {
  expect(response.status).toBe(202);
  return ((await response.json()) as { event: string }).event;
}

/** A plan of Ada's that waits for an approval: access reviews always do. */
async function waiting(name: string) {
  const body = JSON.stringify({
    action: "campaign.start",
    input: { name, policy: "Manager reviews", owners: ["nora.field@example.com"], users: "all" },
    requester: { email: "ada.marsh@example.com" },
    reason: "the yearly review",
  });
  const sender = { ...actions, path: "actions/campaign.start" };
  const event = await settled(
    stack.reeve.url,
    await eventOf(await deliver(stack.reeve.url, sender, { body })),
  );
  const [{ id } = { id: "" }] = event.runs;
  const run = await recordedRun(stack.reeve.url, id);
  expect(run).toMatchObject({ state: "awaiting_approval" });
  return run;
}

/** What Ada is to lose by hand: the last day of her ownership is over. */
async function asked() {
  const post = (path: string, body: object) =>
    fetch(new URL(`/api/${path}`, stack.reeve.url), {
      method: "POST",
      headers: { "content-type": "application/json", "reeve-operator": "gita.lund@example.com" },
      body: JSON.stringify({ ...body, reason: "a test" }),
    });
  const data = {
    of: "connector",
    user: { id: "usr_ada_marsh", name: "Ada Marsh" },
    app: { id: "app_github", name: "GitHub" },
    connector: { id: "con_github_mcp", name: "GitHub MCP" },
    roleSlug: "owner",
    until: "2026-01-31",
  };
  expect((await post("inventory", { entries: [{ kind: "ownership", data }] })).status).toBe(200);
  await expect
    .poll(async () => (await fetch(new URL("/api/inventory?kind=ownership", stack.reeve.url))).json())
    .toMatchObject({ items: [{ data }] });
  const event = await settled(
    stack.reeve.url,
    await eventOf(await post("automations/connector-owners-end/due", {})),
  );
  const [{ id } = { id: "" }] = event.runs;
  const run = await recordedRun(stack.reeve.url, id);
  expect(run).toMatchObject({ state: "awaiting_task" });
  return run;
}

it("the commands of docs/console.md decide as they are printed", { timeout: 120_000 }, async () => {
  const { url } = stack.reeve;
  const [approved, cancelled, task] = [await waiting("One"), await waiting("Another"), await asked()];
  const event = await eventOf(await deliver(url, jira, fixture("jira", "issue_updated.transitioned")));
  await settled(url, event);

  const printed = commandsOf("Decide by script") + commandsOf("Stop everything");
  expect(printed).toContain("http://127.0.0.1:8787/api");
  const ids = [approved.id, cancelled.id, task.id];
  const typed = printed
    .replace("http://127.0.0.1:8787", url.origin)
    .replaceAll("run_…", () => ids.shift() ?? "")
    .replaceAll("evt_…", event)
    .replace('"hash": "…"', `"hash": "${approved.plan?.hash}"`)
    .replaceAll("curl ", "curl -sS --fail-with-body ");
  const { stdout } = await promisify(execFile)("bash", ["-e", "-c", typed]);
  expect(stdout).toContain('"state": "cancelled"');

  await expect
    .poll(() => recordedRun(url, approved.id))
    .toMatchObject({
      state: "done",
      approval: { by: "hugo.pike@example.com", reason: "agreed with IT" },
    });
  await expect.poll(async () => (await settled(url, event)).runs).toHaveLength(2);
});
