import { expect, it } from "vitest";
import { bundle } from "../../src/cli/shared/bundle.ts";

it("the bundle contains neither the package with Slack's types nor Zod's translated messages", async () => {
  const code = (await bundle("src/worker.ts")).map(({ contents }) => contents).join("\n");
  expect(code).toContain("chat.postMessage");
  expect(code).not.toMatch(/@slack|slack\/types|Eingabe/);
});
