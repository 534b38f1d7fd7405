// Verifies that the sample data has people and tools with every value of every enumeration of the contract.
import { expect, it } from "vitest";
import { SAMPLE_PEOPLE } from "../../src/sandbox/tenant/seed/people.ts";
import { MCP_TOOLS } from "../../src/sandbox/tenant/seed/samples.ts";
import { enumerationsIn, exported, isSchema } from "./contract.ts";

const enumerations = [
  ...new Map(
    exported.flatMap(({ name, value }) => {
      if (isSchema(value)) return [...enumerationsIn(name, value)];
      if (typeof value !== "object" || value === null || !("response" in value)) return [];
      return ["body", "query", "response"].flatMap((part) => {
        const schema: unknown = Reflect.get(value, part);
        return isSchema(schema) ? [...enumerationsIn(`${name}.${part}`, schema)] : [];
      });
    }),
  ),
];

/** The sample values of each enumeration by its path in the contract; `null` if only requests have the values. */
const HOLDERS: readonly (readonly [place: RegExp, held: readonly unknown[] | null])[] = [
  [/^UserOrigin$|\.(origins|excludeOrigins)$/, SAMPLE_PEOPLE.map(({ origin }) => origin)],
  [/^UserType$|\.excludeTypes$/, SAMPLE_PEOPLE.map(({ type }) => type)],
  [/^UserStatus$|\.userStatuses$/, SAMPLE_PEOPLE.map(({ status }) => status)],
  [
    /^DelegateStatus$|\.delegateStatus$/,
    [
      // This value filters nothing, so every person is a sample.
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

it("every enumeration of the contract has its sample values listed in this test", () => {
  expect(enumerations.length).toBeGreaterThan(15);
  const places = enumerations.map(([place]) => place);
  expect(places.filter((place) => !HOLDERS.some(([holder]) => holder.test(place)))).toEqual([]);
  expect(HOLDERS.filter(([holder]) => !places.some((place) => holder.test(place)))).toEqual([]);
});

it.each(enumerations)("each value of %s has a sample", (place, values) => {
  const held = HOLDERS.find(([holder]) => holder.test(place))?.[1];
  if (held === null) return;
  expect(values.filter((value) => !held?.includes(value))).toEqual([]);
});
