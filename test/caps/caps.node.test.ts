// Caps reject both higher and lower numbers.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { checkCaps, lowerCaps } from "./caps.ts";

it("the check of caps rejects any number other than a cap with its grants, and the update only lowers caps", () => {
  const grants = { alarms: { src: { desk: 5 } } };
  const caps = { caps: { src: { base: 10, desk: 20 } }, grants };
  const check = (src: Readonly<Record<string, number>>) => checkCaps(caps, { src });
  expect(check({ base: 10, desk: 25 })).toEqual([]);
  for (const other of [{ base: 11, desk: 25 }, { base: 10, desk: 20 }, { base: 10 }])
    expect(check(other)).toHaveLength(1);
  expect(lowerCaps(caps, { src: { base: 11, desk: 15 } })).toEqual({
    caps: { src: { base: 10, desk: 10 } },
    grants,
  });
});

it("docs/live/cost.md shows the counts of work.json, and totals calculated from them", () => {
  const { caps: work } = JSON.parse(readFileSync(root("test/caps/work.json"), "utf8"));
  const rows = readFileSync(root("docs/live/cost.md"), "utf8")
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
