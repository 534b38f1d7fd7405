// Reads forms that people filled in as the text and labels of an issue, for trackers without forms.
import type { Fields } from "../event.ts";
import { textAt } from "./json.ts";

export const labelNames = (labels: unknown): string[] =>
  [labels].flat().flatMap((label) => textAt(label, "name") ?? []);

/**
 * Returns the request type of an issue in a tracker without request types: the label `request: <type>`. It ignores the
 * title, because the author can change it. Two such labels are ambiguous, so they count as no request type.
 */
export function findRequestType(labels: readonly string[]): string | undefined {
  const [type, ...more] = labels.flatMap((label) => label.match(/^request: *(\S.*)$/i)?.[1] ?? []);
  return more.length === 0 ? type?.trim() : undefined;
}

/**
 * Reads the fields of a form in an issue's text: each has a heading `### <label>` followed by its value. Ticked boxes
 * become a list, and empty fields are omitted. If a label is repeated, the field has both values, because Reeve does
 * not choose one.
 * @param without The tracker's own fields, which an issue's text can't set
 */
export function readSections(markdown: string, without: ReadonlySet<string>): Fields {
  const sections: { readonly label: string; readonly lines: string[] }[] = [];
  let fence: string | undefined;
  for (const line of markdown.replaceAll("\r\n", "\n").split("\n")) {
    const label = fence === undefined ? line.match(/^### +(\S.*)$/)?.[1]?.trim() : undefined;
    if (label === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ label, lines: [] });
    const marker = line.match(/^ {0,3}(`{3,}|~{3,})/)?.[1];
    if (fence === undefined) fence = marker;
    else if (marker?.startsWith(fence)) fence = undefined;
  }
  const byLabel = Map.groupBy(sections, ({ label }) => label);
  const fields = Array.from(byLabel, ([label, same]): [string, string | string[]] => {
    const values = without.has(label)
      ? []
      : same.flatMap(({ lines }) => splitValues(lines.join("\n").trim()));
    return [label, values.length === 1 ? (values[0] ?? "") : values];
  });
  return Object.fromEntries(fields.filter(([, values]) => values.length > 0));
}

const NO_RESPONSE = "_No response_";

function splitValues(text: string): string[] {
  // Editors put text that looks like code into a fence.
  const [, , fenced] = text.match(/^(`{3,}|~{3,})[^\n]*\n([^\n]*)\n\1$/) ?? [];
  if (fenced !== undefined) return splitValues(fenced.trim());
  if (text === "" || text === NO_RESPONSE) return [];
  if (!text.startsWith("- [")) return [text];
  const boxes = text.split("\n").map((line) => line.match(/^- \[([ xX]?)\] (.*)$/));
  return boxes.every((box) => box !== null)
    ? boxes.flatMap(([, tick, label]) => (tick?.toLowerCase() === "x" && label ? [label.trim()] : []))
    : [text];
}
