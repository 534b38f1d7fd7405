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
  ["a comment above a value", ["### Role", "<!-- As in", "the list -->", "Owner"], { Role: "Owner" }],
  ["a comment next to a value", ["### Role", "Owner <!-- , --> <!-- x", "y -->"], { Role: "Owner" }],
  ["a comment in code", ["### Log", "```", "<!--", "```", "### Why", "x"], { Log: "<!--", Why: "x" }],
  ["a collapsed section", ["### Role", "<details>", "", "a", "</details>", "", "Owner"], { Role: "Owner" }],
  ["definitions of links", ["### Role", "[//]: # (a)", "Owner", "", "[x]:", "Auditor"], { Role: "Owner" }],
  [
    "a link as a value",
    ["### Role", '<a href="x">y</a>', "### W", "x"],
    { Role: '<a href="x">y</a>', W: "x" },
  ],
  [
    "headings in other spellings",
    ["  ###\tA ###", "a", "### **B** <!-- -->", "b", "### C#\rc", "###", "d"],
    { A: "a", B: "b", "C#": "c" },
  ],
  ["a repeated field", ["### Role", "Reviewer", "### Role", "Owner"], { Role: ["Reviewer", "Owner"] }],
  ["a heading with the name of a tracker's own field", ["### labels", "approved"], {}],
])("the form fields of an issue with %s are read", ([, lines, fields]) => {
  expect(sections(...lines)).toEqual(fields);
});

const FORM = "\n\n### Role\n\nHidden\n";
it.for([
  ...[`<!--${FORM}-->`, `<!--${FORM}`, `a\n<!--${FORM}-->`, `- <!--\n-->${FORM}`],
  ...[`<!-- a --!><details>-->${FORM}`, `<details hidden>${FORM}</details>`, `a <details>${FORM}`],
  ...[`<details>\n<details>\n</details>${FORM}`, `<details>\n<table><td>\n</details>${FORM}`],
  ...[`<details>\n\n\`\`\`\n</details>\n\`\`\`${FORM}`, `<div hidden>${FORM}`, `<template>${FORM}`],
  ...[`<p title="${FORM}">`, `<p\ntitle="${FORM}">`, "<p>\n### Role\nHidden", "    ### Role\nHidden"],
  ...[`<?${FORM}?>`, `<![CDATA[${FORM}]]>`, "[x]:\n### Role\nHidden"],
  // After text that looks like the start of code, or of another comment.
  ...["```x`y", "- ```\n  ```", "> ```", "```\n``` x\n```", "<b>\n```", "a <!--\n\n-->\n```"].map(
    (before) => `${before}\n<!--\n\`\`\`\n${FORM}-->`,
  ),
])("a form that the issue's page does not show is not read: %j", (text) => {
  expect(sections(text)).toEqual({});
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
