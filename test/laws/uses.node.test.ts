// Verifies that Reeve uses every operation of the contract, every property of its request and every value of its
// enumerations.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  isCallExpression,
  isComputedPropertyName,
  isConditionalExpression,
  isIdentifier,
  isImportDeclaration,
  isNamedImports,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isShorthandPropertyAssignment,
  isStringLiteral,
  isTemplateHead,
  isTemplateMiddle,
  type Node,
  type ObjectLiteralExpression,
} from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";
import { afterAll, expect, it } from "vitest";
import * as z from "zod";
import { root } from "../../src/cli/shared/bundle.ts";
import { operations } from "../../src/governance/contract/index.ts";
import type { Operation } from "../../src/governance/contract/operation.ts";
import { enumerationsIn, exported, isSchema, objectsIn } from "./contract.ts";

/**
 * Unused properties of requests and unused values of enumerations, by the contract's file, each with the reason. Never
 * add one without a reason.
 */
const UNUSED: Readonly<Record<string, string>> = {
  "campaigns.ts createCampaign.expandMask":
    "no path is documented, and a service that refuses one would refuse the campaign with it",
};

const CONTRACT = "governance/contract/";
const src = root("src");
const api = new API({ cwd: root() });
afterAll(() => api.close());
const [project] = api.updateSnapshot({ openProjects: [root("tsconfig.json")] }).getProjects();
if (!project) throw new Error("tsconfig.json is of no project");
const { program, checker } = project;

/** The uses of the contract in a file of the deployed source. */
interface Reading {
  /** Names that the file imports from the contract as values. */
  readonly imports: Set<string>;
  /** Names and texts that the file passes to a call, or plans as an operation. */
  readonly handed: Set<string>;
  /** The texts of its strings, of its templates up to their last placeholder, and of its regular expressions. */
  readonly texts: Set<string>;
  readonly objects: ObjectLiteralExpression[];
}

