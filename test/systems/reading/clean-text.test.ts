import { expect, it } from "vitest";
import { byName, requireName } from "../../../src/actions/names.ts";
import { cleanText } from "../../../src/systems/reading/text.ts";

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
