import { expect, it } from "vitest";
import { consequences, formatForDecider } from "../../src/actions/index.ts";
import { removeSessionPolicy } from "../../src/actions/session-policy.ts";
import { retireTool } from "../../src/actions/tool.ts";

const named = { id: "x", name: "Shared kiosks" };

it("the consequences of an action state whether and how the action can be undone", () => {
  const policy = removeSessionPolicy({ policy: named });
  expect(consequences(policy)).toEqual({ words: "The change is permanent.", isFinal: true });
  expect(formatForDecider(policy)).toMatch(
    /^Delete the session policy Shared kiosks\..* The change is permanent\.$/,
  );
  const tool = retireTool({ app: named, connector: named, tool: named });
  expect(consequences(tool)).toMatchObject({ isFinal: false, words: expect.stringContaining("To undo") });
});

it("the consequences of an action name the affected people, and count people without a known name", () => {
  const affects = (beneficiaries: readonly string[], input: unknown) =>
    consequences({ action: "x", effects: [], beneficiaries, input }).words;
  const ada = { user: { id: "usr_ada", name: "Ada Marsh" } };
  expect(affects(["usr_ada", "usr_ada"], ada)).toBe("Affects Ada Marsh (usr_ada).");
  expect(affects(["usr_ada", "usr_bram", "usr_cleo"], ada)).toBe(
    "Affects Ada Marsh (usr_ada), 2 more people.",
  );
  const known = { usr_ada: "Ada Marsh (ada.marsh@example.com)", usr_bram: "bram.cole@example.com" };
  const two = { action: "x", effects: [], beneficiaries: ["usr_ada", "usr_bram"], input: ada };
  expect(consequences(two, known).words).toBe(
    "Affects Ada Marsh (ada.marsh@example.com), bram.cole@example.com.",
  );
  expect(affects(["usr_bram"], ada)).toBe("Affects 1 person.");
  expect(affects([], ada)).toBe("");
});
