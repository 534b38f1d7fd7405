// Caps reject both higher and lower numbers.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { checkCaps, lowerCaps } from "./caps.ts";

const caps = { caps: { src: { base: 10, desk: 20 } }, grants: {} };

it("the check of caps accepts numbers that equal their caps", () => {
  expect(checkCaps(caps, { src: { base: 10, desk: 20 } })).toEqual([]);
});

it("the check of caps rejects a higher number, and reports that only a named capability can raise the cap", () => {
  expect(checkCaps(caps, { src: { base: 11, desk: 20 } })).toEqual([
    'src: base is 11, and the cap allows 10: take it from elsewhere, or add a grant to "grants" in the file of caps.',
  ]);
});

it("the check of caps rejects a lower number, and reports by how much to lower the cap", () => {
  expect(checkCaps(caps, { src: { base: 10, desk: 17 } })).toEqual([
    "Lower the cap of src: desk by 3: it is 17, and the cap allows 20.",
  ]);
});

it("the check of caps rejects a number without a cap, and a cap without a number", () => {
  expect(checkCaps(caps, { src: { base: 10, console: 5 } })).toEqual([
    "src: desk is no longer measured: remove its cap.",
    "src: console has no cap: add one of 5.",
  ]);
});

it("the check of caps adds the grants of capabilities to a cap, and accepts only the sum", () => {
  const granted = {
    ...caps,
    grants: { "emergency plans": { src: { desk: 5 } }, receipts: { src: { desk: 1 } } },
  };
  expect(checkCaps(granted, { src: { base: 10, desk: 26 } })).toEqual([]);
  expect(checkCaps(granted, { src: { base: 10, desk: 25 } })).toHaveLength(1);
  expect(checkCaps(granted, { src: { base: 10, desk: 27 } })).toHaveLength(1);
});

it("the update of caps lowers caps to the measured numbers, and raises no cap", () => {
  const granted = { ...caps, grants: { receipts: { src: { base: 4 } } } };
  const lowered = lowerCaps(granted, { src: { base: 13, desk: 99 } });
  expect(lowered).toEqual({ caps: { src: { base: 9, desk: 20 } }, grants: granted.grants });
});

it("docs/cost.md shows the counts of work.json, and totals calculated from them", () => {
  const { caps: work } = JSON.parse(readFileSync(root("test/caps/work.json"), "utf8"));
  const rows = readFileSync(root("docs/cost.md"), "utf8")
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const find = (label: string) => rows.find(([first]) => first?.includes(label)) ?? [];
  const numberIn = (cell = "") => Number(/[\d.]+/.exec(cell)?.[0]);
  const charged =
    "Worker requests,Object requests,Object duration,Object rows read,Object rows written,D1 rows read,D1 rows written,log events"
      .split(",")
      .map(find);
  for (const [n, kind] of ["ticket with one call", "for nobody, kept", "for nobody, counted"].entries()) {
    const counts = charged.map((row) => numberIn(row[n + 1]));
    const { objectCalls, objectRowsRead, objectRowsWritten, ledgerRowsRead, ledgerRowsWritten, logLines } =
      work[kind];
    const requests = objectCalls && objectCalls + 1;
    const logged = logLines + 1 + requests;
    expect([find("Each event")[n + 1], ...counts.toSpliced(2, 1)]).toEqual([
      kind,
      1,
      requests,
      objectRowsRead,
      objectRowsWritten,
      ledgerRowsRead,
      ledgerRowsWritten,
      logged,
    ]);
    const million = charged.map(
      (row, at) => numberIn(row[4]) * (counts[at] ?? 0) * (at === 2 ? 0.128 / 1_000 : 1),
    );
    const total = million.reduce((sum, one) => sum + one, 0) / 10;
    expect(numberIn(find("100,000 events")[n + 1])).toBeCloseTo(total, 2);
  }
});
