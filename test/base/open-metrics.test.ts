import { describe, expect, it } from "vitest";
import { openMetrics } from "../../src/http/metrics.ts";
import { readOpenMetrics } from "../support/open-metrics.ts";

describe("metrics in the OpenMetrics format", () => {
  it("are parsed back to the same values, even if labels contain special characters", () => {
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
    ["the end mark is missing", "# TYPE a gauge\na 1\n"],
    ["a sample belongs to no family", "a 1\n# EOF\n"],
    ["a sample has the name of another family", "# TYPE a gauge\nb 1\n# EOF\n"],
    ["a series appears twice", '# TYPE a gauge\na{x="1"} 1\na{x="1"} 2\n# EOF\n'],
    ["a quote is not escaped", '# TYPE a gauge\na{x="""} 1\n# EOF\n'],
    ["the name does not end with the unit", "# TYPE a gauge\n# UNIT a seconds\na 1\n# EOF\n"],
    ["a value is not a number", "# TYPE a gauge\na undefined\n# EOF\n"],
    [
      "the bucket counts decrease",
      '# TYPE a gaugehistogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_gcount 1\na_gsum 1\n# EOF\n',
    ],
  ] as const)("are rejected by the parser if %s", ([, text]) => {
    expect(() => readOpenMetrics(text)).toThrow();
  });
});
