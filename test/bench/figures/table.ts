/** One measured figure beside its control, as the table shows it. */
export interface Figure {
  readonly name: string;
  readonly reeve: number;
  /** What it is compared with, where it is. */
  readonly control?: number;
  readonly unit: string;
  /** What is asked of the ratio, or, where there is no control to compare with, of the figure itself. */
  readonly target?: Target;
  /** What else was seen. */
  readonly note?: string;
}

/** A bound. */
export interface Target {
  readonly of: "ratio" | "figure";
  readonly at: "least" | "most" | "above" | "below";
  readonly bound: number;
}

const SIGNS = { least: ">=", most: "<=", above: ">", below: "<" } as const;

/** Whether a figure is as it should be. NaN never is. */
export function meets({ of, at, bound }: Target, { reeve, control }: Figure): boolean {
  const value = of === "ratio" ? reeve / (control ?? Number.NaN) : reeve;
  switch (at) {
    case "least":
      return value >= bound;
    case "most":
      return value <= bound;
    case "above":
      return value > bound;
    case "below":
      return value < bound;
    default:
      return at satisfies never;
  }
}

/** The table, readable without colour: one line a figure, under a line of headings. */
export function table(figures: readonly Figure[]): string {
  const lines = [
    ["", "Reeve", "control", "ratio", "target", "", ""],
    ...figures.map((figure) => {
      const { name, reeve, control, unit, target, note } = figure;
      return [
        name,
        amount(reeve, unit),
        control === undefined ? "" : amount(control, unit),
        control === undefined ? "" : short(reeve / control),
        target
          ? `${target.of === "ratio" ? "ratio " : ""}${SIGNS[target.at]} ${target.of === "ratio" ? target.bound.toFixed(2) : amount(target.bound, unit)}`
          : "",
        target ? (meets(target, figure) ? "ok" : "missed") : "",
        note ?? "",
      ];
    }),
  ];
  const widths = lines.reduce<number[]>(
    (widest, cells) => cells.map((cell, n) => Math.max(cell.length, widest[n] ?? 0)),
    [],
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, n) => pad(cell, n, widths[n] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Names and targets to the left, numbers to the right. */
const pad = (cell: string, column: number, width: number): string =>
  column === 0 || column > 3 ? cell.padEnd(width) : cell.padStart(width);

/** A figure with its unit; a dash where there is none. */
export const amount = (value: number, unit: string): string =>
  Number.isNaN(value) ? "-" : `${short(value)} ${unit}`;

/** Three digits that count, and thousands apart. */
const short = (value: number): string =>
  Number.isNaN(value)
    ? "-"
    : value.toLocaleString("en-US", {
        maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2,
        minimumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2,
      });
