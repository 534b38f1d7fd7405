// The map of src/: folders stand in an order, and each imports only from those before it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { automations } from "../../src/automations/index.ts";
import { root } from "../../src/cli/shared/bundle.ts";

/** The folders and files of `src/` in their order (docs/architecture.md). */
const ORDER: readonly string[] = [
  ...["base", "env.ts", "governance/contract", "governance/client", "governance", "systems", "actions"],
  ...["policy", "automations", "kit.ts", "runs", "lookups", "ledger", "desk", "operate", "channels"],
  ...["evidence", "console-settings.ts", "generated", "define-config.ts", "console", "mcp", "http"],
  ...["reeve.ts", "environment.ts", "config.ts", "worker.ts", "sandbox", "cli"],
];
const MAX_FILES_PER_FOLDER = 25;

/** What does not keep to the law yet. A line goes when it does; none may be added. */
const DEBTS: readonly string[] = [];
/** Names that are exported by more than one file yet. */
// A line goes when only one file has the name; better than to add one is another name.
const TWICE: readonly string[] = ["AuditEntry", "Id", "Person"];
/**
 * Files whose exports bear the names of what they stand in for: the tenant's handlers those of operations, the vendors'
 * signatures and APIs those of systems. None shares code with what it is named after.
 */
const STANDS_IN = /^sandbox\//;

const src = root("src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
);

/** What the laws of names and form hold for: users name their own things as they like. */
const delivered = files.filter((file) => !file.startsWith("own/"));

/** The room of a file: one in `own/` is imported by the room that it extends; what it imports is a kit. */
const findRoom = (file: string): string =>
  file.replace(/^own\/operations\//, "governance/contract/").replace(/^own\//, "");

/** Where a file stands in the order: the longest name of the order that holds it. */
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

it("a folder imports only from those before it", () => {
  const upwards = delivered.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((imported) => findPlace(imported) > findPlace(file))
      .map((imported) => `${file} imports ${imported}`),
  );
  expect(upwards.sort()).toEqual(DEBTS.filter((debt) => debt.includes(" imports ")).toSorted());
});

it("the tenant imports base and the contract alone, and what is deployed neither the sandbox nor the commands", () => {
  const mayImport = (file: string, imported: string): boolean => {
    if (file.startsWith("sandbox/tenant/"))
      return /^(base|governance\/contract|sandbox\/tenant|own\/sandbox)\//.test(imported);
    return /^(sandbox|cli)\//.test(findRoom(file)) || !/^(sandbox|cli)\//.test(findRoom(imported));
  };
  const strays = files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((imported) => !mayImport(file, imported))
      .map((imported) => `${file} imports ${imported}`),
  );
  expect(strays).toEqual([]);
});

it("docs/architecture.md has the folders in this order", () => {
  const page = readFileSync(root("docs/architecture.md"), "utf8").split("\n## ")[1] ?? "";
  const rows = Array.from(page.matchAll(/^\| `([\w./-]+?)\/?` \|/gm), ([, name]) => name);
  expect(rows.filter((name) => name !== "src")).toEqual([...ORDER]);
});

it("no files import each other in a circle, types counted", () => {
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

it("every name of the order has files, and no folder has too many", () => {
  const places = new Set(delivered.map(findPlace));
  expect(ORDER.filter((_, place) => !places.has(place))).toEqual([]);
  const folders = Map.groupBy(delivered, (file) => dirname(file));
  const tooMany = [...folders].filter(([, of]) => of.length > MAX_FILES_PER_FOLDER);
  expect(tooMany.map(([folder]) => folder).sort()).toEqual(
    DEBTS.filter((debt) => !debt.includes(" imports ")).toSorted(),
  );
});

it("no folder of test/ has too many files", () => {
  const all = readdirSync(root("test"), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.startsWith("fixtures/"),
  );
  const tooMany = [...Map.groupBy(all, dirname)].filter(([, of]) => of.length > MAX_FILES_PER_FOLDER);
  expect(tooMany.map(([folder]) => folder)).toEqual([]);
});

it("a file opens with a comment on what it is for", () => {
  const without = delivered.filter((file) => !readFileSync(join(src, file), "utf8").startsWith("// "));
  expect(without).toEqual([]);
});

it("a name is exported by one file", () => {
  const exported = delivered
    .filter((file) => !STANDS_IN.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(src, file), "utf8");
      const names = text.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm);
      // A schema and its type have one name.
      return [...new Set(Array.from(names, ([, name = ""]) => name))];
    });
  const twice = [...Map.groupBy(exported, (name) => name)].filter(([, of]) => of.length > 1);
  expect(twice.map(([name]) => name).filter((name) => !TWICE.includes(name))).toEqual([]);
});

