// Reads the settings of `src/config.ts` from the types of their schemas, with the JSDoc that editors show.
import {
  API,
  type Checker,
  type Symbol as Member,
  type Project,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
} from "typescript/unstable/sync";
import { effectOperations } from "../../src/actions/action.ts";
import { root } from "../../src/cli/shared/bundle.ts";

/** A setting in its schema. */
export interface Declared {
  readonly name: string;
  /** Its documentation on one line, or "" if it has none. */
  readonly about: string;
  /** Its default, from its documentation, or `null`. */
  readonly usual: string | null;
  readonly isOptional: boolean;
  readonly value: Value;
}

/** The values that a setting accepts. */
export type Value =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "list"; readonly of: Value }
  | { readonly is: "one of"; readonly these: readonly Value[] }
  | {
      readonly is: "members";
      readonly members: readonly Declared[];
      /** The type of values under any further names, or `null` for a closed object. */
      readonly others: {
        readonly names: readonly string[];
        readonly value: Value;
        readonly isOptional: boolean;
      } | null;
    };

/** Settings that the API defines and documents. */
const THE_APIS: ReadonlySet<string> = new Set(["scope", "reviewScopes"]);
const REVIEW_SCOPE: Value = { is: "text", text: "z.input<typeof ReviewScope>" };

/** Reads types of this repository. */
export function readProject<Read>(read: (project: Project) => Read): Read {
  const api = new API({ cwd: root() });
  try {
    const [project] = api.updateSnapshot({ openProject: root("tsconfig.json") }).getProjects();
    if (!project) throw new Error("tsconfig.json is not there");
    return read(project);
  } finally {
    api.close();
  }
}

/** Returns the settings that `defineConfig` accepts. @throws Error if their schema is not found */
export const documentedSettings = () =>
  readProject(({ checker, program }) => {
    const file = root("src/define-config.ts");
    const source = program.getSourceFile(file);
    const schema = source && checker.getTypeAtPosition(file, source.text.indexOf("Config = z."));
    const input = ["_zod", "input"].reduce(
      (type, name) => type && findType(checker.getPropertyOfType(type, name), checker),
      schema,
    );
    if (!input) throw new Error(`${file} has no schema called Config`);
    return listMembers(input, checker);
  });

const findType = (member: Member | undefined, checker: Checker): Type | undefined =>
  member && checker.getTypeOfSymbol(member);

const listMembers = (type: Type, checker: Checker): Declared[] =>
  checker.getPropertiesOfType(type).map((member) => declared(member, checker));

/** Returns the input of an action with its documentation, or `null` if the type is not an action's. */
export function readInput(type: Type, checker: Checker): Declared[] | null {
  if (!checker.getPropertyOfType(type, "actionName")) return null;
  const [call] = checker.getSignaturesOfType(type, SignatureKind.Call);
  const input = call && checker.getParameterType(call, 0);
  return input ? listMembers(input, checker) : null;
}

function declared(member: Member, checker: Checker): Declared {
  const type = findType(member, checker);
  if (!type) throw new Error(`${member.name} has no type`);
  const tag = member.getJsDocTags(checker).find(({ name }) => name === "default");
  return {
    name: member.name,
    about: inALine(member.getDocumentationComment(checker)),
    usual: tag ? inALine(tag.text ?? "") : null,
    isOptional: (member.flags & SymbolFlags.Optional) !== 0,
    value: readValue(type, checker, THE_APIS.has(member.name)),
  };
}

const inALine = (text: string): string => text.replace(/\s+/g, " ").trim();

function readValue(type: Type, checker: Checker, isTheApis: boolean): Value {
  const given = checker.getNonNullableType(type) ?? type;
  const value = (one: Type) => readValue(one, checker, isTheApis);
  const parts = given.isUnionType() ? (given.getTypes() ?? []) : [];
  if (parts.some((part) => part.flags & TypeFlags.Object)) return { is: "one of", these: parts.map(value) };
  const literals = new Set(parts.map((part) => checker.typeToString(part)));
  // Users may declare more operations.
  if (effectOperations.every((id) => literals.has(JSON.stringify(id))))
    return { is: "text", text: "EffectOperationId" };
  if (type.flags & TypeFlags.Unknown) return { is: "text", text: "unknown" };
  if (!(given.flags & TypeFlags.Object)) return { is: "text", text: checker.typeToString(given) };
  if (checker.isArrayType(given)) {
    const [item = given] = checker.getTypeArguments(given as never);
    return { is: "list", of: value(item) };
  }
  const [others] = checker.getIndexInfosOfType(given);
  if (isTheApis && checker.getPropertiesOfType(given).length > 0) return REVIEW_SCOPE;
  const members = listMembers(given, checker);
  const values = new Set(members.map((member) => JSON.stringify(member.value)));
  const [first] = members;
  // Names with the same type and no documentation represent any name.
  if (first && members.length > 1 && values.size === 1 && members.every(({ about }) => about === ""))
    return {
      is: "members",
      members: [],
      others: { names: members.map(({ name }) => name), value: first.value, isOptional: true },
    };
  const isOptional = others && checker.getNonNullableType(others.valueType)?.id !== others.valueType.id;
  return {
    is: "members",
    members,
    others: others ? { names: [], value: value(others.valueType), isOptional: isOptional === true } : null,
  };
}
