/** A delivery that was captured, and comes again when nobody remembers it, acts on nothing unasked. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Run } from "../../src/desk/run/run.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { HUGO } from "./tickets.ts";

const OWN = "test-own";
const DAY_MS = 24 * 60 * 60_000;
let reeve: RuledReeve;
beforeAll(async () => {
  reeve = await RuledReeve.start({ enabled: [OWN], policy: { approvals: [] } });
});
afterAll(() => reeve.stop());

/** A ticket whose signed body says that it was moved so many days ago. @returns its run, once it is in this state */
async function moved(days: number, role: string, state: Run["state"]): Promise<Run> {
  const { body, id } = reeve.ticket({ role });
  const webhook = JSON.parse(body);
  webhook.timestamp = Date.now() - days * DAY_MS;
  const response = await reeve.deliver({ body: JSON.stringify(webhook), id });
  expect(response.status).toBe(202);
  return reeve.runOf(((await response.json()) as { event: string }).event, OWN, state);
}

it("waits for an approval, and acts once somebody has looked", async () => {
  const run = await moved(70, "old", "awaiting_approval");
  expect(run.asks).toEqual(["this event is 70 days old, and may have been acted on before"]);
  expect(await reeve.roles()).not.toContain("old");
  const page = await (await fetch(new URL("/approvals", reeve.url))).text();
  expect(page).toContain("this event is 70 days old");
  expect((await reeve.decide(run, { decision: "approved", hash: run.plan?.hash }, HUGO)).status).toBe(200);
  await reeve.until(run.id, ({ state }) => state === "done");
  await expect.poll(() => reeve.roles()).toContain("old");
});

it("acts where deliveries of its age are still known", async () => {
  expect((await moved(29, "recent", "done")).asks).toEqual([]);
});
