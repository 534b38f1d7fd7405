// Counts the lines of a file that contain more than comments and white space.
import { extname } from "node:path";
import { parseAst } from "vitest/node";

/** Parts of a program whose text might look like a comment. */
const TEXTS = new Set(["Literal", "TemplateElement", "JSXText"]);
const LANGUAGES = { ".ts": "ts", ".tsx": "tsx", ".js": "js" } as const;

/** Counts the lines of code in a string. @param file File name, whose extension determines the language */
export function countCodeLines(file: string, text: string): number {
  const language = LANGUAGES[extname(file) as keyof typeof LANGUAGES];
  const opaque = language ? withoutTexts(text, parseAst(text, { lang: language }, file)) : text;
  const comments = language ? /\/\*[\s\S]*?\*\/|\/\/.*/g : /\/\*[\s\S]*?\*\//g;
  // Keep the line breaks of comments.
  const code = opaque.replace(comments, (comment) => comment.replace(/.+/g, ""));
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

/** Returns the text with letters in place of all strings, regular expressions, templates and page texts. */
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
