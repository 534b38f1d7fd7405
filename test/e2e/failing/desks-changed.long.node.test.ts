/**
 * Changes `DESKS` while plans wait: until the variable is set back, no delivery is accepted and no plan is carried out.
 * Nothing is lost.
 */
import { beforeAll, expect, it } from "vitest";
import { RuledReeve } from "../ruled-reeve.ts";
import type { Delivery } from "../tickets.ts";

const OWN = "test-own";
const CHANGED = "DESKS is 4, but this Reeve was first started with 1: set DESKS to 1";
const lines: string[] = [];
const reeve = RuledReeve.forFile({
  enabled: [OWN],
  policy: { approvals: [{ when: "always", automations: [OWN] }] },
  keeps: true,
  bindings: { DESKS: "1" },
  log: (line) => lines.push(line),
});
/** Tickets whose plans wait; they are distributed over several of four desks. */
const tickets: { readonly delivery: Delivery; readonly event: string }[] = [];
beforeAll(async () => {
  for (let n = 0; n < 6; n++) {
    const delivery = reeve.ticket({ role: `desk-${n}` }, String(70_001 + n));
    const { event } = (await (await reeve.deliver(delivery)).json()) as { event: string };
    await reeve.runOf(event, OWN, "awaiting_approval");
    tickets.push({ delivery, event });
  }
});

it("after the number of desks was changed, deliveries and approvals are rejected, and the log and /healthz name the remedy", async () => {
  const runs = await Promise.all(tickets.map(({ event }) => reeve.runOf(event, OWN, "awaiting_approval")));
  await reeve.restart({ bindings: { DESKS: "4" } });
  const fresh = Array.from({ length: 8 }, (_, n) => reeve.ticket({ role: `new-${n}` }, String(71_001 + n)));
  for (const delivery of [...tickets.map((ticket) => ticket.delivery), ...fresh])
    expect((await reeve.deliver(delivery)).status).toBe(503);
  for (const run of runs) {
    const { status } = await reeve.approve(run);
    expect(status).toBeGreaterThanOrEqual(500);
  }
  const health = await fetch(new URL("/healthz", reeve.url));
  expect([health.status, await health.text()]).toEqual([503, expect.stringContaining(CHANGED)]);
  expect(lines.filter((line) => line.includes("desk_unreachable") && line.includes(CHANGED)).length).toBe(14);
  expect(lines.some((line) => line.includes('"desks_changed"') && line.includes('"alert"'))).toBe(true);
  lines.length = 0;
  await reeve.minute();
  expect(lines.filter((line) => line.includes("desk_unreachable") && line.includes(CHANGED)).length).toBe(4);
  expect(await reeve.calls("createConnectorOwner")).toBe(0);
});

it("after the original number of desks was restored, all events are recognized, and each plan is carried out once", async () => {
  await reeve.restart({ bindings: { DESKS: "1" } });
  for (const { delivery, event } of tickets) {
    const response = await reeve.deliver(delivery);
    expect([response.status, await response.json()]).toEqual([200, { event }]);
    await reeve.approved(await reeve.runOf(event, OWN, "awaiting_approval"));
  }
  expect(await reeve.calls("createConnectorOwner")).toBe(tickets.length);
  await reeve.minute();
  expect((await fetch(new URL("/healthz", reeve.url))).status).toBe(200);
});
