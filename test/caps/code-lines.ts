// Counts the lines of a file that hold more than comments and space.
import { extname } from "node:path";
import { parseAst } from "vitest/node";

/** Parts of a program whose text may look like a comment. */
const TEXTS = new Set(["Literal", "TemplateElement", "JSXText"]);
const LANGUAGES = { ".ts": "ts", ".tsx": "tsx", ".js": "js" } as const;

/** @param file Its name, whose extension says what it is */
export function countCodeLines(file: string, text: string): number {
  const language = LANGUAGES[extname(file) as keyof typeof LANGUAGES];
  const opaque = language ? withoutTexts(text, parseAst(text, { lang: language }, file)) : text;
  const comments = language ? /\/\*[\s\S]*?\*\/|\/\/.*/g : /\/\*[\s\S]*?\*\//g;
  // Lines of a comment stay lines.
  const code = opaque.replace(comments, (comment) => comment.replace(/.+/g, ""));
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

/** The same text with letters in place of all strings, patterns, templates and texts of pages. */
function withoutTexts(text: string, program: unknown): string {
  const parts: string[] = [];
  let end = 0;
  for (const [from, to] of listTexts(program).sort(([one], [other]) => one - other)) {
    parts.push(text.slice(end, from), text.slice(from, to).replace(/\S/g, "x"));
    end = to;
  }
  return parts.join("") + text.slice(end);
}

type Range = readonly [from: number, to: number];

function listTexts(node: unknown): Range[] {
  if (typeof node !== "object" || node === null) return [];
  if ("type" in node && TEXTS.has(String(node.type)) && "start" in node && "end" in node)
    return [[Number(node.start), Number(node.end)]];
  return Object.values(node).flatMap(listTexts);
}
