import { expect, it } from "vitest";
import { bundle } from "../../../src/cli/shared/bundle.ts";

it("Slack's types are only types: the bundle contains nothing of their package", async () => {
  const [{ contents: code }] = await bundle("src/channels/slack/api.ts");
  expect(code).toContain("chat.postMessage");
  expect(code).not.toMatch(/@slack|slack\/types/);
});
