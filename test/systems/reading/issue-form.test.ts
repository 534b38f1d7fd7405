import { expect, it } from "vitest";
import { findRequestType, readSections } from "../../../src/systems/reading/issue-form.ts";

const sections = (...lines: string[]) => readSections(lines.join("\n"), new Set(["labels"]));

it.for<[string, string[], Record<string, string | string[]>]>([
  ["an empty text", [""], {}],
  ["text without a form", ["Please add me.", "## Not a field", "#### Nor this"], {}],
  ["a field", ["Before.", "### Role", "", "Owner", ""], { Role: "Owner" }],
  ["carriage returns", ["### Role\r", "\r", "Owner\r"], { Role: "Owner" }],
  ["several paragraphs", ["### Why", "", "One", "", "Two"], { Why: "One\n\nTwo" }],
  ["an empty field", ["### Why", "", "_No response_", "### Role", ""], {}],
  ["ticked boxes", ["### Terms", "", "- [x] A", "- [X] B", "- [ ] C"], { Terms: ["A", "B"] }],
  ["one ticked box", ["### Terms", "", "- [x] A", "- [] B"], { Terms: "A" }],
  [
    "a heading in code",
    ["### Log", "```sh", "### Role", "root", "```", "### Role", "Owner"],
    { Log: "```sh\n### Role\nroot\n```", Role: "Owner" },
  ],
  [
    "a fence in a longer fence",
    ["### Log", "````", "```", "### Role", "root", "````"],
    { Log: "````\n```\n### Role\nroot\n````" },
  ],
  ["a value inside a fence", ["### Role", "```", "Owner", "```"], { Role: "Owner" }],
  ["a comment above a value", ["### Role", "<!-- As in the", "list -->", "Owner"], { Role: "Owner" }],
  ["a comment beside a value", ["### Role", "Owner <!-- , --> <!-- x -->"], { Role: "Owner" }],
  ["a form in a comment", ["Hello <!--", "", "### Role", "Owner", "-->", "### Why", "x"], { Why: "x" }],
  [
    "a form in a comment without an end",
    ["### Why", "x", "<!-- a -->", "<!--", "### Role", "Owner"],
    { Why: "x" },
  ],
  [
    "a comment in code",
    ["### Log", "```", "<!--", "a", "```", "### Why", "x"],
    { Log: "```\n<!--\na\n```", Why: "x" },
  ],
  ...["```x`y", "- ```\n  ```", "> ```", "```\n``` x\n```", "<b>\n```", "a <!--\n\n-->\n```"].map(
    (lines): [string, string[], object] => [
      `a form in a comment after what is no code: ${JSON.stringify(lines)}`,
      [lines, "<!--", "```", "### Role", "Owner", "-->"],
      {},
    ],
  ),
  [
    "a form in a hidden element",
    ["<details hidden>", "<details>", "</details>", "", "### Role", "Owner", "</details>", "### Why", "x"],
    {},
  ],
  [
    "a value after a hidden element",
    ["### Role", "<details>", "", "a", "</details>", "", "Owner"],
    { Role: "Owner" },
  ],
  ["a form in an attribute", ['<p title="', "### Role", "Owner", '">', "", "### Why", "x"], { Why: "x" }],
  ["a form in an instruction", ["<?", "", "### Role", "Owner", "?>"], {}],
  [
    "definitions of links",
    ["### Role", "[//]: # (The role)", "Owner", "", "[x]:", "Auditor"],
    { Role: "Owner" },
  ],
  [
    "a link as a value",
    ["### Role", '<a href="x">Owner</a>', "### Why", "<x@example.com>"],
    { Role: '<a href="x">Owner</a>', Why: "<x@example.com>" },
  ],
  [
    "headings in CommonMark's other spellings",
    ["   ###\tRole ###", "Owner", "### **Why** <!-- ? -->", "x", "### C#", "y", "###", "z", "    ### No"],
    { Role: "Owner", Why: "x", "C#": "y" },
  ],
  ["lines that a carriage return ends", ["### Role\rOwner\r### Why\rx"], { Role: "Owner", Why: "x" }],
  ["a repeated field", ["### Role", "Reviewer", "### Role", "Owner"], { Role: ["Reviewer", "Owner"] }],
  ["a heading with the name of a tracker's own field", ["### labels", "approved"], {}],
])("an issue with %s is read", ([, lines, fields]) => {
  expect(sections(...lines)).toEqual(fields);
});

it("a hostile field name does not change a prototype", () => {
  const fields = sections("### **__proto__**", "polluted", "### constructor", "x");
  expect(Object.keys(fields)).toEqual(["__proto__", "constructor"]);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

it.for<[string[], string | undefined]>([
  [[], undefined],
  [["bug"], undefined],
  [["request: Connector owner", "bug"], "Connector owner"],
  [["Request:Connector owner"], "Connector owner"],
  [["request: "], undefined],
  [["request: Connector owner", "request: Access"], undefined],
])("the labels %j are read as the request type %s", ([labels, type]) => {
  expect(findRequestType(labels)).toBe(type);
});
