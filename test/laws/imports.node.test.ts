// Verifies the order of the folders in src/: each imports only from those above it.
import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { automations, findFile } from "../../src/automations/index.ts";
import { root } from "../../src/cli/shared/bundle.ts";

/** The folders and files of `src/` in their order (src/README.md). */
const ORDER: readonly string[] = [
  ...["base", "env.ts", "governance/contract", "governance/client", "governance", "systems", "actions"],
  ...["policy", "kit", "automations", "runs", "lookups", "ledger", "desk", "operate", "channels"],
  ...["evidence", "console-settings.ts", "generated", "define-config.ts", "console", "mcp", "http"],
  ...["reeve.ts", "environment.ts", "config.ts", "worker.ts", "sandbox", "cli"],
];
const MAX_FILES_PER_FOLDER = 25;

/** Known violations of this order. Remove a line when its violation is fixed; never add one. */
const DEBTS: readonly string[] = [];
/** Names that are still exported by more than one file. */
// Remove a name when only one file exports it. Choose another name rather than adding one.
const TWICE: readonly string[] = ["AuditEntry", "Id", "Person"];
/**
 * Files whose exports are named after the things that they simulate: the tenant's handlers after operations, the
 * vendors' signatures and APIs after systems. They share no code with the originals.
 */
const STANDS_IN = /^sandbox\//;

const src = root("src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
);

/** The files that the rules on names and form apply to. Users name their own things as they like. */
const delivered = files.filter((file) => !file.startsWith("own/"));

/**
 * Returns the path that decides a file's folder. A file in `own/` is imported by the folder that it extends, and
 * imports only a kit.
 */
const findRoom = (file: string): string =>
  file.replace(/^own\/operations\//, "governance/contract/").replace(/^own\//, "");

/** Returns the position of a file in the order: that of the longest entry that contains it. */
function findPlace(file: string): number {
  const room = findRoom(file);
  const holders = ORDER.filter((name) => room === name || room.startsWith(`${name}/`));
  const [name] = holders.sort((a, b) => b.length - a.length);
  if (!name) throw new Error(`${file} is in no folder of the order`);
  return ORDER.indexOf(name);
}

const listImports = (file: string): string[] =>
  Array.from(
    readFileSync(join(src, file), "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g),
    ([, specifier = ""]) => relative(src, join(src, dirname(file), specifier)),
  );
const imports = new Map(files.map((file) => [file, listImports(file)]));

/** Lists the imports that a rule forbids to files. */
const listStrays = (of: readonly string[], mayImport: (imported: string, file: string) => boolean) =>
  of.flatMap((file) => {
    const strays = (imports.get(file) ?? []).filter((imported) => !mayImport(imported, file));
    return strays.map((imported) => `${file} imports ${imported}`);
  });

it("a folder imports only from itself and the folders listed before it", () => {
  const upwards = listStrays(delivered, (imported, file) => findPlace(imported) <= findPlace(file));
  expect(upwards.sort()).toEqual(DEBTS.filter((debt) => debt.includes(" imports ")).toSorted());
});

it("the tenant imports only base, the contract and own/sandbox, and deployed code imports neither sandbox nor cli", () => {
  const mayImport = (imported: string, file: string): boolean => {
    if (file.startsWith("sandbox/tenant/"))
      return /^(base|governance\/contract|sandbox\/tenant|own\/sandbox)\//.test(imported);
    return /^(sandbox|cli)\//.test(findRoom(file)) || !/^(sandbox|cli)\//.test(findRoom(imported));
  };
  expect(listStrays(files, mayImport)).toEqual([]);
});

it("shipped automations outside platform/ import only the kit from Reeve, like users' own automations", () => {
  // The rules in platform/ need the catalogue of actions, and index.ts is the catalogue of automations.
  const shipped = files.filter((file) => /^automations\/(?!index\.ts$)[^/]+$/.test(file));
  expect(shipped.length).toBeGreaterThan(10);
  expect(listStrays(shipped, (imported) => imported === "kit/index.ts")).toEqual([]);
});

it("src/README.md lists the folders in the order of their imports", () => {
  const page = readFileSync(root("src/README.md"), "utf8");
  const rows = Array.from(page.matchAll(/^\| `([\w./-]+?)\/?` \|/gm), ([, name]) => name);
  expect(rows).toEqual([...ORDER]);
});

it("files do not import each other in a circle, not even for types", () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(" > "));
      return;
    }
    if (done.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles.length, circles.join("\n")).toBe(0);
});

it("every listed folder of src/ exists, and no folder has more than 25 files", () => {
  const places = new Set(delivered.map(findPlace));
  expect(ORDER.filter((_, place) => !places.has(place))).toEqual([]);
  const folders = Map.groupBy(delivered, (file) => dirname(file));
  const tooMany = [...folders].filter(([, of]) => of.length > MAX_FILES_PER_FOLDER);
  expect(tooMany.map(([folder]) => folder).sort()).toEqual(
    DEBTS.filter((debt) => !debt.includes(" imports ")).toSorted(),
  );
});

it("no folder of test/ has more than 25 files", () => {
  const all = readdirSync(root("test"), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.startsWith("fixtures/"),
  );
  const tooMany = [...Map.groupBy(all, dirname)].filter(([, of]) => of.length > MAX_FILES_PER_FOLDER);
  expect(tooMany.map(([folder]) => folder)).toEqual([]);
});

it("every file of src/ starts with a comment on its purpose", () => {
  const without = delivered.filter((file) => !readFileSync(join(src, file), "utf8").startsWith("// "));
  expect(without).toEqual([]);
});

