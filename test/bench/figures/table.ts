/** One measured figure with its control, as the table shows it. */
export interface Figure {
  readonly name: string;
  readonly reeve: number;
  /** The value to compare the figure with, if there is one. */
  readonly control?: number;
  readonly unit: string;
  /** The target for the ratio or, if there is no control, for the figure itself. */
  readonly target?: Target;
  /** A further observation. */
  readonly note?: string;
}

/** A bound for a figure or a ratio. */
export interface Target {
  readonly of: "ratio" | "figure";
  readonly at: "least" | "most" | "above" | "below";
  readonly bound: number;
}

const SIGNS = { least: ">=", most: "<=", above: ">", below: "<" } as const;

/** Returns true if a figure meets its target. NaN never does. */
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

/** Formats the table, readable without colour: a line of headings, then one line per figure. */
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

/** Aligns names and targets to the left, and numbers to the right. */
const pad = (cell: string, column: number, width: number): string =>
  column === 0 || column > 3 ? cell.padEnd(width) : cell.padStart(width);

/** Formats a figure with its unit, or a dash if there is none. */
export const amount = (value: number, unit: string): string =>
  Number.isNaN(value) ? "-" : `${short(value)} ${unit}`;

/** Formats a number with three significant digits, and separators between thousands. */
const short = (value: number): string =>
  Number.isNaN(value)
    ? "-"
    : value.toLocaleString("en-US", {
        maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2,
        minimumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2,
      });
