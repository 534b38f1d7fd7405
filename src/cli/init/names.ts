// Names with the ids behind them: from the lines of a CSV file or from answers, into the members of src/config.ts.
import { byName } from "../../actions/names.ts";
import { printable } from "../../base/text.ts";
import { NAME_MEMBERS, type NameAnswer, type NameMember, type SettingsNames } from "../doctor/names.ts";
import { UsageError } from "../shared/command-line.ts";
import { type CsvRow, csvRows, ImportError } from "../shared/csv.ts";
import type { ConfigChange } from "./config-file.ts";
import { keyText, literal } from "./object-text.ts";

/** A name with what it stands for, as somebody wrote it. Which members it needs says {@link KINDS}. */
export type NameRow = Readonly<Partial<Record<Column, string>>>;

const COLUMNS = ["kind", "name", "id", "app_id", "app", "connector", "person"] as const;
type Column = (typeof COLUMNS)[number];

interface Kind {
  readonly member: NameMember;
  /** The columns that a line of it needs besides its name. */
  readonly needs: readonly Column[];
  /** Where the service shows the ids. */
  readonly where: string;
  /** Adds it to the names. */
  readonly add: (names: SettingsNames, row: Required<NameRow>) => SettingsNames;
}

const plain = (
  member: "apps" | "sessionPolicies" | "reviewPolicies" | "campaigns" | "vaults" | "ownerRoles",
  where: string,
): Kind => ({
  member,
  needs: ["id"],
  where,
  add: (names, { name, id }) => ({ ...names, [member]: renamed(names[member], name, id) }),
});

/** What names can be of, as a line's `kind` says. */
export const KINDS = {
  connector: {
    member: "connectors",
    needs: ["id", "app_id"],
    where: "Integrations, Connectors, the connector",
    add: (names, { name, id, app_id, app }) => ({
      ...names,
      connectors: renamed(names.connectors, name, {
        appId: app_id,
        appName: app || (Object.entries(names.apps).find(([, known]) => known === app_id)?.[0] ?? name),
        connectorId: id,
      }),
    }),
  },
  app: plain("apps", "the page of the app (the vendor's API lists them: GET /api/v1/apps)"),
  entitlement: {
    member: "entitlements",
    needs: ["id", "app_id"],
    where: "the entitlement on the page of its app",
    add: (names, { name, id, app_id }) => ({
      ...names,
      entitlements: renamed(names.entitlements, name, { appId: app_id, id }),
    }),
  },
  account: {
    member: "appUsers",
    needs: ["id", "app"],
    where: "the account on the page of its app",
    add: (names, { name, id, app }) => {
      const known = byName(names.apps, app);
      if (!known)
        throw new ImportError(`no app is called "${app}": name it first, in a line of the kind app`);
      const accounts = renamed(names.appUsers[known.name] ?? {}, name, id);
      return { ...names, appUsers: { ...names.appUsers, [known.name]: accounts } };
    },
  },
  tool: {
    member: "tools",
    needs: ["id", "connector"],
    where: "Integrations, Connectors, the connector, its tools",
    add: (names, { name, id, connector }) => {
      const known = byName(names.connectors, connector);
      if (!known)
        throw new ImportError(
          `no connector is called "${connector}": name it first, in a line of the kind connector`,
        );
      return { ...names, tools: renamed(names.tools, name, { connector: known.name, id }) };
    },
  },
  "session-policy": plain("sessionPolicies", "the page of the session policy"),
  "review-policy": plain("reviewPolicies", "the page of the review policy"),
  campaign: plain("campaigns", "the page of the campaign"),
  vault: plain("vaults", "the page of the vault"),
  "owner-role": plain("ownerRoles", "the roles that the form for adding an owner offers"),
} as const satisfies Readonly<Record<string, Kind>>;
export type NameKind = keyof typeof KINDS;

const isKind = (name: string): name is NameKind => Object.hasOwn(KINDS, name);

/** The names of a CSV file. @throws ImportError with every line that is not as it has to be */
export const namesInCsv = (names: SettingsNames, text: string): SettingsNames =>
  withRows(names, csvRows(text, COLUMNS));

/**
 * The names with those of these lines; one that is there is replaced. Apps and connectors first: others go by them.
 * @throws ImportError with every line that is not as it has to be
 */
