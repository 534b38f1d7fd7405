import { describe, expect, it } from "vitest";
import type { Run } from "../../src/runs/run.ts";
import { connectorOwner } from "../automations/owned.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, HUGO, inDays, NORA } from "./tickets.ts";

const [ENDS, OWNERS, ASKED] = ["last-days", "last-day-tasks", "requested-action"] as const;

const reeve = RuledReeve.forFile({
  enabled: ["test-retire-tools", "retired-tools-stay-retired", ENDS, OWNERS, ASKED],
  policy: { approvals: [{ when: "operation", operations: ["createConnectorOwner"] }] },
});

const named = (id: string, name = id) => ({ id, name });
const place = (tool: string) => ({
  app: named("app_github", "GitHub"),
  connector: named("con_github_mcp", "GitHub MCP"),
  tool: named(tool),
});
const retired = (tool: string) => ({ kind: "retired_tool", data: place(tool) });
const BRANCH = "tool_github_delete_branch";

describe("the inventory", () => {
  it("can be changed and listed through the API, and records the actor and the reason of changes", async () => {
    const policy = { kind: "session_policy", data: { policy: named("sp_kiosk"), until: "2027-01-31" } };
    await reeve.addEntries(policy, { ...policy, data: { ...policy.data, until: "2027-02-28" } });
    expect(await reeve.inventory("session_policy")).toMatchObject([
      { key: "sp_kiosk", data: { until: "2027-02-28" }, runs: {}, changedBy: { person: GITA } },
    ]);
    const gone = { entries: [{ kind: "session_policy", key: "sp_kiosk" }], reason: "it stays" };
    expect(await reeve.post("inventory/removed", gone, "ada.marsh@example.com")).toMatchObject({
      status: 200,
    });
    expect(await reeve.inventory("session_policy")).toEqual([]);
    await expect
      .poll(async () => (await reeve.audit()).filter(({ type }) => type === "inventory.edited"))
      .toMatchObject([
        {
          actor: GITA,
          detail: {
            written: 2,
            removed: 0,
            reason: "a test",
            entries: [{ data: policy.data }, { key: "sp_kiosk" }],
          },
        },
        {
          actor: "ada.marsh@example.com",
          detail: {
            written: 0,
            removed: 1,
            reason: "it stays",
            entries: [{ kind: "session_policy", key: "sp_kiosk", data: null }],
          },
        },
      ]);
  });

  it("records a change of 120 entries completely, in several audit entries", async () => {
    const name = "n".repeat(2_000);
    const many = Array.from({ length: 120 }, (_, n) => ({ kind: "campaign", data: { name: `${name}${n}` } }));
    await reeve.addEntries(...many);
    const entries = async () =>
      (await reeve.audit()).filter(
        ({ type, detail }) => type === "inventory.edited" && detail["written"] === many.length,
      );
    await expect.poll(async () => (await entries()).length).toBeGreaterThan(1);
    const parts = (await entries()).map(({ detail }) => detail as { part: number; entries: object[] });
    expect(parts.map(({ part }) => part)).toEqual(parts.map((_, n) => n + 1));
    expect(parts.flatMap(({ entries }) => entries)).toMatchObject(many);
    for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(120_000);
    const all = {
      entries: many.map(({ data }) => ({ kind: "campaign", key: data.name })),
      reason: "r",
    };
    await reeve.post("inventory/removed", all, GITA);
  });

  it("rejects an entry that does not fit into an audit entry", async () => {
    const long = { kind: "campaign", data: { name: "n".repeat(10_000) } };
    expect(await reeve.post("inventory", { entries: [long], reason: "r" }, GITA)).toMatchObject({
      status: 400,
    });
  });

  it.for([
    ["the name in the settings", "sp_kiosk", "Delete the session policy Shared kiosks."],
    [
      "the id if its name can't be looked up",
      "sp_travel",
      'Delete the session policy sp_travel (called "nothing much", which nobody looked up).',
    ],
  ] as const)(
    "makes an entry's author the requester of its deletion, and shows other approvers %s",
    async ([, id, summary]) => {
      const data = { policy: named(id, "nothing much"), until: "2020-01-01" };
      await reeve.addEntries({ kind: "session_policy", data });
      const waiting = await reeve.runOf(await reeve.due(ENDS, HUGO), ENDS, "awaiting_approval");
      expect(waiting.approvalReasons).toEqual([
        `it deletes something because of inventory entries by ${GITA}`,
      ]);
      expect(waiting.plan?.actions).toMatchObject([{ summary, requestedBy: [GITA] }]);
      for (const [who, detail] of [
        [GITA, "This is based on inventory entries that you wrote"],
        [HUGO, "You asked for this yourself"],
      ] as const)
        expect(await reeve.approve(waiting, who)).toMatchObject({
          status: 403,
          body: { detail: expect.stringContaining(detail) },
        });
      expect(await reeve.approved(waiting)).toMatchObject({ journal: [{ state: "applied" }] });
      await expect.poll(() => reeve.inventory("session_policy")).toEqual([]);
    },
  );

  it.for<[string, object, string]>([
    ["an unknown kind", { kind: "door", data: {} }, "entries.0.kind"],
    ["a snapshot", { kind: "snapshot", data: { value: 1 } }, "entries.0.kind"],
    ["an invalid day", { kind: "session_policy", data: { policy: named("p"), until: "soon" } }, "until"],
    ["an id with a lone surrogate", { kind: "retired_tool", data: place("tool_\ud83d") }, "data.tool.id"],
    ["an ownerless entry", { kind: "ownership", data: { ...place("t"), of: "connector" } }, "entries.0.data"],
  ])("rejects %s", async ([, entry, member]) => {
    const answer = await reeve.post("inventory", { entries: [entry], reason: "r" }, GITA);
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.map((error) => error.member).join()).toContain(member);
  });

  it("includes Reeve's own changes", async () => {
    const event = await reeve.send({ tools: ["tool_jira_create_ticket"] });
    const run = await reeve.runOf(event, "test-retire-tools", "done");
    await expect
      .poll(() => reeve.inventory("retired_tool"))
      .toMatchObject([
        {
          key: "app_jira/con_jira_mcp/tool_jira_create_ticket",
          runs: { [run.id]: expect.any(Number) },
          changedBy: { run: run.id },
        },
      ]);
  });
});

