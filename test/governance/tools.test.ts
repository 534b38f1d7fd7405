// Tests how the vendor's values of a tool's properties are interpreted.
import { expect, it } from "vitest";
import { formatEnumValue, isGone, toolCalled, toolTraits } from "../../src/governance/tools.ts";

it.for([
  [{}, "unspecified"],
  [{ classification: "TOOL_CLASSIFICATION_DESTRUCTIVE" }, "destructive"],
  [
    { classification: "TOOL_CLASSIFICATION_READ", defaultClassification: "TOOL_CLASSIFICATION_DANGEROUS" },
    "read",
  ],
  [
    {
      classification: "TOOL_CLASSIFICATION_UNSPECIFIED",
      defaultClassification: "TOOL_CLASSIFICATION_SENSITIVE",
    },
    "sensitive",
  ],
  [{ classification: "TOOL_CLASSIFICATION_OF_TOMORROW" }, "unspecified"],
  [{ classification: "DESTRUCTIVE" }, "unspecified"],
] as const)("the classification of %j is %s", ([tool, expected]) => {
  expect(toolTraits(tool).classification).toBe(expected);
});

it("a tool allows all client types if its list is missing or includes an unknown type", () => {
  const all = ["personal", "shared", "service", "ephemeral"];
  expect(toolTraits({}).clientTypes).toEqual(all);
  expect(toolTraits({ allowedClientTypes: ["MCP_CLIENT_TYPE_SERVICE"] }).clientTypes).toEqual(["service"]);
  const unknown = ["MCP_CLIENT_TYPE_SERVICE", "MCP_CLIENT_TYPE_OF_TOMORROW"];
  expect(toolTraits({ allowedClientTypes: unknown }).clientTypes).toEqual(all);
});

it("a tool's visibility is the configured one, or else the discovered one", () => {
  const defaultVisibility = "TOOL_VISIBILITY_FEATURED";
  expect(toolTraits({ defaultVisibility }).visibility).toBe("featured");
  expect(toolTraits({ defaultVisibility, visibility: "TOOL_VISIBILITY_BYPASSED" }).visibility).toBe(
    "bypassed",
  );
});

it("a tool's name is the configured one, or else the discovered one", () => {
  expect(toolCalled({ displayName: "", defaultDisplayName: "Drop table", toolName: "drop" })).toBe(
    "Drop table",
  );
  expect(toolCalled({ displayName: "Mine", defaultDisplayName: "Drop table" })).toBe("Mine");
  expect(toolCalled({})).toBeUndefined();
});

it("a tool is treated as missing if it was deleted or if its server removed it", () => {
  expect(isGone({ state: "MCP_TOOL_STATE_REMOVED" })).toBe(true);
  expect(isGone({ deletedAt: "2026-06-01T00:00:00Z" })).toBe(true);
  expect(isGone({ state: "MCP_TOOL_STATE_DISABLED" })).toBe(false);
});

it("known enumeration values are formatted as words, and unknown values are unchanged", () => {
  expect(formatEnumValue("MCP_TOOL_STATE_PENDING_REVIEW", "MCP_TOOL_STATE_")).toBe("pending review");
  expect(formatEnumValue("SOMETHING_ELSE", "MCP_TOOL_STATE_")).toBe("SOMETHING_ELSE");
});
