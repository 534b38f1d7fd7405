// Reads the request type and the form fields from an issue's labels and text, for trackers whose issues have no
// separate form fields: GitHub, GitLab and Linear.
import type { Fields } from "../event.ts";
import { textAt } from "./json.ts";

export const labelNames = (labels: unknown): string[] =>
  [labels].flat().flatMap((label) => textAt(label, "name") ?? []);

/**
 * Returns the request type that an issue's label `request: <type>` names, for trackers without request types. Returns
 * `undefined` if no label or more than one label names a type. The title is not read, because the author can
 * change the title.
 */
export function findRequestType(labels: readonly string[]): string | undefined {
  const [type, ...more] = labels.flatMap((label) => label.match(/^request: *(\S.*)$/i)?.[1] ?? []);
  return more.length === 0 ? type?.trim() : undefined;
}

/**
 * Reads the fields of a form in an issue's text: each has a heading `### <label>` followed by its value. Several ticked
 * boxes become a list, and empty fields are omitted. If a label is repeated, the field has the values of all its
 * headings, because Reeve does not choose one.
 * @param without The tracker's own fields, which an issue's text can't set
 */
export function readSections(markdown: string, without: ReadonlySet<string>): Fields {
  const sections: { readonly label: string; readonly lines: string[] }[] = [];
  for (const { text, label } of shownLines(markdown))
    if (label === undefined) sections.at(-1)?.lines.push(text);
    else sections.push({ label, lines: [] });
  const byLabel = Map.groupBy(sections, ({ label }) => label);
  const fields = Array.from(byLabel, ([label, same]): [string, string | string[]] => {
    const values =
      label === "" || without.has(label)
        ? []
        : same.flatMap(({ lines }) => splitValues(lines.join("\n").trim()));
    return [label, values.length === 1 ? (values[0] ?? "") : values];
  });
  return Object.fromEntries(fields.filter(([, values]) => values.length > 0));
}

const COMMENT = /<!--.*?(?:-->|$)/gs;
/** The definition of a link. If nothing follows its label, the next line belongs to the definition. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:(.*)/;
/**
 * The start of a block of HTML, which lasts until an empty line and contains no heading. A link followed by its text
 * starts no block.
 */
const TAG = /^ {0,3}<(?!a\s[^>]*>[^\s<])\/?[a-z][\w-]*(?:[\s/>]|$)/i;
const DETAILS = /<(\/?)details(?=[\s/>]|$)/gi;
/**
 * HTML after which text might be hidden or not be Markdown: declarations, elements whose content is hidden or raw, and
 * unfinished attributes.
 */
const HIDES_REST =
  /<[?!]|<(?:dialog|iframe|math|no\w+|object|pre|script|select|style|svg|template|textarea|title)(?=[\s/>]|$)|<(?!details)[a-z][\w-]*\s[^<>]*\bhidden\b|<[a-z][^<>]*=\s*(?:"[^"]*|'[^']*)$/i;
/** Elements within which browsers ignore the end of the `<details>` section around them. */
const KEEPS_OPEN = /<(?:applet|button|marquee|table)\b/i;
/** A line in which the end of a `<details>` section is neither code nor a part of an attribute. */
const ENDS_DETAILS = /^<\/?details[^"']*$/i;
const OPEN_TAG = /<[a-z][^<>]*$/i;
/** HTML, or a fence in a list or quote. After it, this reader and the page might not agree on which lines are code. */
const UNSURE = /<|^[\s>*+\-\d.)]+(?:```|~~~)/;

/**
 * Lists the lines that the rendered page shows, and the labels of its third-level headings, as CommonMark defines them.
 * Omits a line, or the rest of the text, if the page might not show it, so that Reeve reads no form that people can't
 * see.
 */
function* shownLines(markdown: string): Generator<{ readonly text: string; readonly label?: string }> {
  let [fence, comment, depth] = ["", "", 0];
  let [isSure, isHtml, isDefinition] = [true, false, false];
  for (const line of markdown.split(/\r\n?|\n/)) {
    const isCode = fence !== "";
    const isBlank = line.trim() === "";
    const isText = /^[\p{L}`]/u.test(line);
    let text = line;
    if (!isCode || !isSure) {
      const [begin, end, before] = [line.lastIndexOf("<!--"), line.lastIndexOf("-->"), comment];
      if (begin > end) comment = begin === 0 && !isHtml ? "block" : "inline";
      else if (end >= 0) comment = "";
      // A comment within a line ends in its paragraph, or is not a comment. For browsers, `--!>` ends a comment, too.
      if (line.includes("--!>") || (before === "inline" && (isBlank || line.includes("<")))) return;
      if (before !== "") {
        if ((isCode && isEnd(line, fence)) || (begin > end && end >= 0)) return;
        continue;
      }
      text = line.replace(COMMENT, "");
      if (HIDES_REST.test(text) || (comment === "inline" && !isText)) return;
      if (isCode && (text.search(DETAILS) >= 0 || OPEN_TAG.test(text))) return;
    }
    if (isCode) {
      if (isEnd(text, fence)) fence = "";
      if (depth === 0) yield { text };
      continue;
    }
    isSure &&= !UNSURE.test(line);
    isHtml = !isBlank && (isHtml || TAG.test(text));
    if (((isHtml || !isText) && OPEN_TAG.test(text)) || (depth > 0 && KEEPS_OPEN.test(text))) return;
    fence = isHtml ? "" : readFence(text);
    const details = Array.from(text.matchAll(DETAILS));
    const ends = ENDS_DETAILS.test(line);
    for (const [, slash] of details) depth = slash ? Math.max(0, depth - Number(ends)) : depth + 1;
    const definition: RegExpMatchArray | null = isDefinition ? [""] : text.match(DEFINITION);
    isDefinition = definition?.[1]?.trim() === "";
    if (depth > 0 || details.length > 0 || definition) continue;
    const label = isHtml ? undefined : readLabel(line);
    yield label === undefined ? { text } : { text, label };
  }
}

/** Returns the label of a heading of the third level, without emphasis, or `undefined` for any other line. */
const readLabel = (line: string): string | undefined =>
  line
    .match(/^ {0,3}###(|[ \t].*)$/)?.[1]
    ?.replace(COMMENT, "")
    .trimEnd()
    .replace(/[ \t]#+$/, "")
    .trim()
    .replace(/^([*_`]{1,3})(.+)\1$/, "$2");

/** Returns the marker of a line that starts or ends a block of code, or an empty string for any other line. */
const readFence = (line: string): string => line.match(/^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/)?.[1] ?? "";

const isEnd = (line: string, fence: string): boolean =>
  readFence(line).startsWith(fence) && readFence(line) === line.trim();

const NO_RESPONSE = "_No response_";

function splitValues(text: string): string[] {
  // Editors put text that looks like code into a fence.
  const [first = "", fenced = "", last = "", ...more] = text.split("\n");
  const fence = readFence(first);
  if (fence !== "" && more.length === 0 && isEnd(last, fence)) return splitValues(fenced.trim());
  if (text === "" || text === NO_RESPONSE) return [];
  if (!text.startsWith("- [")) return [text];
  const boxes = text.split("\n").map((line) => line.match(/^- \[([ xX]?)\] (.*)$/));
  return boxes.every((box) => box !== null)
    ? boxes.flatMap(([, tick, label]) => (tick?.toLowerCase() === "x" && label ? [label.trim()] : []))
    : [text];
}
