import { beforeAll, expect, it, vi } from "vitest";
import { simulate } from "./simulate.ts";

beforeAll(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});

it("200 lives of a desk: nothing lost, nothing twice, nothing unasked (npm run test:simulate lives more)", async () => {
  const { kills, failure } = await simulate(1, 200);
  expect(failure).toBeNull();
  expect(kills).toBeGreaterThan(0);
}, 120_000);
