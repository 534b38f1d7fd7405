import { describe, expect, it } from "vitest";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, inDays, NORA } from "./tickets.ts";

const [REMOVES, ASKS] = ["ownerships-end", "connector-owners-end"] as const;
const reeve = RuledReeve.forFile({ enabled: [REMOVES, ASKS] });

const owned = {
  app: { id: "app_github", name: "GitHub" },
  roleSlug: "owner",
  user: { id: "usr_ada_marsh", name: "Ada Marsh" },
};
const connector = (until: string) => ({
  kind: "ownership",
  data: { of: "connector", ...owned, connector: { id: "con_github_mcp", name: "GitHub MCP" }, until },
});

const ownerships = async () => (await reeve.inventory("ownership")).map(({ data }) => data);
/** Once the inventory has no ownerships. */
async function noneLeft(): Promise<void> {
  await expect.poll(ownerships).toEqual([]);
}

describe("an ownership of a connector", () => {
  it("is for a person to end when its last day is over, until they say that it is done", async () => {
    await reeve.addEntries(connector(inDays(-2)));
    const first = await reeve.runOf(await reeve.due(ASKS), ASKS, "awaiting_follow_up");
    expect(first).toMatchObject({ asks: [], plan: { actions: [{ followUp: { askedOf: [] } }] } });

    // The next morning it is open already.
    expect(await reeve.runOf(await reeve.due(ASKS), ASKS, "ignored")).toMatchObject({ sameAs: first.id });
    expect(await reeve.approve(first)).toMatchObject({ status: 409 });
    const done = { decision: "completed", verdict: "done" };
    expect(await reeve.decide(first, done, ADA)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("This is about you") },
    });
    expect(await ownerships()).toHaveLength(1);
    expect(await reeve.decide(first, done, NORA)).toMatchObject({ status: 200 });
    expect(await reeve.until(first.id, ({ state }) => state === "done")).toMatchObject({
      journal: [],
      approvals: [],
      followUps: [{ end: { by: NORA, verdict: "done" } }],
    });
    expect(await reeve.story(first)).toContain(`follow_up.done ${NORA}`);
    await noneLeft();
  });

  it("is not asked again at once where a person said that it was not done", async () => {
    await reeve.addEntries(connector(inDays(-2)));
    const run = await reeve.runOf(await reeve.due(ASKS), ASKS, "awaiting_follow_up");
    await reeve.decide(run, { decision: "completed", verdict: "not_done" }, GITA);
    await reeve.until(run.id, ({ state }) => state === "not_done");
    expect((await reeve.runOf(await reeve.due(ASKS), ASKS, "ignored")).ignored).toBe(
      "no connector ownership needs a person to end it",
    );
    expect(await ownerships()).toHaveLength(1);
  });
});
