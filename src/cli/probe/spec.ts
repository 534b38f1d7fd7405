// Compares the contract with a published OpenAPI description, and compares responses with either of them.
import type { Json } from "../../base/openapi.ts";
import { operations } from "../../governance/contract/index.ts";
import { governanceOpenApi } from "../../governance/contract/openapi.ts";
import type { Operation } from "../../governance/contract/operation.ts";
import catalog from "../../sandbox/tenant/seed/data/catalog.json" with { type: "json" };
import { CAMPAIGNS, MCP_TOOLS, names } from "../../sandbox/tenant/seed/samples.ts";
import { isObject, valueAt } from "../../systems/reading/json.ts";

/** A difference or a note. It contains no values from responses, except unknown values of enumerations. */
export interface ProbeFinding {
  readonly is: "departure" | "note";
  /** The operation and property (or another object) that the finding is about, such as `searchUsers list.*.user.id`. */
  readonly where: string;
  readonly what: string;
}

/** Properties that Reeve depends on: a description without them is a departure. */
const USED: ReadonlySet<string> = new Set(
  names(`id, userId, user, userView, email, emails, status, managerIds, list, nextPageToken, tool, state, classification,
    visibility, deletedAt, lastCalledAt, discoveryHash, accessReview`),
);
/** Sample responses of the embedded tenant, by operation. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  listMcpCatalog: { list: catalog },
  getMcpTool: { tool: MCP_TOOLS[0] },
  createCampaign: { accessReview: { accessReview: CAMPAIGNS[0]?.review } },
};
/**
 * Returns the text if it has the form of a name or an enumeration value, which a report can show. Any other text could
 * contain anything, so a placeholder replaces it.
 */
const shown = (text: string) => (/^[A-Za-z@_][\w@.-]{0,60}$/.test(text) ? text : "(of another form)");

const objectAt = (value: unknown, ...path: readonly string[]): Json => {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
};
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const describe = (document: Json, { path, method }: Operation) =>
  objectAt(document, "paths", path, method.toLowerCase());
const readSchema = (body: unknown) => objectAt(body, "content", "application/json", "schema");
const readResponse = (document: Json, operation: Operation) =>
  readSchema(objectAt(describe(document, operation), "responses", "200"));

/**
 * Resolves a schema that is a reference, or a choice between null and one other schema. Other schemas stay unchanged.
 */
function resolve(document: Json, schema: Json): Json {
  const { $ref, oneOf, anyOf } = schema;
  if (typeof $ref === "string") return resolve(document, objectAt(document, ...$ref.slice(2).split("/")));
  const inner = [oneOf ?? anyOf ?? []].flat().filter((one) => valueAt(one, "type") !== "null");
  return inner.length === 1 ? resolve(document, objectAt(inner[0])) : schema;
}
const readKind = ({ type }: Json): string =>
  String([type ?? ""].flat().find((kind) => kind !== "null")).replace("integer", "number");
const listValues = ({ enum: values, examples }: Json): string[] => textsIn(values ?? examples);

const contract = governanceOpenApi("https://tenant.example");

/**
 * Lists the departures of an operation's response from the contract, and notes on properties that the contract lacks.
 */
export const inspectResponse = (operation: Operation, body: unknown): ProbeFinding[] =>
  inspect(body, readResponse(contract, operation), contract, operation.id);

/**
 * Lists the departures of a value from a schema, and notes on properties that the schema lacks. An unset value (null or
 * "") is never a departure.
 */
