/** Tests that a cancelled run stops before its next call, and shows how many calls it made. */
import { expect, it } from "vitest";
import { RuledReeve } from "./ruled-reeve.ts";
import { NORA } from "./tickets.ts";

const CALLS = 5;
const reeve = RuledReeve.forFile({ enabled: ["test-many"], policy: { approvals: [] } });

it("a run that is cancelled during a call makes no further call, and its page shows the number of calls made", async () => {
  // A run is listed after three seconds: long before its last call.
  await reeve.fault("createConnectorOwner", { delayMs: 2_500, count: CALLS });
  const event = await reeve.send({ many: String(CALLS) });
  const { id } = await reeve.runOf(event, "test-many", "acting");
  const answer = await reeve.post(`runs/${id}/decisions`, { decision: "cancelled", reason: "wrong" }, NORA);
  expect(answer.status).toBe(200);
  expect(await reeve.page(`/runs/${id}`)).toMatch(/stops after the call in progress|calls were made/i);
  const made = await reeve.calls("createConnectorOwner");
  const { journal } = await reeve.runOf(event, "test-many", "cancelled");
  expect(made).toBeLessThan(CALLS);
  expect(await reeve.calls("createConnectorOwner")).toBe(made);
  expect(journal.filter(({ state }) => state === "applied")).toHaveLength(made);
  const page = await reeve.page(`/runs/${id}`);
  expect(page).toContain(`${made} of ${CALLS} calls were made.`);
  expect(page).toContain("Cancelled: stops after the call in progress");
});
