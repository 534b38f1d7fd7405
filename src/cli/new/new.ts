// `npm run new`: creates an automation, action, system or operation of the user's own in src/own, with its test, and
// adds it to the lists there.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { actions } from "../../actions/index.ts";
import { automations } from "../../automations/index.ts";
import { operations } from "../../governance/contract/index.ts";
import { sources, systems } from "../../systems/index.ts";
import { root } from "../shared/bundle.ts";
import { type ExitCode, formatted, UsageError } from "../shared/command-line.ts";

/**
 * The templates: for each kind, a folder of files for src/own, and a file with the next steps. They contain a sample's
 * name, which the command replaces.
 */
const TEMPLATES = root("src/cli/new/templates");
const TXT = ".txt";

/** An entry in one of the lists of src/own. */
interface Entry {
  readonly list: string;
  readonly imports: string;
  readonly entry: string;
}

interface Kind {
  /** The pattern for names of this kind, and a description of the pattern. */
  readonly names: readonly [shape: RegExp, words: string];
  readonly lists: readonly Entry[];
}

const listed = (list: string, constant = "sampleThing"): Entry => ({
  list,
  imports: `import { ${constant} } from "./sample-thing.ts";`,
  entry: constant,
});

const WORDS = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/;

const KINDS = {
  automation: {
    names: [WORDS, "two or more words in lower case, such as review-new-owners"],
    lists: [listed("automations/index.ts")],
  },
  action: {
    names: [/^[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "a noun and a verb: kiosk.close"],
    lists: [listed("actions/index.ts")],
  },
  operation: {
    names: [WORDS, "two or more words in lower case, such as get-session-policy"],
    lists: [listed("operations/index.ts"), listed("sandbox/operations.ts")],
  },
  system: {
    names: [/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "one or more words in lower case, such as acme or acme-hr"],
    lists: [
      listed("systems/index.ts", "sampleThingSystem"),
      {
        list: "env.ts",
        imports: 'import { webhook } from "../base/variable.ts";',
        entry: `SAMPLE_THING_WEBHOOK_SECRET: webhook("sample-thing", "secret of Sample thing's webhook", "whsec_…")`,
      },
      {
        list: "sandbox/index.ts",
        imports: 'import { standardWebhooksSender } from "../../sandbox/kit.ts";',
        entry: 'standardWebhooksSender("sample-thing")',
      },
    ],
  },
} as const satisfies Readonly<Record<string, Kind>>;

export default async function (what: keyof typeof KINDS, name: string): Promise<ExitCode> {
  const kind: Kind = KINDS[what];
  const [shape, words] = kind.names;
  if (!shape.test(name)) throw new UsageError(`${what} "${name}": the name must be ${words}`);
  const renamed = renameSample(name);
  const isTaken = [automations, actions, sources, systems].some((all) => all.has(name));
  if (isTaken || (what === "operation" && renamed("sampleThing") in operations))
    throw new UsageError(`the name "${name}" is already used: choose another name`);
  const templates = readdirSync(join(TEMPLATES, what), { recursive: true, encoding: "utf8" });
  const files = templates
    .filter((file) => file.endsWith(TXT))
    .map((file) => {
      const text = readFileSync(join(TEMPLATES, what, file), "utf8");
      if (new RegExp(`\\b${renamed("sampleThing")}\\b`).test(text))
        throw new UsageError(`"${name}" is a name that the generated code uses: choose another name`);
      return [`src/own/${renamed(file.slice(0, -TXT.length))}`, renamed(text)] as const;
    });
  const there = files.find(([path]) => existsSync(root(path)));
  if (there) throw new Error(`${there[0]} already exists: choose another name, or delete the file`);
  const lists = kind.lists.map((list) => [`src/own/${list.list}`, withEntry(list, renamed)] as const);
  for (const [path, text] of [...files, ...lists]) {
    mkdirSync(dirname(root(path)), { recursive: true });
    writeFileSync(root(path), formatted(path, text));
  }
  const paths = [...files, ...lists].map(([path]) => path);
  console.log(`Written:\n${paths.map((path) => `  ${path}\n`).join("")}\nNext:`);
  console.log(renamed(readFileSync(join(TEMPLATES, `${what}.next${TXT}`), "utf8")).trimEnd());
  return 0;
}

/** Returns a function that replaces the sample's name with the given one, in each spelling. */
function renameSample(name: string) {
  const words = name.split(/[.-]/);
  const ways = {
    "sample-thing": words.join("-"),
    "sample.thing": name,
    SAMPLE_THING: words.join("_").toUpperCase(),
    sampleThing: name.replace(/[.-](.)/g, (_, first: string) => first.toUpperCase()),
    "Sample thing": words.join(" ").replace(/^./, (first) => first.toUpperCase()),
  };
  return (text: string) =>
    Object.entries(ways).reduce((all, [sample, own]) => all.replaceAll(sample, own), text);
}

/**
 * Returns the text of a list's file with the entry and its import added.
 * @throws Error if the file does not end with a list in the expected form
 */
function withEntry({ list, imports, entry }: Entry, renamed: (text: string) => string): string {
  const text = readFileSync(root(`src/own/${list}`), "utf8");
  const [, before, entries = "", after] = /^(.*= [[{])(.*?),?\s*([\]}](?: as const)?;\s*)$/s.exec(text) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`src/own/${list} must end with a list in the form "… = [ … ];"`);
  // The import is added after the first import, or after the comment at the top of the file.
  const added = text.includes(imports)
    ? before
    : before.replace(/^import .*$|^\/\/ .*$(?!\n(?:import|\/\/))/m, `$&\n${renamed(imports)}`);
  return `${added}${entries}${entries.trim() === "" ? "" : ","}\n${renamed(entry)},\n${after}`;
}
