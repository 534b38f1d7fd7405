import { describe, expect, it } from "vitest";
import { control } from "../../src/cli/start/stack.ts";
import type { Run } from "../../src/desk/run/run.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { NORA } from "./tickets.ts";

const reeve = RuledReeve.forFile({
  enabled: ["stale-tools", "tool-changed", "session-policies-end", "recurring-campaigns"],
  automations: {
    "recurring-campaigns": {
      campaigns: [
        {
          name: "Access review",
          every: "month",
          policy: "Manager reviews",
          ownerEmails: ["ada.marsh@example.com"],
          scope: { allGrants: {} },
          openDays: 14,
        },
      ],
    },
  },
});

const named = (id: string, name = id) => ({ id, name });
const ISSUE = "tool_github_create_issue";
const BRANCH = "tool_github_delete_branch";
const tool = (id: string) => ({
  kind: "tool",
  data: {
    app: named("app_github", "GitHub"),
    connector: named("con_github_mcp", "GitHub MCP"),
    tool: named(id),
  },
});
const change = (id: string, what: object) =>
  control(reeve.tenant, "POST", "tools", {
    appId: "app_github",
    connectorId: "con_github_mcp",
    id,
    ...what,
  });

/** What becomes of a look, once it is in one of these states. */
const look = async (automation: string, ...states: readonly Run["state"][]) =>
  reeve.runOf(await reeve.due(automation), automation, ...states);
const trackedTools = async () => (await reeve.inventory("tool")).map(({ key }) => key.split("/").at(-1));
const fingerprintOf = async (id: string) =>
  (await reeve.inventory("tool")).find(({ key }) => key.endsWith(id))?.data;

describe("a tracked tool that changes", () => {
  it("is held for a review; who accepts it agrees to what it is then, who does not is not asked again", async () => {
    await reeve.addEntries(tool(ISSUE), tool(BRANCH));
    expect((await look("tool-changed", "ignored")).ignored).toBe("of 2 tracked tools, none has changed");
    await expect.poll(() => fingerprintOf(ISSUE)).toHaveProperty("fingerprint.description");
    const before = await fingerprintOf(ISSUE);

    await change(ISSUE, { description: "Opens an issue, and sends it elsewhere too." });
    const waiting = await look("tool-changed", "awaiting_approval");
    expect(waiting.notice?.lines).toEqual([
      { name: "Create issue of GitHub MCP", detail: "changed: description" },
    ]);
    await reeve.decide(waiting, { decision: "rejected", hash: waiting.plan?.hash }, NORA);
    await reeve.until(waiting.id, ({ state }) => state === "rejected");
    const again = await look("tool-changed", "ignored");
    expect(again.ignored).toBe("1 of 2 tracked tools changed since acceptance; somebody did not accept it");
    expect(await fingerprintOf(ISSUE)).toEqual(before);

    await change(ISSUE, { description: "Opens an issue in a repository, with labels." });
    await reeve.approved(await look("tool-changed", "awaiting_approval"));
    await expect.poll(() => fingerprintOf(ISSUE)).not.toEqual(before);
    expect((await look("tool-changed", "ignored")).ignored).toBe("of 2 tracked tools, none has changed");
  });
});

describe("tracked tools that nobody calls", () => {
  it("are retired once a person has approved it, and are then tracked as retired ones", async () => {
    await change(BRANCH, { lastCalledAt: "2020-01-01T12:00:00Z" });
    await change(ISSUE, { lastCalledAt: new Date().toISOString() });
    const waiting = await look("stale-tools", "awaiting_approval");
    expect(waiting.notice).toMatchObject({
      summary: "1 tool of 2 tracked not in use; 1 proposed for retirement.",
      lines: [{ name: "Delete branch of GitHub MCP", detail: "last called on 2020-01-01" }],
    });
    expect((await reeve.tools()).retired).not.toContain(BRANCH);
    await control(reeve.tenant, "POST", "switches", { visibilityLagSeconds: 3 });
    const done = await reeve.approved(waiting);
    expect(done.journal).toMatchObject([{ state: "applied", shows: { is: "not_yet" } }]);
    const seen = await reeve.until(done.id, ({ journal }) => journal[0]?.shows?.is === "seen");
    expect(seen.journal[0]?.shows?.at).toBeGreaterThan(done.journal[0]?.settledAt ?? Number.NaN);
    await control(reeve.tenant, "POST", "switches", { visibilityLagSeconds: 0 });
    expect((await reeve.tools()).retired).toContain(BRANCH);
    await expect.poll(trackedTools).toEqual([ISSUE]);
    await expect.poll(async () => (await reeve.inventory("retired_tool")).length).toBe(1);
  });

  it("are left alone while they are called", async () => {
    expect((await look("stale-tools", "ignored")).ignored).toBe(
      "of 1 tracked tool, none is due for retirement",
    );
  });

  it("are forgotten once they are gone", async () => {
    await reeve.addEntries(tool("tool_of_nobody"));
    const run = await look("stale-tools", "done");
    expect(run.notice?.summary).toBe("1 tool retired or gone, and no longer tracked.");
    await expect.poll(trackedTools).toEqual([ISSUE]);
  });
});

it("session policies end after their last day; one that somebody deleted is no failure", async () => {
  const ends = (id: string, until: string) => ({
    kind: "session_policy",
    data: { policy: named(id), until },
  });
  await reeve.addEntries(
    ends("sp_gone", "2020-01-31"),
    ends("sp_kiosk", "2020-01-31"),
    ends("sp_travel", "2099-01-31"),
  );
  const run = await reeve.approved(await look("session-policies-end", "awaiting_approval"));
  expect(run.journal).toMatchObject([
    { state: "applied", gone: true },
    { state: "applied", answer: {} },
  ]);
  expect(run.notice?.summary).toBe("2 session policies past the last day are to be deleted.");
  const { sessionPolicies } = await control<{ sessionPolicies: { id: string }[] }>(
    reeve.tenant,
    "GET",
    "session-policies",
  );
  const left = sessionPolicies.map(({ id }) => id);
  expect(left).toContain("sp_travel");
  expect(left).not.toContain("sp_kiosk");
  await expect
    .poll(async () => (await reeve.inventory("session_policy")).map(({ key }) => key))
    .toEqual(["sp_travel"]);
  const gone = (await reeve.audit()).filter(
    ({ type, detail }) => type === "effect.applied" && detail["gone"],
  );
  expect(gone).toMatchObject([{ runId: run.id, detail: { path: { id: "sp_gone" } } }]);
});

it("a campaign of the month is started once", async () => {
  await look("recurring-campaigns", "done");
  const started = await reeve.campaigns("Access review 20");
  expect(started).toEqual([expect.stringMatching(/^Access review \d{4}-\d{2}$/)]);
  await expect.poll(async () => (await reeve.inventory("campaign")).map(({ key }) => key)).toEqual(started);
  expect((await look("recurring-campaigns", "ignored")).ignored).toBe("1 campaign due, all started already");
  expect(await reeve.campaigns("Access review 20")).toEqual(started);
});
