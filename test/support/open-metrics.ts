/** A parsed sample. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of one family. */
export interface ReadFamily {
  readonly type: string;
  readonly help: string;
  readonly unit: string;
  readonly samples: readonly Sample[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const DESCRIPTOR = new RegExp(`^# (TYPE|UNIT|HELP) (${NAME}) (.+)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? ([^ ]+)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;
/** The allowed suffixes after the family's name, by type. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  gauge: [""],
  gaugehistogram: ["_bucket", "_gcount", "_gsum"],
};

/**
 * Parses text by the rules of OpenMetrics 1.0 (prometheus.io/docs/specs/om/open_metrics_spec), for gauges and gauge
 * histograms. It is independent of Reeve's own formatting.
 * @throws Error that names the line and the rule that it breaks
 */
export function readOpenMetrics(text: string): ReadonlyMap<string, ReadFamily> {
  const families = new Map<string, { type: string; help: string; unit: string; samples: Sample[] }>();
  const series = new Set<string>();
  const lines = text.split("\n");
  const must = (holds: boolean, line: string, rule: string): void => {
    if (!holds) throw new Error(`${rule}: ${line}`);
  };
  must(lines.pop() === "" && lines.pop() === "# EOF", text.slice(-20), 'ends with "# EOF" and a line feed');
  let current = "";
  for (const line of lines) {
    const [, kind, name = "", rest = ""] = DESCRIPTOR.exec(line) ?? [];
    if (kind !== undefined) {
      if (name !== current) must(!families.has(name), line, "a family's lines stand together");
      current = name;
      const family = families.get(name) ?? { type: "unknown", help: "", unit: "", samples: [] };
      families.set(name, family);
      must(family.samples.length === 0, line, "a family is described before its samples");
      if (kind === "TYPE")
        must(family.type === "unknown" && rest in SUFFIXES, line, "a known type, said once");
      if (kind === "UNIT") must(name.endsWith(`_${rest}`), line, "a name ends with its unit");
      Object.assign(family, { [kind.toLowerCase()]: rest });
      continue;
    }
    const [, sample = "", inner = "", value = ""] = SAMPLE.exec(line) ?? [];
    must(sample !== "", line, "a line is a descriptor or a sample");
    const family = families.get(current);
    const suffix = sample.slice(current.length);
    must(
      family !== undefined && sample.startsWith(current) && (SUFFIXES[family.type] ?? []).includes(suffix),
      line,
      "a sample belongs to the family above it",
    );
    const labels = parseLabels(inner, line);
    const key = JSON.stringify([sample, Object.entries(labels).sort()]);
    must(!series.has(key), line, "a series is there once");
    series.add(key);
    must(/^(?:[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?|\+Inf)$/i.test(value), line, "a figure");
    family?.samples.push({ name: sample, labels, value: value === "+Inf" ? Infinity : Number(value) });
  }
  for (const [name, family] of families)
    if (family.type === "gaugehistogram") checkBuckets(name, family.samples);
  return families;
}

function parseLabels(inner: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let at = 0;
  while (at < inner.length) {
    LABEL.lastIndex = at;
    const found = LABEL.exec(inner);
    if (!found) throw new Error(`labels are name="escaped text": ${line}`);
    const [whole, name = "", text = "", end] = found;
    if (name in labels) throw new Error(`a label is there once: ${line}`);
    labels[name] = text.replace(/\\(["\\n])/g, (_, one: string) => (one === "n" ? "\n" : one));
    at += whole.length;
    if (end === "," && at === inner.length) throw new Error(`no comma comes last: ${line}`);
  }
  return labels;
}

/** Checks that buckets ascend to +Inf, that their counts do not decrease, and that the last one is the total count. */
function checkBuckets(name: string, samples: readonly Sample[]): void {
  const groups = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  for (const [labels, group] of groups) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels: { le = "" } }) => (le === "+Inf" ? Infinity : Number(le)));
    const counts = buckets.map(({ value }) => value);
    const ascends = (all: readonly number[], strictly: boolean) =>
      all.every((one, n) => n === 0 || (all[n - 1] ?? 0) < one || (!strictly && all[n - 1] === one));
    const total = group.find((sample) => sample.name === `${name}_gcount`)?.value;
    const good = ascends(bounds, true) && bounds.at(-1) === Infinity && ascends(counts, false);
    if (!good || counts.at(-1) !== total) throw new Error(`buckets of ${name}${labels} are not cumulative`);
    if (!group.some((sample) => sample.name === `${name}_gsum`)) throw new Error(`${name} has no sum`);
  }
}
