import { expect, it } from "vitest";
import { median, quantile } from "./statistics.ts";

const hundred = Array.from({ length: 100 }, (_, n) => n + 1);

it("quantile returns the value below which a given share of the values lies, and leaves their order unchanged", () => {
  expect(quantile(hundred, 0.5)).toBe(51);
  expect(quantile(hundred, 0.99)).toBe(100);
  expect(quantile([7], 0.99)).toBe(7);
  expect(quantile([], 0.5)).toBeNaN();
  const rounds = [30, 10, 20];
  expect(median(rounds)).toBe(20);
  expect(rounds).toEqual([30, 10, 20]);
});
