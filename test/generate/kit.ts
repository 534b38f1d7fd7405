// Reads the exports that forks can import, with the documentation that editors show, for the table of
// docs/reference/kit.md and the examples.
import { readFileSync } from "node:fs";
import { SymbolFlags } from "typescript/unstable/sync";
import { root } from "../../src/cli/shared/bundle.ts";
import { readInput, readProject } from "./documented-settings.ts";

/** The files of Reeve that files of `src/own` can import, and which of these files can import each. */
export const KITS: Readonly<Record<string, readonly [files: RegExp, words: string]>> = {
  "src/kit/index.ts": [/^(?!env\.ts$|operations\/)/, "all files but `env.ts` and `operations/`"],
  "src/governance/contract/kit.ts": [
    /^(operations|sandbox)\//,
    "`operations/`, and `sandbox/` of operations",
  ],
  "src/sandbox/kit.ts": [/^sandbox\//, "`sandbox/`"],
  "src/sandbox/tenant/kit.ts": [/^sandbox\//, "`sandbox/` of operations"],
  "test/kit.ts": [/\.test\.ts$/, "tests"],
  "src/base/variable.ts": [/^env\.ts$/, "`env.ts`"],
};

/**
 * Lists the exports of the kits. Of `base/variable.ts` it lists the functions, because the other exports are only for
 * env.ts.
 */
export const documentedKits = () =>
  readProject(({ checker, program }) =>
    Object.keys(KITS).flatMap((file) => {
      const source = program.getSourceFile(root(file));
      const module = source && checker.getSymbolAtLocation(source);
      if (!module) throw new Error(`tsconfig.json has no ${file}`);
      const text = readFileSync(root(file), "utf8");
      return checker.getExportsOfModule(module).flatMap((symbol) => {
        const { name } = symbol;
        if (file === "src/base/variable.ts" && !/^[a-z]/.test(name)) return [];
        const original = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        const tags = original.getJsDocTags(checker);
        // A kit can export the type of a schema without the schema, which has the same name.
        const isType =
          (original.flags & SymbolFlags.Value) === 0 ||
          new RegExp(`\\btype (?:\\{[^}]*\\b)?${name}\\b`).test(text);
        const example = tags.find((tag) => tag.name === "example")?.text ?? "";
        const type = isType ? undefined : checker.getTypeOfSymbol(original);
        const input = type ? readInput(type, checker) : null;
        return { file, name, isType, about: original.getDocumentationComment(checker), example, input };
      });
    }),
  );

/** Returns the table of docs/reference/kit.md: each name with the first sentence of its documentation. */
export const kitTable = (): string => {
  const all = documentedKits();
  const rows = Object.entries(KITS).flatMap(([file, [, words]]) => [
    `| **\`${file}\`**, for ${words} | |`,
    ...all
      .filter((one) => one.file === file)
      .map(
        ({ name, about }) => `| \`${name}\` | ${/^.*?\.(?=\s|$)/s.exec(about)?.[0].replace(/\s+/g, " ")} |`,
      )
      .sort(),
  ]);
  return ["| Name | Meaning |", "| - | - |", ...rows].join("\n");
};
