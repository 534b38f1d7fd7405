// Reads what forks may import, with the documentation that editors show: the table of docs/reference.md, and examples.
import { API, SymbolFlags } from "typescript/unstable/sync";
import { root } from "../../src/cli/shared/bundle.ts";

/** The files of Reeve that files of `src/own` may import, and which of them may. */
export const KITS: Readonly<Record<string, readonly [files: RegExp, words: string]>> = {
  "src/kit.ts": [/^(?!env\.ts$)/, "all files but `env.ts`"],
  "src/sandbox/kit.ts": [/^sandbox\//, "`sandbox/`"],
  "test/kit.ts": [/\.test\.ts$/, "tests"],
  "src/base/variable.ts": [/^env\.ts$/, "`env.ts`"],
};

interface Exported {
  readonly file: string;
  readonly name: string;
  readonly isType: boolean;
  /** Its documentation, without the example. */
  readonly about: string;
  /** Empty for none. */
  readonly example: string;
}

/** Lists what the kits export. Of `base/variable.ts` these are the functions: env.ts has its own use for the rest. */
export function documentedKits(): readonly Exported[] {
  const api = new API({ cwd: root() });
  try {
    const [project] = api.updateSnapshot({ openProject: root("tsconfig.json") }).getProjects();
    if (!project) throw new Error("tsconfig.json is not there");
    const { checker, program } = project;
    return Object.keys(KITS).flatMap((file) => {
      const source = program.getSourceFile(root(file));
      const module = source && checker.getSymbolAtLocation(source);
      if (!module) throw new Error(`tsconfig.json has no ${file}`);
      return checker.getExportsOfModule(module).flatMap((symbol) => {
        const original = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        if (file === "src/base/variable.ts" && !/^[a-z]/.test(symbol.name)) return [];
        const tags = original.getJsDocTags(checker);
        return {
          file,
          name: symbol.name,
          isType: (original.flags & SymbolFlags.Value) === 0,
          about: original.getDocumentationComment(checker),
          example: tags.find(({ name }) => name === "example")?.text ?? "",
        };
      });
    });
  } finally {
    api.close();
  }
}

/** The table of docs/reference.md: each name with the first sentence of its documentation. */
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
