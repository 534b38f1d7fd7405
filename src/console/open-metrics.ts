// Writes figures as OpenMetrics 1.0 text.

/** Labels of a sample. */
type Labels = Readonly<Record<string, string>>;

/** Figures of one kind, in the words of OpenMetrics 1.0. */
export type Family = {
  /** Lower case, with the unit at the end: `reeve_ledger_lag_seconds`. */
  readonly name: string;
  readonly help: string;
} & (
  | {
      readonly type: "gauge";
      readonly samples: readonly { readonly labels: Labels; readonly value: number }[];
    }
  | {
      /** How many things took how long, in what is looked at now: it may fall again. */
      readonly type: "gaugehistogram";
      readonly samples: readonly {
        readonly labels: Labels;
        /** How many were at most so large, by the bound, ascending and cumulative; `Infinity` comes last. */
        readonly buckets: readonly (readonly [bound: number, count: number])[];
        readonly sum: number;
      }[];
    }
);

export const OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** Families as text. Source: the OpenMetrics specification, 1.0, "Text format". */
export function openMetrics(families: readonly Family[]): string {
  const lines = families.flatMap((family) => {
    const unit = family.name.endsWith("_seconds") ? [`# UNIT ${family.name} seconds`] : [];
    return [
      `# TYPE ${family.name} ${family.type}`,
      ...unit,
      `# HELP ${family.name} ${escaped(family.help)}`,
      ...samplesOf(family),
    ];
  });
  return [...lines, "# EOF", ""].join("\n");
}

function samplesOf(family: Family): string[] {
  const { name } = family;
  switch (family.type) {
    case "gauge":
      return family.samples.map(({ labels, value }) => line(name, labels, value));
    case "gaugehistogram":
      return family.samples.flatMap(({ labels, buckets, sum }) => [
        ...buckets.map(([bound, count]) => line(`${name}_bucket`, { ...labels, le: boundOf(bound) }, count)),
        line(`${name}_gcount`, labels, buckets.at(-1)?.[1] ?? 0),
        line(`${name}_gsum`, labels, sum),
      ]);
    default:
      return family satisfies never;
  }
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join()}}` : ""} ${figure(value)}`;
}

/** A bound is written as a float in its canonical form: `1.0`. */
const boundOf = (bound: number): string => (Number.isInteger(bound) ? bound.toFixed(1) : figure(bound));

const figure = (value: number): string => (value === Number.POSITIVE_INFINITY ? "+Inf" : String(value));

const escaped = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