function inspect(value: unknown, schema: Json, document: Json, where: string): ProbeFinding[] {
  if (value === null || value === undefined || value === "") return [];
  const departure = (what: string): ProbeFinding[] => [{ is: "departure", where, what }];
  const expected = resolve(document, schema);
  const kind = Array.isArray(value) ? "array" : typeof value;
  if (readKind(expected) && readKind(expected) !== kind)
    return departure(`is of type ${kind}, not ${readKind(expected)}`);
  if (Array.isArray(value))
    return value.flatMap((one) => inspect(one, objectAt(expected, "items"), document, `${where}.*`));
  if (isObject(value)) {
    const members = objectAt(expected, "properties");
    return Object.entries(value).flatMap(([name, member]) => {
      const at = `${where}.${shown(name)}`;
      if (members[name]) return inspect(member, objectAt(members, name), document, at);
      return Object.keys(members).length > 0 ? { is: "note", where: at, what: "is an unknown property" } : [];
    });
  }
  const values = listValues(expected);
  if (values.length > 0 && !values.includes(String(value)))
    return departure(`has the new value ${shown(String(value))}`);
  const isTime =
    expected["format"] !== "date-time" || /^\d{4}-\d\d-\d\dT.*(Z|[+-]00:00)$/.test(String(value));
  return isTime ? [] : departure("is not an ISO 8601 date-time in UTC");
}

/**
 * Compares the contract and the embedded tenant with a description. The differences in required properties are first.
 * Those in enumerations and samples, those in types, and those in properties that only the contract has follow in this
 * order. All others are last.
 */
export function compareWithSpec(spec: Json): ProbeFinding[] {
  const found: (readonly [harm: number, finding: ProbeFinding])[] = [];
  const add = (harm: number, is: ProbeFinding["is"], where: string, what: string) => {
    found.push([harm, { is, where, what }]);
  };
  function compare(ours: Json, theirs: Json, where: string, isRequest: boolean): void {
    const [a, b] = [resolve(contract, ours), resolve(spec, theirs)];
    const [kind, other] = [readKind(a), readKind(b)];
    if (kind && other && kind !== other) add(2, "departure", where, `is ${kind}, described as ${other}`);
    const [values, others] = [listValues(a), listValues(b)];
    const differing = [...values, ...others].filter((one) => values.includes(one) !== others.includes(one));
    const different = differing.filter((one) => !/UNSPECIFIED$|UNKNOWN$/.test(one)).join(", ");
    if (values.length > 0 && others.length > 0 && different)
      add(1, isRequest ? "departure" : "note", where, `has values that only one side lists: ${different}`);
    const required = [textsIn(a["required"]), textsIn(b["required"])];
    const [needed = [], known = []] = isRequest ? required.toReversed() : required;
    const demand = `is required only by the ${isRequest ? "description" : "contract"}`;
    for (const name of needed.filter((one) => !known.includes(one)))
      add(0, "departure", `${where}.${name}`, demand);
    const [members, described] = [objectAt(a, "properties"), objectAt(b, "properties")];
    const missing = Object.keys(described).filter((name) => !members[name]);
    if (Object.keys(members).length > 0 && missing.length > 0)
      add(4, "note", where, `has properties that the contract does not name: ${missing.join(", ")}`);
    for (const name of Object.keys(described).length > 0 ? Object.keys(members) : [])
      if (described[name])
        compare(objectAt(members, name), objectAt(described, name), `${where}.${name}`, isRequest);
      else add(3, USED.has(name) ? "departure" : "note", `${where}.${name}`, "exists only in the contract");
    if (a["items"] && b["items"])
      compare(objectAt(a, "items"), objectAt(b, "items"), `${where}.*`, isRequest);
  }
  for (const operation of Object.values(operations)) {
    const { id } = operation;
    const [ours, theirs] = [describe(contract, operation), describe(spec, operation)];
    if (!theirs["responses"]) {
      add(4, "note", id, "is not described");
      continue;
    }
    compare(readSchema(ours["requestBody"]), readSchema(theirs["requestBody"]), `${id} request`, true);
    const response = readResponse(spec, operation);
    compare(readResponse(contract, operation), response, `${id} response`, false);
    const ofSample = inspect(SAMPLES[id], response, spec, `tenant ${id}`);
    for (const { is, where, what } of ofSample) add(is === "note" ? 4 : 1, is, where, what);
  }
  return found.toSorted(([one], [other]) => one - other).map(([, finding]) => finding);
}
