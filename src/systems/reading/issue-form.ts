// Reads what people wrote into the text and labels of an issue: trackers without forms have them there.
import type { Fields } from "../event.ts";
import { isObject } from "./json.ts";

/** Names of an issue's labels. */
export const labelNames = (labels: unknown): string[] =>
  (Array.isArray(labels) ? labels : []).flatMap((label: unknown) => {
    const name = isObject(label) ? label["name"] : undefined;
    return typeof name === "string" && name !== "" ? [name] : [];
  });

/**
 * The request type of an issue in a tracker that has labels and no request types: the label `request: <type>`. The
 * title is not asked, since whoever opened the issue can change it. Two such labels leave it open which is meant, and
 * so are none.
 */
export function requestTypeOf(labels: readonly string[]): string | undefined {
  const [type, ...more] = labels.flatMap((label) => label.match(/^request: *(\S.*)$/i)?.[1] ?? []);
  return more.length === 0 ? type?.trim() : undefined;
}

/**
 * The fields of a form that was written into an issue's text: a heading `### <label>` for each, then its value. Ticked
 * boxes are a list, what was left empty is left out. A label that stands there twice has both values: which one was
 * asked for is not for us to choose.
 *
 * @param without Names of the tracker's own fields, which whoever writes the text can't set
 */
export function sectionsOf(markdown: string, without: ReadonlySet<string>): Fields {
  // Most issues are no forms.
  if (!markdown.includes("### ")) return {};
  const text = markdown.includes("\r") ? markdown.replaceAll("\r\n", "\n") : markdown;
  const sections: { readonly label: string; readonly start: number; end: number }[] = [];
  let fence: string | undefined;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    const found = text.indexOf("\n", start);
    end = found < 0 ? text.length : found;
    const label = fence === undefined ? labelAt(text, start, end) : undefined;
    if (label !== undefined) {
      const before = sections.at(-1);
      if (before) before.end = start;
      sections.push({ label, start: end, end: text.length });
    }
    const marker = fenceAt(text, start, end);
    if (marker === undefined) continue;
    if (fence === undefined) fence = marker;
    else if (marker.startsWith(fence)) fence = undefined;
  }
  const fields = new Map<string, string | string[]>();
  for (const { label, start, end } of sections) {
    const values = without.has(label) ? [] : valuesOf(text.slice(start, end).trim());
    const all = [fields.get(label) ?? [], values].flat();
    if (all.length > 0) fields.set(label, all.length === 1 ? (all[0] ?? "") : all);
  }
  return Object.fromEntries(fields);
}

/** The label that a line is the heading of, if it is one. */
const labelAt = (text: string, start: number, end: number): string | undefined =>
  text.startsWith("### ", start)
    ? text
        .slice(start, end)
        .match(/^### +(\S.*)$/)?.[1]
        ?.trim()
    : undefined;

/** The marker that a line begins or ends a block of code with, if it does. */
function fenceAt(text: string, start: number, end: number): string | undefined {
  let at = start;
  while (at < start + 3 && text[at] === " ") at++;
  return text.startsWith("```", at) || text.startsWith("~~~", at)
    ? text.slice(at, end).match(/^(`{3,}|~{3,})/)?.[1]
    : undefined;
}

/** What GitHub writes for a field that was left empty. */
const NO_RESPONSE = "_No response_";

function valuesOf(text: string): string[] {
  if (text === "" || text === NO_RESPONSE) return [];
  if (!text.startsWith("- [")) return [text];
  const boxes = text.split("\n").map((line) => line.match(/^- \[([ xX]?)\] (.*)$/));
  return boxes.every((box) => box !== null)
    ? boxes.flatMap(([, tick, label]) => (tick?.toLowerCase() === "x" && label ? [label.trim()] : []))
    : [text];
}
