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
  const sections: { readonly label: string; readonly lines: string[] }[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const mayFence = line.includes("```") || line.includes("~~~");
    const marker = mayFence ? line.match(/^ {0,3}(`{3,}|~{3,})/)?.[1] : undefined;
    const mayHead = fence === undefined && line.startsWith("### ");
    const label = mayHead ? line.match(/^### +(\S.*)$/)?.[1] : undefined;
    if (label === undefined) lines.push(line);
    else {
      lines = [];
      sections.push({ label: label.trim(), lines });
    }
    if (marker === undefined) continue;
    if (fence === undefined) fence = marker;
    else if (marker.startsWith(fence)) fence = undefined;
  }
  const fields = new Map<string, string[]>();
  for (const { label, lines } of sections) {
    const values = without.has(label) ? [] : valuesOf(lines);
    const same = fields.get(label);
    if (same) same.push(...values);
    else if (values.length > 0) fields.set(label, values);
  }
  return Object.fromEntries(
    Array.from(fields, ([label, values]) => [label, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

/** What GitHub writes for a field that was left empty. */
const NO_RESPONSE = "_No response_";

function valuesOf(lines: readonly string[]): string[] {
  const text = lines.join("\n").trim();
  if (text === "" || text === NO_RESPONSE) return [];
  if (!text.startsWith("- [")) return [text];
  const boxes = text.split("\n").map((line) => line.match(/^- \[([ xX]?)\] (.*)$/));
  return boxes.every((box) => box !== null)
    ? boxes.flatMap(([, tick, label]) => (tick?.toLowerCase() === "x" && label ? [label.trim()] : []))
    : [text];
}
