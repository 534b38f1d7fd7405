import { beforeAll, expect, it } from "vitest";
import { record } from "../../../src/ledger/record.ts";
import { eventId, eventRow, LEDGER, runId, runRow } from "../../ledger/ledger.ts";
import { as } from "../signed.ts";
import { arrange, plan, read } from "./fixture.ts";

beforeAll(arrange);

it("an event shows its redacted data, both as delivered and as normalized, with links to its runs", async () => {
  const page = await read(`/events/${eventId(900)}`);
  expect(page).not.toContain("123-45");
  expect(page).not.toContain("90210");
  expect(page.match(/\(redacted\)/g)?.length).toBeGreaterThanOrEqual(2);
  expect(page).toContain(`/runs/${runId(900)}`);
  expect(page).toContain("Replay");
  expect(await read(`/events/${eventId(900)}`, as("viewer"))).not.toContain("Replay");
  expect(await read(`/events/${eventId(901)}`)).not.toContain("Replay");
});

it("an event or a run that could not be recorded completely is shown with the reason", async () => {
  const why = "the ledger rejected it: <b>too big</b>";
  await record(
    LEDGER,
    [eventRow(960, { event: null, payload: JSON.stringify({ omitted: why }), receivedAt: 960 })],
    [runRow(960, { plan: null, journal: [], omitted: why, createdAt: 960 })],
  );
  for (const page of [`/events/${eventId(960)}`, `/runs/${runId(960)}`])
    expect(await read(page)).toContain(
      "This was not recorded: <bdi>the ledger rejected it: &lt;b&gt;too big&lt;/b&gt;</bdi>.",
    );
});

it("an event shows the automations that declined it with their reasons, or reports that no automation listens to it", async () => {
  const declined = [{ reason: 'The form is "<b>Laptop".', automations: ["campaign-from-ticket", "mover"] }];
  await record(
    LEDGER,
    [eventRow(948, { state: "ignored", declined }), eventRow(949, { state: "ignored" })],
    [],
  );
  const page = await read(`/events/${eventId(948)}`);
  expect(page).toContain("campaign-from-ticket, mover");
  expect(page).toContain("The form is &quot;&lt;b&gt;Laptop&quot;.");
  const nobody = "No enabled automation listens to this event.";
  expect(page).not.toContain(nobody);
  expect(await read(`/events/${eventId(949)}`)).toContain(nobody);
});

it("an event can be replayed for automations that listen to it or received it, and the automation that acted is preselected", async () => {
  const saw = (n: number, automation: string, change: object) =>
    runRow(n, { id: runId(n), eventId: eventId(950), automation, createdAt: n, ...change });
  await record(
    LEDGER,
    [eventRow(950, { type: "ticket.transitioned", receivedAt: 950 })],
    [
      saw(950, "tool-retirement-from-ticket", { ignored: "not for it", plan: null }),
      saw(951, "campaign-from-ticket", { plan: plan() }),
      saw(952, "leaver", { ignored: "not for it", plan: null }),
    ],
  );
  const page = await read(`/events/${eventId(950)}`);
  const options = [...page.matchAll(/<option value="([\w-]+)"( selected)?/g)];
  expect(options.filter(([, , selected]) => selected).map(([, name]) => name)).toEqual([
    "campaign-from-ticket",
  ]);
  const names = options.map(([, name]) => name);
  expect(names.slice(0, 3)).toEqual(["campaign-from-ticket", "leaver", "tool-retirement-from-ticket"]);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("connector-owner-from-ticket");
  expect(names).not.toContain("joiner");
  expect(names).not.toContain("stale-tools");
});
