import { expect, it } from "vitest";
import { bundle } from "../../../src/cli/shared/bundle.ts";

it("Slack's types are types alone: nothing of their package is in what runs", async () => {
  const [{ contents: code }] = await bundle("src/channels/slack/api.ts");
  expect(code).toContain("chat.postMessage");
  expect(code).not.toMatch(/@slack|slack\/types/);
});
