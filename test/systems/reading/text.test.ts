import { expect, it } from "vitest";
import { byName, requireName } from "../../../src/actions/names.ts";
import { cleanText, day, dayOrMoment, isoTime, plainText } from "../../../src/systems/reading/text.ts";

const ADA = "ada.marsh@example.com";
it.for([
  ["Linear's link", `[${ADA}](<mailto:${ADA}>)`, ADA],
  ["Markdown's link", `[${ADA}](mailto:${ADA})`, ADA],
  ["Jira's link", `[${ADA}|mailto:${ADA}]`, ADA],
  ["Slack's link", `<mailto:${ADA}|${ADA}>`, ADA],
  ["an automatic link", `<${ADA}>`, ADA],
  ["an automatic link with its scheme", `<mailto:${ADA}>`, ADA],
  ["an address with its scheme", `Mailto:${ADA}`, ADA],
  ["an HTML link", `<a href="mailto:${ADA}">${ADA}</a>`, ADA],
  ["code", "`GitHub MCP`", "GitHub MCP"],
  ["a zero-width space", `${ADA}\u200b`, ADA],
  ["a byte order mark", `\ufeff${ADA}`, ADA],
  ["a soft hyphen", "Git\u00adHub", "GitHub"],
  ["a no-break space", "GitHub\u00a0MCP", "GitHub MCP"],
  ["an ideographic space", "GitHub\u3000MCP", "GitHub MCP"],
  ["a decomposed letter", "Ame\u0301lie", "Am\u00e9lie"],
  ["a text of several lines", "a\nb\r\nc\td", "a\nb\r\nc\td"],
  [
    "text that contains a link",
    `see [this](https://example.com) and ${ADA}`,
    `see [this](https://example.com) and ${ADA}`,
  ],
  ["a JSON array", '["a|b"]', '["a|b"]'],
] as const)("%s is read as people see it", ([, text, expected]) => {
  expect(cleanText(text)).toBe(expected);
});

it.for([
  ["a no-break space", "GitHub\u00a0MCP"],
  ["two spaces", " github  mcp "],
  ["an invisible character", "GitHub MCP\u200b"],
])("a configured name is found if it is written with %s", ([, written = ""]) => {
  expect(byName({ "GitHub MCP": 1 }, written)?.value).toBe(1);
});

it("a configured name is found in another Unicode normal form", () => {
  expect(byName({ "Cafe\u0301": 1 }, "CAF\u00c9")?.value).toBe(1);
});

it("the error about an unknown name shows the invisible characters in the name", () => {
  expect(() => requireName({ a: 1 }, "connector", "Git\u200bLab")).toThrow("Git⟨U+200B⟩Lab");
});

it.for(["9999-12-31", "0001-01-01", "0000-01-01", "1753-01-01", "9999-12-31T23:59:59Z", "2026-02-30", ""])(
  "%j is read as neither a day nor a time",
  (text) => {
    expect(day(text)).toBeUndefined();
    expect(isoTime(text)).toBeUndefined();
  },
);

it("days from 1900 to 9998 are accepted", () => {
  expect(["1900-01-01", "2026-06-30", "9998-12-31"].map(day)).toEqual([
    "1900-01-01",
    "2026-06-30",
    "9998-12-31",
  ]);
});

it.for([
  ...["2026-06-30T17:00:00+02:00", "2026-06-30 15:00:00 UTC", "2026-06-30T17:00:00.000+0200"],
  ...["2026-06-30t15:00z", "2026-06-30T15:00:00.000000000Z", " 2026-06-30 17:00:00 +02"],
  ...["2026-06-30T15:00:00", 1_782_831_600, 1_782_831_600_000, "1782831600", "1782831600.000"],
])("%j is read as 15:00 UTC on 30 June 2026", (time) => {
  expect(isoTime(time)).toBe("2026-06-30T15:00:00.000Z");
});

it.for([
  ..."November 28|Update 12|05/12/2026|just now|20261128|2026-11|2026-02-30T08:00:00Z|12|2026-11-28T08".split(
    "|",
  ),
  ..."2026-11-28T25:00:00Z|2026-11-28T08:00:00+99:99|2026-11-28 in the morning|1e12|Infinity|-1782831600".split(
    "|",
  ),
  ...["Sat, 28 Nov 2026 08:00:00 GMT", 0, 12, 8.64e15, Number.NaN, true, null],
])("%j is not a time", (time) => {
  expect(isoTime(time)).toBeUndefined();
});

it("a day without a time is kept as a day", () => {
  expect(isoTime("2026-11-28")).toBe("2026-11-28");
});

it.for([
  ["2026-12-14", "2026-12-14"],
  ["2026-12-14T00:00:00Z", "2026-12-14"],
  ["2026-12-14T00:00:00.000Z", "2026-12-14"],
  ["2026-12-13T15:00:00Z", "2026-12-13T15:00:00.000Z"],
  ["2026-12-14T00:00:00+09:00", "2026-12-14"],
  ["2026-12-14T09:00:00", "2026-12-14"],
  ["0001-01-01T08:00:00Z", undefined],
] as const)("%s is read as the day or time %s", ([text, expected]) => {
  expect(dayOrMoment(text)).toBe(expected);
});

it.for([
  ["text", "Owner", "Owner"],
  ["a number", 3, "3"],
  ["a boolean", false, "false"],
  ["null", null, null],
  ["empty text", "", null],
  ["a select", { id: "1", value: "Owner" }, "Owner"],
  ["a cascading select", { value: "Europe", child: { value: "Berlin" } }, "Europe / Berlin"],
  [
    "a user with a visible email",
    { accountId: "1", emailAddress: "ada.marsh@example.com", displayName: "Ada Marsh" },
    "ada.marsh@example.com",
  ],
  ["a user with a hidden email", { accountId: "1", displayName: "Ada Marsh" }, "Ada Marsh"],
  [
    "a service desk's request type",
    { requestType: { id: "31", name: "Connector owner" } },
    "Connector owner",
  ],
  ["several values", [{ value: "a" }, { value: "b" }], ["a", "b"]],
  ["an empty list", [], null],
  ["an object without a label", { a: 1 }, null],
  [
    "rich text",
    {
      type: "doc",
      version: 1,
      content: [
        {
          type: "paragraph",
          content: [
            { type: "text", text: "Please " },
            { type: "text", text: "now" },
          ],
        },
        { type: "expand", content: [{ type: "paragraph", content: [{ type: "text", text: "hidden" }] }] },
        {
          type: "bulletList",
          content: [
            { type: "listItem", content: [{ type: "paragraph", content: [{ type: "text", text: "one" }] }] },
          ],
        },
      ],
    },
    "Please now\none",
  ],
] as const)("%s is read as people see it", ([, value, text]) => {
  expect(plainText(value)).toEqual(text);
});