it("a name is exported by only one file, except the names listed here", () => {
  const exported = delivered
    .filter((file) => !STANDS_IN.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(src, file), "utf8");
      const names = text.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm);
      // A schema and its type share a name.
      return [...new Set(Array.from(names, ([, name = ""]) => name))];
    });
  const twice = [...Map.groupBy(exported, (name) => name)].filter(([, of]) => of.length > 1);
  expect(twice.map(([name]) => name).filter((name) => !TWICE.includes(name))).toEqual([]);
});

/** The packages that Reeve is built on, each with the only folders that import it. */
const BUILT_ON: Readonly<Record<string, readonly string[]>> = {
  hono: ["console", "http"],
  "@hono/zod-validator": ["console"],
  "@modelcontextprotocol/server": ["mcp"],
  jose: ["base", "console", "evidence", "governance", "http", "ledger", "sandbox"],
  zod: "actions automations base channels cli console console-settings.ts define-config.ts env.ts evidence generated governance http kit ledger lookups mcp operate policy runs sandbox systems".split(
    " ",
  ),
  "@marcbachmann/cel-js": ["sandbox"],
  wrangler: ["cli"],
  miniflare: ["cli"],
  vitest: [],
};

it.for(Object.entries(BUILT_ON))("%s is imported by exactly the folders listed for it", ([name, rooms]) => {
  const imports = new RegExp(`\\b(?:from|import\\()\\s*"${name}(?:/[^"]*)?"`);
  const room = (file: string) => file.split("/")[0] ?? file;
  const found = delivered.filter((file) => imports.test(readFileSync(join(src, file), "utf8"))).map(room);
  expect([...new Set(found)].sort()).toEqual([...rooms]);
});

it("every route of the API and every form of the console validates its input", () => {
  const read = (file: string) => readFileSync(join(src, file), "utf8");
  expect(read("console/api/route.ts")).toMatch(/validate\("param".*validate\("query".*validate\("json"/s);
  const forms = read("console/pages/forms.ts").match(/\.post\(.*?redirect/gs) ?? [];
  expect(forms).toHaveLength(2);
  for (const form of forms) expect(form).toMatch(/readTextBody,\s+ownForm,.*parseForm\(/s);
});

/** Words in CONTRIBUTING's column "Not" that also have an ordinary meaning, in which names and headings can use them. */
const ORDINARY = "decide decision answer record past watch memory seen look statement".split(" ");

it("no exported name and no heading of a page contains a word that CONTRIBUTING's table rules out", () => {
  const table = readFileSync(root("CONTRIBUTING.md"), "utf8").match(/^\| \*\*.*$/gm) ?? [];
  const ruledOut = table
    .flatMap((row) => (row.split("|").at(-2) ?? "").split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "" && !ORDINARY.includes(word));
  expect(ruledOut.length).toBeGreaterThan(10);
  const listMatches = (path: string, pattern: RegExp) =>
    Array.from(
      readFileSync(root(path), "utf8")
        .replace(/^ *```[\s\S]*?^ *```/gm, "")
        .matchAll(pattern),
      ([, name = ""]) => `${path}: ${name}`,
    );
  const exported = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
  const pages = globSync(["*.md", "{docs,src,test}/**/*.md"], { cwd: root() });
  const headings = pages.flatMap((page) => listMatches(page, /^#+ (.+)$/gm));
  expect(headings.length).toBeGreaterThan(200);
  const named = delivered.flatMap((file) => listMatches(`src/${file}`, exported));
  const wordsIn = (name: string) =>
    name
      .replace(/^.*?: /, "")
      .replace(/([a-z\d])([A-Z])|_/g, "$1 $2")
      .toLowerCase();
  const find = (names: readonly string[], ending: string) =>
    names.filter((name) => new RegExp(`\\b(?:${ruledOut.join("|")})${ending}\\b`).test(wordsIn(name)));
  expect(find(named, "")).toEqual([]);
  expect(find(headings, "s?")).toEqual([]);
});

/**
 * Files whose purpose requires names of automations: settings by name, the default policy, and code that sets up a
 * sample.
 */
const NAME_AUTOMATIONS =
  /^(kit\/settings|operate\/config-check|policy\/policy|config)\.ts$|^(generated|sandbox|cli\/(demo|doctor|init|start))\//;
/** Files that still name automations. Remove a line when the automation declares what the file needs to know. */
const NAMED: readonly string[] = [
  "actions/names.ts: last-days",
  "actions/names.ts: last-day-tasks",
  "actions/tool.ts: tool-changed",
  "actions/tool.ts: stale-tools",
];

it("an automation is named outside of its own file only where this test allows it", () => {
  const named = delivered
    .filter((file) => !NAME_AUTOMATIONS.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(src, file), "utf8").replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, "");
      const words = Array.from(text.matchAll(/["'`]([a-z-]+)["'`]/g), ([, word = ""]) => word);
      return [...new Set(words)]
        .filter((word) => automations.has(word) && findFile(word) !== `src/${file}`)
        .map((word) => `${file}: ${word}`);
    });
  expect(named).toEqual(NAMED);
});

it("only operate/ sends people's requests to desks and Control", () => {
  const decides = /\.(?:decide|decideAll|replay|accept|acceptAll|switch)\(/;
  const asking = delivered.filter(
    (file) => !/^(?:desk|sandbox|cli)\//.test(file) && decides.test(readFileSync(join(src, file), "utf8")),
  );
  // The front door delivers the events that systems read.
  expect(asking.filter((file) => !file.startsWith("operate/"))).toEqual(["http/hooks.ts"]);
});
