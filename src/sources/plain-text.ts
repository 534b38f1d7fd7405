import { isObject, textAt } from "./member.ts";

/** Where a Jira value's text is, the most telling first: user pickers, request types, selects, objects. */
const LABELS = [
  ["emailAddress"],
  ["requestType", "name"],
  ["value"],
  ["name"],
  ["displayName"],
  ["key"],
] as const;

/**
 * A Jira field value as people read it: text and numbers as they are, selects, users, request types and objects by
 * their label, lists as lists, a rich text document as its text. `null` where there is nothing to read.
 */
export function plainText(value: unknown): string | string[] | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => plainText(item) ?? []);
    return items.length > 0 ? items : null;
  }
  if (textAt(value, "type") === "doc") return documentText(value).trim() || null;
  for (const path of LABELS) {
    const label = textAt(value, ...path);
    if (label === undefined) continue;
    // A cascading select names its second level inside the first.
    const child = textAt(value, "child", "value");
    return child === undefined ? label : `${label} / ${child}`;
  }
  return null;
}

/** The text of an Atlassian document, a line for each block. */
function documentText(node: unknown): string {
  if (!isObject(node)) return "";
  if (node["type"] === "hardBreak") return "\n";
  const content: readonly unknown[] = Array.isArray(node["content"]) ? node["content"] : [];
  const text = (textAt(node, "text") ?? "") + content.map(documentText).join("");
  return node["type"] === "paragraph" || node["type"] === "heading" ? `${text}\n` : text;
}