function withRows(names: SettingsNames, rows: readonly CsvRow[]): SettingsNames {
  const wrong: string[] = [];
  const rank = ({ cells: { kind } }: CsvRow) => (kind === "app" ? 0 : kind === "connector" ? 1 : 2);
  const all = rows
    .toSorted((a, b) => rank(a) - rank(b))
    .reduce((now, { line, cells }) => {
      try {
        return withName(now, cells);
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        wrong.push(`line ${line}: ${error.message}`);
        return now;
      }
    }, names);
  if (wrong.length > 0) throw new ImportError(wrong.join("\n"));
  return all;
}

/** The names with one more. @throws ImportError where it is not as it has to be */
export function withName(names: SettingsNames, row: NameRow): SettingsNames {
  const kind = row.kind ?? "";
  if (!isKind(kind)) throw new ImportError(`kind is one of ${Object.keys(KINDS).join(", ")}`);
  const { needs, add }: Kind = KINDS[kind];
  const name = row.name ?? (kind === "account" ? row.person : undefined);
  const missing = (name ? [] : ["name"]).concat(needs.filter((column) => !row[column]));
  if (missing.length > 0) throw new ImportError(`${missing.join(", ")} missing of the ${kind}`);
  return add(names, {
    app: "",
    app_id: "",
    connector: "",
    person: "",
    id: "",
    ...row,
    kind,
    name: name ?? "",
  });
}

/** Names with one set, however its case is there. */
function renamed<Value>(
  names: Readonly<Record<string, Value>>,
  name: string,
  value: Value,
): Record<string, Value> {
  return { ...names, [byName(names, name)?.name ?? name]: value };
}

/**
 * What is to be changed in `src/config.ts` for it to have these names, each block with what the tenant says of it. A
 * block that stays as it is, and of which nothing could be read, is left alone.
 */
export function nameChanges(
  before: SettingsNames,
  after: SettingsNames,
  answers: readonly NameAnswer[],
): ConfigChange[] {
  return NAME_MEMBERS.flatMap((member) =>
    JSON.stringify(before[member]) === JSON.stringify(after[member]) &&
    !answers.some((answer) => answer.member === member && answer.is === "verified")
      ? []
      : {
          path: ["settings", member],
          value: blockText(after[member], whereOf(member), answersOf(member, answers)),
        },
  );
}

const whereOf = (member: NameMember): string =>
  Object.values(KINDS).find((kind) => kind.member === member)?.where ?? "";

const answersOf = (member: NameMember, answers: readonly NameAnswer[]) =>
  new Map(
    answers.filter((answer) => answer.member === member).map((answer) => [answer.name.join("\n"), answer]),
  );

/** A block of names: those that were read, with what was read; then the others, with where to compare their ids. */
function blockText(
  names: Readonly<Record<string, unknown>>,
  where: string,
  answers: ReadonlyMap<string, NameAnswer>,
): string {
  const lines = Object.entries(names).map(([name, value]) => {
    const answer = answers.get(name);
    const read = answer?.is === "verified";
    const note = read ? ` // verified: ${comment(answer.detail)}` : "";
    return { read, text: `${keyText(name)}: ${literal(value)},${note}` };
  });
  const open = lines.filter(({ read }) => !read);
  return [
    "{",
    ...lines.filter(({ read }) => read).map(({ text }) => text),
    ...(open.length > 0
      ? [`// Not verified, as the API has no read for them. Compare the ids in the service: ${where}.`]
      : []),
    ...open.map(({ text }) => text),
    "}",
  ].join("\n");
}

/** What is said of names that the tenant does not know. */
export const wrongNames = (answers: readonly NameAnswer[]): string[] =>
  answers.flatMap((answer) =>
    answer.is === "wrong" ? printable(`${answer.member}: "${answer.name.join(", ")}" ${answer.detail}`) : [],
  );

/** What is said of all names, in a line. */
export function checkedLine(answers: readonly NameAnswer[]): string {
  const count = (is: NameAnswer["is"]) => answers.filter((answer) => answer.is === is).length;
  return `names: ${count("verified")} read in the tenant, ${count("unverified")} that its API has no read for (marked in the file)`;
}

/** Text of others in a comment of one line. */
const comment = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 100);

/** The names with the connectors of flags: `GitHub MCP=<app id>/<connector id>`. @throws UsageError */
export const withConnectors = (names: SettingsNames, given: readonly string[] = []): SettingsNames =>
  given.reduce((all, text) => withName(all, connectorGiven(text)), names);

function connectorGiven(text: string) {
  const [, name = "", app_id = "", id = ""] = /^\s*([^=]+?)\s*=\s*([^\s/]+)\/([^\s/]+)\s*$/.exec(text) ?? [];
  if (name) return { kind: "connector", name, app_id, id };
  throw new UsageError(`--connector ${text}: reads like GitHub MCP=<app id>/<connector id>`);
}
