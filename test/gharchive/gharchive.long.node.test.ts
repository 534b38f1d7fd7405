// Replays events in GH Archive's format twice; `npm run test:gharchive` does so with 100,000.
import { expect, it } from "vitest";
import { archivedEvents } from "./events.ts";
import { replay } from "./replay.ts";

it("the same seed generates the same events", () => {
  const make = (seed: number) => JSON.stringify([...archivedEvents(500, seed, 1e12)]);
  expect(make(1)).toBe(make(1));
  expect(make(1)).not.toBe(make(2));
});

it("1,500 events that are sent a second time change nothing", async () => {
  const { deliveries, taken, plans, differences } = await replay(1_500, 1);
  expect(differences).toEqual([]);
  expect(deliveries).toBe(1_500);
  expect(taken).toBeGreaterThan(8);
  expect(plans).toBeGreaterThan(4);
});
