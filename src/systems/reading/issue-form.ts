// Reads what people wrote into the text and labels of an issue: trackers without forms have them there.
import type { Fields } from "../event.ts";
import { isObject } from "./json.ts";

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
    const values = without.has(label) ? [] : same.flatMap(({ lines }) => valuesOf(lines.join("\n").trim()));
    return [label, values.length === 1 ? (values[0] ?? "") : values];
  });
  return Object.fromEntries(fields.filter(([, values]) => values.length > 0));
}

/** GitHub's text for a field that was left empty. */
const NO_RESPONSE = "_No response_";

function valuesOf(text: string): string[] {
  if (text === "" || text === NO_RESPONSE) return [];
  if (!text.startsWith("- [")) return [text];
  const boxes = text.split("\n").map((line) => line.match(/^- \[([ xX]?)\] (.*)$/));
  return boxes.every((box) => box !== null)
    ? boxes.flatMap(([, tick, label]) => (tick?.toLowerCase() === "x" && label ? [label.trim()] : []))
    : [text];
}
