// Makes the settings of docs/reference/settings.md and of editors from the JSDoc of their schemas.
import * as z from "zod";
import { automations } from "../../src/automations/index.ts";
import { Config } from "../../src/define-config.ts";
import { type Declared, documentedSettings, type Value } from "./documented-settings.ts";

const settings = documentedSettings();

/** A setting with its path and its default. */
export interface Row {
  readonly path: readonly string[];
  readonly about: string;
  /** The default, or `null` for a required setting. */
  readonly usual: string | null;
  readonly isGroup: boolean;
}

/** Returns all settings below a path, each before its properties. @param schema Their schema, if known */
function writeRows(
  members: readonly Declared[],
  schema: z.core.$ZodType | undefined,
  path: readonly string[],
): Row[] {
  return members.flatMap(({ name, about, usual, isOptional, value }) => {
    const own = schema && findMember(schema, name);
    const isLiteral = value.is === "text" && value.text.startsWith('"') && !value.text.includes("|");
    const step = isLiteral ? `${name}: ${value.text}` : name;
    const isGroup = value.is === "members" && value.members.length > 0;
    const said = usual ?? (isOptional ? usualWords(own) : null);
    return [
      {
        path: [...path, step],
        about: about || describeSetting(path, name),
        usual: said,
        isGroup,
      },
      ...rowsIn(value, own, [...path, name]),
    ];
  });
}

function rowsIn(value: Value, schema: z.core.$ZodType | undefined, path: readonly string[]): Row[] {
  switch (value.is) {
    case "text":
      return [];
    case "list":
      return rowsIn(value.of, schema && findPart(schema), [...path.slice(0, -1), `${path.at(-1)}[]`]);
    case "one of":
      return value.these.flatMap((one) => rowsIn(one, undefined, path));
    case "members":
      return [
        ...writeRows(value.members, schema, path),
        ...(value.others ? rowsIn(value.others.value, schema && findPart(schema), [...path, "<name>"]) : []),
      ];
    default:
      return value satisfies never;
  }
}

const describeSetting = (path: readonly string[], name: string): string =>
  (path.at(-1) === "automations" && automations.get(name)?.description) || "";

const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    ? unwrapped(schema.def.innerType)
    : schema;

function findMember(schema: z.core.$ZodType, name: string): z.core.$ZodType | undefined {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodObject ? inner.shape[name] : undefined;
}

/** Returns the schema of a list's items, or of a record's values. */
function findPart(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return inner.element;
  return inner instanceof z.ZodRecord ? inner.valueType : undefined;
}

/** Formats a setting's default in Markdown. */
function usualWords(schema: z.core.$ZodType | undefined): string {
  const usual = schema && z.safeParse(schema, undefined).data;
  if (usual === undefined || usual === null) return "none";
  if (typeof usual !== "object") return typeof usual === "string" ? `\`${usual}\`` : String(usual);
  const items = Array.isArray(usual) ? usual : Object.keys(usual);
  return items.length === 0 ? "none" : items.map((item) => `\`${item}\``).join(", ");
}

export const rows: readonly Row[] = writeRows(settings, Config, []);