function read(file: string): Reading {
  const source = program.getSourceFile(join(src, file));
  if (!source) throw new Error(`tsconfig.json lacks src/${file}`);
  const reading: Reading = { imports: new Set(), handed: new Set(), texts: new Set(), objects: [] };
  const hand = (node: Node) => {
    if (isIdentifier(node) || isStringLiteral(node)) reading.handed.add(node.text);
  };
  const visit = (node: Node): void => {
    if (isImportDeclaration(node)) {
      const { importClause: clause, moduleSpecifier } = node;
      const bindings = clause?.namedBindings;
      if (clause?.phaseModifier || !bindings || !isNamedImports(bindings)) return;
      if (!isStringLiteral(moduleSpecifier) || !/\/contract\//.test(moduleSpecifier.text)) return;
      for (const { isTypeOnly, name } of bindings.elements) if (!isTypeOnly) reading.imports.add(name.text);
      return;
    }
    if (isStringLiteral(node) || isTemplateHead(node) || isTemplateMiddle(node)) reading.texts.add(node.text);
    else if (isRegularExpressionLiteral(node)) reading.texts.add(node.text);
    else if (isObjectLiteralExpression(node)) reading.objects.push(node);
    else if (isCallExpression(node)) for (const given of node.arguments) hand(given);
    else if (isPropertyAssignment(node) && isIdentifier(node.name) && /^(operation|by)$/.test(node.name.text))
      hand(node.initializer);
    node.forEachChild(visit);
  };
  visit(source);
  return reading;
}

const readings = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/^(sandbox|cli|generated|own)\//.test(file))
  .filter((file) => !file.startsWith(CONTRACT))
  .map(read);
const imported = new Set(readings.flatMap(({ imports }) => [...imports]));

const all: readonly Operation[] = Object.values(operations);
/** Objects and enumerations that a file uses as a whole, because it imports the schema or the list of values. */
const whole = new Set(
  exported
    .filter(({ name }) => imported.has(name))
    .flatMap(({ value }) => {
      if (Array.isArray(value)) return [value.join()];
      if (!isSchema(value)) return [];
      const found = [...objectsIn("", value).values(), ...enumerationsIn("", value).values()];
      return found.map((names) => names.join());
    }),
);

/** Lists the files that use an operation. */
const readingsOf = ({ id }: Operation) =>
  readings.filter(({ imports, texts }) => imports.has(id) || texts.has(id));

/** Lists the property names of an object literal as written; for a computed name, all its possible values. */
const namesIn = (object: ObjectLiteralExpression): string[] =>
  object.properties.flatMap((property) => {
    if (!isShorthandPropertyAssignment(property) && !isPropertyAssignment(property)) return [];
    const { name } = property;
    if (isComputedPropertyName(name)) return outcomesOf(name.expression);
    return isIdentifier(name) || isStringLiteral(name) ? [name.text] : [];
  });

function outcomesOf(node: Node): string[] {
  if (isConditionalExpression(node)) return [...outcomesOf(node.whenTrue), ...outcomesOf(node.whenFalse)];
  return isStringLiteral(node) ? [node.text] : [];
}

/** Returns false for an object whose properties are declared elsewhere than in the contract. */
function mayBeRequest(object: ObjectLiteralExpression, names: readonly string[]): boolean {
  const type = checker.getContextualType(object);
  const places = names.flatMap((name) => (type && checker.getPropertyOfType(type, name)?.declarations) ?? []);
  return places.every(({ path }) => path.includes(CONTRACT));
}

/**
 * Lists the properties of an operation's request that no code writes. A property is written by an object literal whose
 * properties all belong to one object of the request, in a file that uses the operation. A schema that is used as a
 * whole has all its properties written.
 */
function unwritten(operation: Operation): string[] {
  const written = readingsOf(operation)
    .flatMap(({ objects }) => objects)
    .map((object) => ({ object, names: namesIn(object) }))
    .filter(({ names }) => names.length > 0);
  return [operation.body, operation.query].flatMap((schema) =>
    [...(schema ? objectsIn(operation.id, schema) : [])].flatMap(([place, members]) => {
      if (whole.has(members.join())) return [];
      const requests = written.filter(
        ({ object, names }) => names.every((name) => members.includes(name)) && mayBeRequest(object, names),
      );
      const used = new Set(requests.flatMap(({ names }) => names));
      return members.filter((member) => !used.has(member)).map((member) => `${place}.${member}`);
    }),
  );
}

/**
 * Lists the values of an operation's enumerations that no code names. A value is named by a text in a file that uses
 * the operation. An enumeration that is used as a whole, by its schema, its list or the prefix of its values, has all
 * its values named.
 */
function unnamed(operation: Operation): string[] {
  const texts = new Set(readingsOf(operation).flatMap((reading) => [...reading.texts]));
  return [operation.body, operation.query, operation.response].flatMap((schema) =>
    [...(schema ? enumerationsIn(operation.id, schema) : [])].flatMap(([place, values]) => {
      const names = values.map(String);
      const beginning = sharedBeginning(names);
      const bare = names.map((name) => name.slice(beginning.length));
      if (whole.has(names.join()) || whole.has(bare.join())) return [];
      if (beginning !== "" && texts.has(beginning)) return [];
      return names.filter((name) => !texts.has(name)).map((name) => `${place}: ${name}`);
    }),
  );
}

/** Returns the prefix that all values share: `USER_TYPE_`. */
function sharedBeginning([first = "", ...others]: readonly string[]): string {
  const words = first.split(/(?<=_)/).slice(0, -1);
  while (!others.every((name) => name.startsWith(words.join("")))) words.pop();
  return words.join("");
}

/** Lists the unused parts of an operation. An unwritten property includes everything inside it. */
function unused(operation: Operation): string[] {
  const members = unwritten(operation);
  const isWithin = (what: string) =>
    members.some((member) => what.startsWith(`${member}.`) || what.startsWith(`${member}:`));
  const { file } = exported.find(({ name }) => name === operation.id) ?? { file: "?" };
  return [...members, ...unnamed(operation)]
    .filter((what) => !isWithin(what))
    .map((what) => `${file}.ts ${what}`);
}

it.each(all)("the operation $id is called or planned by the code", ({ id }) => {
  expect(readings.some(({ handed }) => handed.has(id))).toBe(true);
});

it("the code writes every request property and names every enumeration value, except those listed as unused", () => {
  expect(all.flatMap(unused).filter((what) => !Object.hasOwn(UNUSED, what))).toEqual([]);
});

it("every property or value that is listed as unused is unused", () => {
  const found = all.flatMap(unused);
  expect(Object.keys(UNUSED).filter((what) => !found.includes(what))).toEqual([]);
});

it("the search for unused parts of the contract finds an unused property and an unused value", () => {
  const body = z.object({
    ...operations.searchUsers.body.shape,
    shoeSize: z.enum(["SHOE_SMALL", "SHOE_LARGE"]).optional(),
    userStatuses: z.array(z.enum(["ENABLED", "ASLEEP"])).optional(),
  });
  const found = unused({ ...operations.searchUsers, body });
  const known = unused(operations.searchUsers);
  expect(found.filter((what) => !known.includes(what))).toEqual(
    expect.arrayContaining(["users.ts searchUsers.shoeSize", "users.ts searchUsers.userStatuses: ASLEEP"]),
  );
});
