// The sample data has people and tools of every value of every enumeration of the contract.
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";
import { root } from "../../src/cli/shared/bundle.ts";
import { SAMPLE_PEOPLE } from "../../src/sandbox/tenant/seed/people.ts";
import { MCP_TOOLS } from "../../src/sandbox/tenant/seed/tools.ts";

/** Every enumeration by the place where it was found first: of a schema, or of a text whose values are examples. */
function enumerationsIn(
  name: string,
  schema: z.core.$ZodType,
  found = new Map<string, readonly unknown[]>(),
) {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const { examples } = z.globalRegistry.get(schema) ?? {};
  const values = def.type === "enum" ? Object.values(def.entries) : (examples as unknown[] | undefined);
  if (values) found.set(name, values);
  else if (def.type === "object")
    for (const [member, inner] of Object.entries(def.shape))
      enumerationsIn(`${name}.${member}`, inner, found);
  else if (def.type === "array") enumerationsIn(name, def.element, found);
  else if (def.type === "union") for (const one of def.options) enumerationsIn(name, one, found);
  else if (def.type === "pipe") enumerationsIn(name, def.in, found);
  else if ("innerType" in def) enumerationsIn(name, def.innerType, found);
  return found;
}

const contract = root("src/governance/contract");
const exported = await Promise.all(
  readdirSync(contract).map((file) => import(`${contract}/${file}`) as Promise<Record<string, unknown>>),
);
const schemas = exported.flatMap((module) =>
  Object.entries(module).flatMap(([name, value]): [string, z.core.$ZodType][] => {
    if (value instanceof z.core.$ZodType) return [[name, value]];
    if (typeof value !== "object" || value === null || !("response" in value)) return [];
    return ["body", "query", "response"].flatMap((part): [string, z.core.$ZodType][] => {
      const schema: unknown = Reflect.get(value, part);
      return schema instanceof z.core.$ZodType ? [[`${name}.${part}`, schema]] : [];
    });
  }),
);
const enumerations = [...new Map(schemas.flatMap(([name, schema]) => [...enumerationsIn(name, schema)]))];

/** What has the values of an enumeration, by where the contract has it; `null` for words of requests alone. */
const HOLDERS: readonly (readonly [place: RegExp, held: readonly unknown[] | null])[] = [
  [/^UserOrigin$|\.(origins|excludeOrigins)$/, SAMPLE_PEOPLE.map(({ origin }) => origin)],
  [/^UserType$|\.excludeTypes$/, SAMPLE_PEOPLE.map(({ type }) => type)],
  [/^UserStatus$|\.userStatuses$/, SAMPLE_PEOPLE.map(({ status }) => status)],
  [
    /\.delegateStatus$/,
    [
      // It filters nothing, so everybody is a sample.
      "DELEGATE_STATUS_UNSPECIFIED",
      ...SAMPLE_PEOPLE.map((one) => `DELEGATE_STATUS_${one.delegatedUserId ? "HAS" : "NO"}_DELEGATE`),
    ],
  ],
  ...(["state", "classification", "defaultClassification", "visibility", "defaultVisibility"] as const).map(
    (member) =>
      [new RegExp(`(^McpTool|\\.tool)\\.${member}$`), MCP_TOOLS.map((tool) => tool[member])] as const,
  ),
  [/(^McpTool|\.tool)\.allowedClientTypes$/, MCP_TOOLS.flatMap((tool) => tool.allowedClientTypes ?? [])],
  [/(^UserExpandMask|\.expandMask)\.paths$/, null],
];

it("the contract has enumerations, and each place has its holder", () => {
  expect(enumerations.length).toBeGreaterThan(15);
  const places = enumerations.map(([place]) => place);
  expect(places.filter((place) => !HOLDERS.some(([holder]) => holder.test(place)))).toEqual([]);
  expect(HOLDERS.filter(([holder]) => !places.some((place) => holder.test(place)))).toEqual([]);
});

it.each(enumerations)("there is a sample for each value of %s", (place, values) => {
  const held = HOLDERS.find(([holder]) => holder.test(place))?.[1];
  if (held === null) return;
  expect(values.filter((value) => !held?.includes(value))).toEqual([]);
});