/** The packages that Reeve is built on, each with the rooms that import it and no other does. */
const BUILT_ON: Readonly<Record<string, readonly string[]>> = {
  hono: ["console", "http"],
  "@hono/zod-validator": ["console"],
  "@modelcontextprotocol/server": ["mcp"],
  jose: ["base", "console", "evidence", "governance", "http", "ledger", "sandbox"],
  zod: "actions automations base channels cli console console-settings.ts define-config.ts env.ts evidence generated governance http ledger lookups mcp operate policy runs sandbox systems".split(
    " ",
  ),
  "@marcbachmann/cel-js": ["sandbox"],
  wrangler: ["cli"],
  miniflare: ["cli"],
  vitest: [],
};

it.for(Object.entries(BUILT_ON))("%s is imported where it is meant to be", ([name, rooms]) => {
  const imports = new RegExp(`\\b(?:from|import\\()\\s*"${name}(?:/[^"]*)?"`);
  const room = (file: string) => file.split("/")[0] ?? file;
  const found = delivered.filter((file) => imports.test(readFileSync(join(src, file), "utf8"))).map(room);
  expect([...new Set(found)].sort()).toEqual([...rooms]);
});

it("vitest is imported by each test, and by the runner's configuration", () => {
  const tests = readdirSync(root("test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `test/${file}`);
  const without = [...tests, "vitest.config.ts"].filter(
    (file) => !/from "vitest(\/config)?"/.test(readFileSync(root(file), "utf8")),
  );
  expect(without).toEqual([]);
});

it("every route of the API validates what it takes, and every form of the console", () => {
  const read = (file: string) => readFileSync(join(src, file), "utf8");
  expect(read("console/api/route.ts")).toMatch(/validate\("param".*validate\("query".*validate\("json"/s);
  const forms = read("console/pages/routes.tsx").match(/\.post\(.*?=> \{/gs) ?? [];
  expect(forms).toHaveLength(16);
  for (const form of forms) expect(form).toMatch(/readTextBody,\s+ownForm,\s+(?:reasonForm|form\()/);
});

/** Words of CONTRIBUTING's column "Not" that also have an ordinary sense, in which names may have them. */
const ORDINARY = "decide decision answer record past watch memory seen look statement".split(" ");

it("no exported name has a word that CONTRIBUTING's table rules out", () => {
  const table = readFileSync(root("CONTRIBUTING.md"), "utf8").match(/^\| \*\*.*$/gm) ?? [];
  const ruledOut = table
    .flatMap((row) => (row.split("|").at(-2) ?? "").split(","))
    .map((word) => word.trim())
    .filter((word) => /^[a-z]+$/.test(word) && !ORDINARY.includes(word));
  expect(ruledOut.length).toBeGreaterThan(10);
  const named = delivered.flatMap((file) =>
    Array.from(
      readFileSync(join(src, file), "utf8").matchAll(
        /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm,
      ),
      ([, name = ""]) => `${file}: ${name}`,
    ),
  );
  const wordsIn = (name: string) =>
    (name.split(": ")[1] ?? "")
      .replace(/([a-z\d])([A-Z])|_/g, "$1 $2")
      .toLowerCase()
      .split(" ");
  expect(named.filter((name) => wordsIn(name).some((word) => ruledOut.includes(word)))).toEqual([]);
});

/** Files that name automations by their job: settings by name, the default policy, and what sets up a sample. */
const NAME_AUTOMATIONS =
  /^(automations\/(settings|config-check)|policy\/policy|config)\.ts$|^(generated|sandbox|cli\/(demo|doctor|init|start))\//;
/** Files that name automations yet. A line goes when the automation declares what the file has to know. */
const NAMED: readonly string[] = [
  "actions/session-policy.ts: session-policies-end",
  "actions/tool.ts: tool-changed",
  "actions/tool.ts: stale-tools",
];

it("no automation is known by name outside of its own file", () => {
  const named = delivered
    .filter((file) => !NAME_AUTOMATIONS.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(src, file), "utf8").replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, "");
      const words = Array.from(text.matchAll(/["'`]([a-z-]+)["'`]/g), ([, word = ""]) => word);
      return [...new Set(words)]
        .filter(
          (word) =>
            automations.has(word) && file !== `automations/${word}.ts` && !text.includes(`name: "${word}"`),
        )
        .map((word) => `${file}: ${word}`);
    });
  expect(named).toEqual(NAMED);
});

it("a function is named by what it does", () => {
  const named = delivered.flatMap((file) =>
    Array.from(
      readFileSync(join(src, file), "utf8").matchAll(
        /^(?:export )?(?:async )?(?:function\*? (\w+Of)\(|const (\w+Of) = (?:async )?[(<])/gm,
      ),
      ([, name, other]) => `${file}: ${name ?? other}`,
    ),
  );
  expect(named).toEqual([]);
});

it("what people ask of desks and Control passes through operate/ alone", () => {
  const asks = /\.(?:decide|decideAll|replay|accept|acceptAll|switch)\(/;
  const asking = delivered.filter(
    (file) => !/^(?:desk|sandbox|cli)\//.test(file) && asks.test(readFileSync(join(src, file), "utf8")),
  );
  // The front door hands over what senders' systems report.
  expect(asking.filter((file) => !file.startsWith("operate/"))).toEqual(["http/hooks.ts"]);
});
