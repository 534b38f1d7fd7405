import { expect, it } from "vitest";
import { bundle } from "../../../src/cli/shared/bundle.ts";

it("the bundle contains no code from the package with Slack's types", async () => {
  const [{ contents: code }] = await bundle("src/channels/slack/api.ts");
  expect(code).toContain("chat.postMessage");
  expect(code).not.toMatch(/@slack|slack\/types/);
});
