import { expect, it } from "vitest";
import { type Figure, meets, table } from "./table.ts";

const figures: Figure[] = [
  {
    name: "fast",
    reeve: 3_000,
    control: 6_000,
    unit: "/s",
    target: { of: "ratio", at: "least", bound: 0.4 },
    note: "seen",
  },
  { name: "slow", reeve: 61.23, unit: "s", target: { of: "figure", at: "below", bound: 60 } },
  { name: "no /proc", reeve: Number.NaN, control: 0, unit: "MiB" },
];

it("the table shows figure, control, ratio, target and verdict in columns", () => {
  expect(table(figures)).toBe(
    [
      "             Reeve   control  ratio  target",
      "fast      3,000 /s  6,000 /s   0.50  ratio >= 0.40  ok      seen",
      "slow        61.2 s                   < 60.0 s       missed",
      "no /proc         -  0.00 MiB      -",
    ].join("\n"),
  );
});

it.for([
  ["least", 2, true],
  ["most", 2, true],
  ["above", 2, false],
  ["below", 2, false],
  ["above", 1.9, true],
  ["below", 2.1, true],
] as const)("a ratio of 2 is compared correctly with the target “%s %d”", ([at, bound, met]) => {
  const figure = { name: "", reeve: 4, control: 2, unit: "ms" };
  expect(meets({ of: "ratio", at, bound }, figure)).toBe(met);
});

it("a figure that is not a number misses its target", () => {
  const nothing = { name: "", reeve: Number.NaN, unit: "ms" };
  expect(meets({ of: "figure", at: "most", bound: 1 }, nothing)).toBe(false);
  expect(meets({ of: "ratio", at: "least", bound: 0 }, { ...nothing, reeve: 1 })).toBe(false);
});
