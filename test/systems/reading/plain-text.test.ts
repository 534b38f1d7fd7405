import { expect, it } from "vitest";
import { plainText } from "../../../src/systems/reading/text.ts";

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
  ["several", [{ value: "a" }, { value: "b" }], ["a", "b"]],
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