/** Escapes text for a table's cell, and makes links to documentation pages relative. */
export const cell = (text: string): string =>
  text.replaceAll("|", "\\|").replace(/docs\/([\w/-]+\.md(?:#[\w-]+)?)/g, "[docs/$1](../$1)");
const row = (name: string, { about, usual }: Row): string =>
  `| ${name} | ${cell(about)} | ${usual === null ? "required" : cell(usual)} |`;

/** Returns a table without repeated rows. */
const table = (head: string, lines: readonly string[]): string =>
  [`| ${head} | Meaning | Default |`, "| - | - | - |", ...new Set(lines)].join("\n");

const isAutomations = ({ path }: Row): boolean =>
  path[0] === "settings" && path[1] === "automations" && path.length > 2;

/** Returns the table of automations' settings. Settings that several automations share come first, once. */
function automationTable(): string {
  const own = rows.filter((one) => isAutomations(one) && one.path.length > 3 && !one.isGroup);
  const shared = Map.groupBy(own, (one) => row(`\`${one.path.slice(3).join(".")}\``, one));
  return table(
    "Automation: setting",
    Array.from(shared, ([line, ones]) => {
      const names = ones.map(({ path }) => path[2] ?? "");
      return line.replace("| ", `| ${whose(names)}: `);
    }),
  );
}

function whose(names: readonly string[]): string {
  if (names.includes("<name>")) return "each scheduled one, and your own";
  if (names.length > 1 && names.every((name) => name.endsWith("-from-ticket"))) return "`…-from-ticket`";
  return names.map((name) => `\`${name}\``).join(", ");
}

const listed = (of: (one: Row) => boolean, from: number): string[] =>
  rows
    .filter((one) => of(one) && !one.isGroup)
    .map((one) => row(`\`${one.path.slice(from).join(".")}\``, one));

/** The tables of docs/reference/settings.md. */
export const settingTables = [
  table(
    "Name, in `settings`",
    listed((one) => one.path[0] === "settings" && !isAutomations(one) && one.path.length > 1, 1),
  ),
  automationTable(),
  table(
    "Name",
    listed(({ path }) => path[0] !== "settings", 0),
  ),
].join("\n\n");

const MADE = "Made from the schemas of the settings, by `npm run generate`.";

const INDENT = "  ";

function printed(members: readonly Declared[], at: readonly string[]): string {
  const pad = INDENT.repeat(at.length + 1);
  return members
    .map(({ name, usual, isOptional, value, about }) => {
      const path = [...at, name];
      const known = rows.find((one) => one.path.join(".") === path.join("."));
      const isLeft = known?.isGroup || at.at(-1) === "automations";
      const said = comment(about || describeSetting(at, name), isLeft ? usual : (known?.usual ?? usual), pad);
      const optional = isOptional ? ["?", " | undefined"] : ["", ""];
      return `${said}${pad}${JSON.stringify(name)}${optional.join(`: ${typeText(value, path)}`)};\n`;
    })
    .join("");
}

/** Returns a documentation comment, wrapped at 120 characters. */
function comment(about: string, usual: string | null, pad: string): string {
  if (about === "") return "";
  const tag = usual === null ? "" : `@default ${usual}`;
  const inOne = `${pad}/** ${[about, tag].filter(Boolean).join(" ")} */\n`;
  if (inOne.length <= 121) return inOne;
  const lines = [about, tag].flatMap((text) => wrapped(text, 120 - `${pad} * `.length));
  return [`${pad}/**`, ...lines.map((line) => `${pad} * ${line}`), `${pad} */\n`].join("\n");
}

/** Wraps text between words into lines of a maximum length. */
const wrapped = (text: string, most: number): readonly string[] =>
  text.match(new RegExp(`\\S.{0,${most - 1}}(?= |$)`, "g")) ?? [];

function typeText(value: Value, path: readonly string[]): string {
  switch (value.is) {
    case "text":
      return value.text;
    case "list":
      return `(${typeText(value.of, [...path.slice(0, -1), `${path.at(-1)}[]`])})[]`;
    case "one of":
      return value.these.map((one) => typeText(one, path)).join(" | ");
    case "members": {
      const { members, others } = value;
      if (!others) return `{\n${printed(members, path)}}`;
      const isUndefined = others.isOptional && others.names.length === 0;
      const other = typeText(others.value, [...path, "<name>"]) + (isUndefined ? " | undefined" : "");
      if (members.length > 0) return `{\n${printed(members, path)}[name: string]: ${other};}`;
      const names = others.names.map((name) => JSON.stringify(name)).join(" | ");
      return names === "" ? `Record<string, ${other}>` : `Partial<Record<${names}, ${other}>>`;
    }
    default:
      return value satisfies never;
  }
}

/**
 * Returns `src/generated/stated-config.ts`: the argument of `defineConfig`, as a type with the documentation that
 * editors show.
 */
export const statedConfig = (): string =>
  [
    `// What \`src/config.ts\` may say, with what editors show of it. ${MADE}`,
    'import type * as z from "zod";',
    'import type { EffectOperationId } from "../actions/action.ts";',
    'import type { ReviewScope } from "../governance/contract/campaigns.ts";',
    "",
    "export interface StatedConfig {",
    `${printed(settings, [])}}`,
    "",
  ].join("\n");
