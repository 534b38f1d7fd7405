// Counts the lines of code of each folder of src, and of test, and compares them with the caps in weight.json.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { requireCaps } from "./caps.ts";
import { countCodeLines } from "./code-lines.ts";

/** Files that a command generates, or that belong to the user. */
const NOT_OURS = /^(?:generated\/|own\/|config\.ts$)/;

/** Counts the lines of code by folder. Files outside the folders are counted together. */
function weigh(folder: string, groupOf: (file: string) => string): Record<string, number> {
  const lines: Record<string, number> = {};
  for (const file of readdirSync(root(folder), { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.(?:tsx?|js|css)$/.test(file) || NOT_OURS.test(file)) continue;
    const group = groupOf(file);
    lines[group] = (lines[group] ?? 0) + countCodeLines(file, readFileSync(join(root(folder), file), "utf8"));
  }
  return lines;
}

it("each folder has as many lines of code as its cap", () => {
  const src = weigh("src", (file) =>
    file.includes("/") ? file.replace(/\/.*/, "") : "files beside the folders",
  );
  requireCaps(root("test/caps/weight.json"), { src, test: weigh("test", () => "all") });
});

it.for<[lines: number, file: string, text: string]>([
  [0, "a.ts", "// a comment\n\n  /* another\n\n over lines */\n/** @see x */ // and one more\n"],
  [2, "a.ts", 'const a = 1; // after code\n/* before */ const b = "no // comment";\n'],
  [3, "a.ts", "const a = `\n// in a template\n`;\n"],
  [2, "a.ts", `const a = \`\${b /* inside\n */}\`;\n`],
  [1, "a.ts", "const pattern = /\\/\\*|[/*]/; /* a comment\n\n*/\n"],
  [1, "a.ts", "const ratio = a / b; // c / d\n// e\n"],
  [1, "a.ts", 'const wide = "𝒳😀"; // "quoted" `\n// `\n'],
  [2, "a.ts", `type Path = \`//\${string}\`;\nconst a = <T,>(b: T) => b;\n`],
  [5, "a.tsx", "const a = (\n  <p title='/*'>\n    // text, don't count less\n  </p>\n);\n"],
  [2, "a.tsx", "const a = <p>\n{/* a comment */}</p>; // b\n// c\n"],
  [1, "a.css", "/* a\n b */ p { color: red }\n\n"],
])("the count of lines of code is %i for %s with the content %j", ([lines, file, text]) => {
  expect(countCodeLines(file, text)).toBe(lines);
});