describe("an automation", () => {
  it("on a schedule can be started by a person, and acts after another person has approved its plan", async () => {
    await reeve.addEntries(retired(BRANCH), retired("tool_of_nobody"));
    const event = await reeve.due("retired-tools-stay-retired");
    const waiting = await reeve.runOf(event, "retired-tools-stay-retired", "awaiting_approval");
    expect(waiting.plan?.actions).toMatchObject([
      {
        summary:
          "Retire the MCP tool Delete branch (approved, classified as destructive, available) of the connector GitHub MCP (app GitHub), and remove it from its toolsets.",
      },
    ]);
    const run = await reeve.approved(waiting);
    expect((await reeve.tools()).retired).toContain(BRANCH);
    expect(run).toMatchObject({
      progress: { done: 3, of: 3, what: "retired tools" },
      reads: { made: [{ operation: "getMcpTool", input: { path: { id: BRANCH } } }] },
      notice: { summary: "1 of 3 retired tools reappeared after a connector sync." },
    });
    await expect
      .poll(async () => (await reeve.inventory("retired_tool")).find(({ key }) => key.endsWith(BRANCH))?.runs)
      .toEqual({ [run.id]: expect.any(Number) });
  });

  it("can be started only if it exists, has a schedule and is enabled", async () => {
    const due = (name: string) =>
      reeve.post(`automations/${name}/due`, { reason: "r" }, "operator@example.com");
    expect(await due("nothing")).toMatchObject({ status: 400 });
    expect(await due("leaver")).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("does not run on a schedule") },
    });
    expect(await due("recurring-campaigns")).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("not enabled") },
    });
  });
});

const ownership = (roleSlug = "owner") => ({
  kind: "ownership",
  data: connectorOwner({ roleSlug, until: inDays(-2) }),
});
const ownerships = async () => (await reeve.inventory("ownership")).map(({ data }) => data);
const DONE = { decision: "completed", verdict: "done" };

