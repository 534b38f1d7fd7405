import { describe, expect, it } from "vitest";
import { fixture, fixtures } from "../../../src/cli/send/deliver.ts";
import { senders } from "../../../src/sandbox/vendors/senders.ts";
import { fill, momentAt } from "../../../src/sandbox/vendors/template.ts";

const NOW = Date.parse("2031-03-04T05:06:07.008Z");

/** Recordings without templates: their senders send an id or a time outside the body, or neither. */
const TOLD_APART_BY_THEIR_SENDER: readonly string[] = [
  "actions/connector-owner",
  "bamboohr/employee.updated.form-post",
  "bamboohr/employees.form-post",
  "merge/LinkedAccount.synced",
  "rippling/workflow-studio",
];

/** Fills a template for the moment of the recordings, and for another moment. */
const both = (template: string): readonly [string, string] => [fill(template), fill(template, momentAt(NOW))];

describe("a template", () => {
  it("can contain times before and after the given moment, with their own fraction and zone", () => {
    expect(both("{{now}}.000Z")).toEqual(["2026-06-15T08:00:02.000Z", "2031-03-04T05:06:07.000Z"]);
    expect(both("{{now+7198}}.1+0200")).toEqual(["2026-06-15T10:00:00.1+0200", "2031-03-04T07:06:05.1+0200"]);
    expect(both("{{clock-3600}}")).toEqual(["2026-06-15 07:00:02", "2031-03-04 04:06:07"]);
    expect(both("9-{{unix-2}}123")).toEqual(["9-1781510400123", "9-1930367165123"]);
  });

  it("replaces a placeholder that begins with #, including its quotes, with a number", () => {
    expect(both('{"at": "{{#unix}}", "ms": "{{#unix-1}}500"}')).toEqual([
      '{"at": 1781510402, "ms": 1781510401500}',
      '{"at": 1930367167, "ms": 1930367166500}',
    ]);
    expect(both('{"count": "{{#id}}4", "next": "4{{id}}"}')).toEqual([
      '{"count": 4, "next": "4"}',
      `{"count": ${NOW}4, "next": "4${NOW}"}`,
    ]);
  });

  it("uses yesterday as the effective day unless another day is given or the moment is that of the recordings", () => {
    const template = "{{day}}T00:00:00Z since {{day-29}}";
    expect(both(template)).toEqual([
      "2026-06-30T00:00:00Z since 2026-06-01",
      "2031-03-03T00:00:00Z since 2031-02-02",
    ]);
    expect(fill(template, momentAt(NOW, "2026-12-20"))).toBe("2026-12-20T00:00:00Z since 2026-11-21");
  });

  it("rejects an unknown placeholder", () => {
    expect(() => fill("{{noon}}")).toThrow("{{noon}} is unknown");
  });
});

describe("the recordings", () => {
  it.for(senders.map(({ source }) => source))(
    "of %s contain no fixed day, and differ between deliveries unless their bodies have neither an id nor a time",
    (source) => {
      for (const name of fixtures(source)) {
        const [one, next] = [NOW, NOW + 1_000].map((now) =>
          JSON.stringify(fixture(source, name, momentAt(now))),
        );
        expect([name, /2026-0[67]-\d\d|\{\{/.exec(one ?? "")?.[0]]).toEqual([name, undefined]);
        expect(one === next, name).toBe(TOLD_APART_BY_THEIR_SENDER.includes(`${source}/${name}`));
      }
    },
  );
});
