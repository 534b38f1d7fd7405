// What is made of a tool's members that the vendor's values say.
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
] as const)("%j is %s", ([tool, expected]) => {
  expect(toolTraits(tool).classification).toBe(expected);
});

it("is for all clients where it names none, or one that Reeve does not know", () => {
  const all = ["personal", "shared", "service", "ephemeral"];
  expect(toolTraits({}).clientTypes).toEqual(all);
  expect(toolTraits({ allowedClientTypes: ["MCP_CLIENT_TYPE_SERVICE"] }).clientTypes).toEqual(["service"]);
  const unknown = ["MCP_CLIENT_TYPE_SERVICE", "MCP_CLIENT_TYPE_OF_TOMORROW"];
  expect(toolTraits({ allowedClientTypes: unknown }).clientTypes).toEqual(all);
});

it("is as visible as somebody set it, else as it was discovered", () => {
  const defaultVisibility = "TOOL_VISIBILITY_FEATURED";
  expect(toolTraits({ defaultVisibility }).visibility).toBe("featured");
  expect(toolTraits({ defaultVisibility, visibility: "TOOL_VISIBILITY_BYPASSED" }).visibility).toBe(
    "bypassed",
  );
});

it("goes by the name it was given, else by that of its discovery", () => {
  expect(toolCalled({ displayName: "", defaultDisplayName: "Drop table", toolName: "drop" })).toBe(
    "Drop table",
  );
  expect(toolCalled({ displayName: "Mine", defaultDisplayName: "Drop table" })).toBe("Mine");
  expect(toolCalled({})).toBeUndefined();
});

it("is gone when it was deleted, or when its server has it no more", () => {
  expect(isGone({ state: "MCP_TOOL_STATE_REMOVED" })).toBe(true);
  expect(isGone({ deletedAt: "2026-06-01T00:00:00Z" })).toBe(true);
  expect(isGone({ state: "MCP_TOOL_STATE_DISABLED" })).toBe(false);
});

it("says values in words, and others as they came", () => {
  expect(formatEnumValue("MCP_TOOL_STATE_PENDING_REVIEW", "MCP_TOOL_STATE_")).toBe("pending review");
  expect(formatEnumValue("SOMETHING_ELSE", "MCP_TOOL_STATE_")).toBe("SOMETHING_ELSE");
});