describe("a connector ownership", () => {
  it("causes only one task after its last day, and ends when a person reports the task as done", async () => {
    await reeve.addEntries(ownership());
    const first = await reeve.runOf(await reeve.due(OWNERS), OWNERS, "awaiting_follow_up");
    expect(first).toMatchObject({
      approvalReasons: [],
      plan: { actions: [{ followUp: { assignees: [] } }] },
    });

    // The next morning, the task is already open.
    expect(await reeve.runOf(await reeve.due(OWNERS), OWNERS, "ignored")).toMatchObject({ sameAs: first.id });
    expect(await reeve.approve(first)).toMatchObject({ status: 409 });
    expect(await reeve.decide(first, DONE, ADA)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("This is about you") },
    });
    expect(await ownerships()).toHaveLength(1);
    expect(await reeve.decide(first, DONE, NORA)).toMatchObject({ status: 200 });
    expect(await reeve.until(first.id, ({ state }) => state === "done")).toMatchObject({
      journal: [],
      approvals: [],
      followUps: [{ end: { by: NORA, verdict: "done" } }],
    });
    expect(await reeve.story(first)).toContain(`follow_up.done ${NORA}`);
    await expect.poll(ownerships).toEqual([]);
  });

  it("causes no second task immediately after a person reported the first as not done", async () => {
    await reeve.addEntries(ownership());
    const run = await reeve.runOf(await reeve.due(OWNERS), OWNERS, "awaiting_follow_up");
    await reeve.decide(run, { decision: "completed", verdict: "not_done" }, GITA);
    await reeve.until(run.id, ({ state }) => state === "not_done");
    expect((await reeve.runOf(await reeve.due(OWNERS), OWNERS, "ignored")).ignored).toBe(
      "no person has to end an entry today",
    );
    expect(await ownerships()).toHaveLength(1);
  });
});

const button = 'action="/changes/undo"';
const readAppliedPage = ({ id }: Run) => reeve.page(`/changes?run=${id}`);
/** Presses the button of a run's first action. @returns the id of the request's event */
async function askToUndo({ id }: Run, operator = GITA): Promise<string> {
  await expect.poll(() => readAppliedPage({ id } as Run)).toContain(button);
  const answer = await reeve.submit("/changes", "/changes/undo", { run: id, steps: "0" }, operator);
  const [, event = ""] = /^\/events\/(evt_[0-9a-f-]{36})/.exec(answer.headers.get("location") ?? "") ?? [];
  expect([answer.status, event]).toEqual([303, expect.stringMatching(/^evt_/)]);
  return event;
}

describe("a change that the API can undo", () => {
  it("is undone once, and only after the required approval, if two concurrent requests ask for the undo", async () => {
    await reeve.addEntries(ownership("reviewer"));
    const task = await reeve.runOf(await reeve.due(OWNERS), OWNERS, "awaiting_follow_up");
    expect((await reeve.decide(task, DONE, NORA)).status).toBe(200);
    const ended = await reeve.until(task.id, ({ state }) => state === "done");
    expect(await reeve.roles()).not.toContain("reviewer");
    const before = await reeve.carriedOut("createConnectorOwner");

    const [event, again] = await Promise.all([askToUndo(ended), askToUndo(ended)]);
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
    expect(page).toContain(`<a href="/runs/${undo.id}">requested</a>`);
    expect(page).not.toContain(button);
    expect(await askToUndo(undo)).not.toBe(event);
  });
});

describe("a change that the API can't undo", () => {
  it("is undone with a task for a person, and its inventory entry is removed once the task is done", async () => {
    const event = await reeve.request("connector-owner.add", { user: ADA, connector: "GitHub MCP" });
    const made = await reeve.approved(await reeve.runOf(event, ASKED, "awaiting_approval"));
    const owners = async () =>
      (await reeve.inventory("ownership")).filter(({ runs }) => Object.hasOwn(runs, made.id));
    await expect.poll(owners).toHaveLength(1);

    const undo = await reeve.runOf(await askToUndo(made), ASKED, "awaiting_follow_up");
    expect(undo.plan?.actions[0]?.summary).toContain("remove the owner in the tenant.");
    expect(await owners()).toHaveLength(1);
    expect((await reeve.decide(undo, DONE, NORA)).status).toBe(200);
    await reeve.until(undo.id, ({ state }) => state === "done");
    await expect.poll(owners).toEqual([]);
  });
});
