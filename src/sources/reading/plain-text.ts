import type { Fields } from "../event.ts";
import { isObject, type JsonObject, textAt } from "./member.ts";

/**
 * Where an object's text is, the most telling first: people by their email, Jira's request types and selects,
 * references of ServiceNow and others by what is displayed.
 */
const LABELS = [
  ["emailAddress"],
  ["email"],
  ["requestType", "name"],
  ["display_value"],
  ["displayValue"],
  ["value"],
  ["name"],
  ["displayName"],
  ["label"],
  ["summary"],
  ["key"],
] as const;

/**
 * A field's value as people read it: text and numbers as they are, selects, users, request types and objects by
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

/** The members of an object as plain text, without those that have nothing to read or are read elsewhere. */
export function fieldsOf(object: JsonObject, without: ReadonlySet<string> = new Set()): Fields {
  const read = Object.entries(object).map(
    ([id, value]) => [id, without.has(id) ? null : plainText(value)] as const,
  );
  return Object.fromEntries(read.flatMap(([id, text]) => (text === null ? [] : [[id, text]])));
}
