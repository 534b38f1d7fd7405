import { describe, expect, it } from "vitest";
import { openMetrics } from "../../src/http/figures.ts";
import { readOpenMetrics } from "../support/open-metrics.ts";

describe("metrics in the OpenMetrics format", () => {
  it("are parsed to the same values, whatever their labels contain", () => {
    const text = 'a "quoted" \\ back\nslash, {and} more=1';
    const read = readOpenMetrics(
      openMetrics([
        {
          name: "x_things",
          type: "gauge",
          help: `Things: ${text}`,
          samples: [{ labels: { of: text }, value: 1.5e-7 }],
        },
        {
          name: "x_wait_seconds",
          type: "gaugehistogram",
          help: "Waits.",
          samples: [
            { suffix: "_bucket", labels: { of: "a", le: "0.5" }, value: 1 },
            { suffix: "_bucket", labels: { of: "a", le: "+Inf" }, value: 4 },
            { suffix: "_gcount", labels: { of: "a" }, value: 4 },
            { suffix: "_gsum", labels: { of: "a" }, value: 12.25 },
          ],
        },
      ]),
    );
    expect(read.get("x_things")?.samples).toEqual([
      { name: "x_things", labels: { of: text }, value: 1.5e-7 },
    ]);
    expect(read.get("x_wait_seconds")).toMatchObject({
      unit: "seconds",
      samples: [
        { labels: { of: "a", le: "0.5" }, value: 1 },
        { labels: { of: "a", le: "+Inf" }, value: 4 },
        { name: "x_wait_seconds_gcount", value: 4 },
        { name: "x_wait_seconds_gsum", value: 12.25 },
      ],
    });
  });

  it.for([
    ["no end", "# TYPE a gauge\na 1\n"],
    ["a sample of no family", "a 1\n# EOF\n"],
    ["a sample of another family", "# TYPE a gauge\nb 1\n# EOF\n"],
    ["a series twice", '# TYPE a gauge\na{x="1"} 1\na{x="1"} 2\n# EOF\n'],
    ["a quote that is not escaped", '# TYPE a gauge\na{x="""} 1\n# EOF\n'],
    ["a unit that the name does not have", "# TYPE a gauge\n# UNIT a seconds\na 1\n# EOF\n"],
    ["no number", "# TYPE a gauge\na undefined\n# EOF\n"],
    [
      "buckets that fall",
      '# TYPE a gaugehistogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_gcount 1\na_gsum 1\n# EOF\n',
    ],
  ] as const)("are rejected by the parser if there is %s", ([, text]) => {
    expect(() => readOpenMetrics(text)).toThrow();
  });
});
