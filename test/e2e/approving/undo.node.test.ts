// What was applied is asked to be undone in the console, and goes the way of every request.
import { describe, expect, it } from "vitest";
import { deliver } from "../../../src/cli/send/deliver.ts";
import type { Run } from "../../../src/desk/run/run.ts";
import { actions } from "../../../src/sandbox/vendors/senders.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, inDays, NORA } from "../tickets.ts";

const [ASKED, ENDS] = ["requested-action", "connector-owners-end"] as const;
const reeve = RuledReeve.forFile({
  enabled: [ASKED, ENDS],
  policy: { approvals: [{ when: "operation", operations: ["createConnectorOwner"] }] },
});

const DONE = { decision: "completed", verdict: "done" };
const button = 'action="/applied/undo"';
const readAppliedPage = ({ id }: Run) => reeve.page(`/applied?run=${id}`);
/** Presses the button of a run's first action. @returns the id of the request's event */
async function ask({ id }: Run, operator = GITA): Promise<string> {
  await expect.poll(() => readAppliedPage({ id } as Run)).toContain(button);
  const answer = await reeve.submit("/applied", "/applied/undo", { run: id, steps: "0" }, operator);
  const [, event = ""] = /^\/events\/(evt_[0-9a-f-]{36})/.exec(answer.headers.get("location") ?? "") ?? [];
  expect([answer.status, event]).toEqual([303, expect.stringMatching(/^evt_/)]);
  return event;
}

describe("what the API can undo", () => {
  it("is one request for two presses, waits for the approval that policy asks for, and is back at the tenant", async () => {
    const owned = {
      of: "connector",
      app: { id: "app_github", name: "GitHub" },
      connector: { id: "con_github_mcp", name: "GitHub MCP" },
      roleSlug: "reviewer",
      user: { id: "usr_ada_marsh", name: "Ada Marsh" },
      until: inDays(-2),
    };
    await reeve.addEntries({ kind: "ownership", data: owned });
    const task = await reeve.runOf(await reeve.due(ENDS), ENDS, "awaiting_follow_up");
    expect((await reeve.decide(task, DONE, NORA)).status).toBe(200);
    const ended = await reeve.until(task.id, ({ state }) => state === "done");
    expect(await reeve.roles()).not.toContain("reviewer");
    const before = await reeve.carriedOut("createConnectorOwner");

    const [event, again] = await Promise.all([ask(ended), ask(ended)]);
    expect(again).toBe(event);
    const undo = await reeve.runOf(event, ASKED, "awaiting_approval");
    expect(undo.plan?.actions[0]?.summary).toBe(
      "Add Ada Marsh as reviewer of the connector GitHub MCP (app GitHub).",
    );
    for (const who of [GITA, ADA]) expect((await reeve.approve(undo, who)).status, who).toBe(403);
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(before);

    await reeve.approved(undo);
    await expect.poll(() => reeve.roles()).toContain("reviewer");
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(before + 1);
    const page = await readAppliedPage(ended);
    expect(page).toContain(`<a href="/runs/${undo.id}">asked for</a>`);
    expect(page).not.toContain(button);
    expect(await ask(undo)).not.toBe(event);
  });
});

describe("what the API can't undo", () => {
  it("is a task for a person, after which the inventory no longer has it", async () => {
    const body = {
      action: "connector-owner.add",
      input: { user: ADA, connector: "GitHub MCP" },
      requester: { email: GITA },
    };
    const sent = await deliver(
      reeve.url,
      { ...actions, path: "actions/connector-owner.add" },
      { body: JSON.stringify(body) },
      { id: "an-owner" },
    );
    const { event } = (await sent.json()) as { event: string };
    const made = await reeve.approved(await reeve.runOf(event, ASKED, "awaiting_approval"));
    const owners = async () =>
      (await reeve.inventory("ownership")).filter(({ runs }) => Object.hasOwn(runs, made.id));
    await expect.poll(owners).toHaveLength(1);

    const undo = await reeve.runOf(await ask(made), ASKED, "awaiting_follow_up");
    expect(undo.plan?.actions[0]?.summary).toContain(
      "somebody removes the owner in the tenant: Reeve can't.",
    );
    expect(await owners()).toHaveLength(1);
    expect((await reeve.decide(undo, DONE, NORA)).status).toBe(200);
    await reeve.until(undo.id, ({ state }) => state === "done");
    await expect.poll(owners).toEqual([]);
  });
});
