// Types the commands whose output the docs print, and compares the output.
import { expect, it } from "vitest";
import { bundle } from "../../../src/cli/shared/bundle.ts";
import { BEFORE } from "../../../src/cli/shared/runtime.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { tenantOrigin } from "../../../src/cli/start/stack.ts";
import { defineConfig } from "../../../src/define-config.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { checkOutputs, listBlocks, readSection, typeCommands } from "./docs-page.ts";

/** Reeve as `npm start` runs it. */
const reeve = RuledReeve.forFile(async () => ({
  sample: true,
  code: await bundle("src/cli/start/worker.ts", BEFORE),
  bindings: { SAMPLE: "yes" },
}));

it.for(["start/first-hour", "set-up/tenant", "live/watch", "set-up/automations", "set-up/senders/jira"])(
  "docs/%s.md shows the output of its commands",
  { timeout: 300_000 },
  async (page) => {
    await checkOutputs(readSection(`docs/${page}.md`), async (commands) => {
      const typed = commands
        .replace("npm ci && ", "")
        .replace("http://localhost:8788", tenantOrigin(reeve.tenant));
      const printed = await typeCommands(typed, reeve.url);
      const [, run] = /(run_[^/]+)\/decisions/.exec(commands) ?? [];
      if (run) await expect.poll(() => reeve.run(run)).toMatchObject({ state: "done" });
      return printed.replaceAll(reeve.url.origin, "http://127.0.0.1:8787");
    });
  },
);

it("docs/start/first-hour.md prints settings of the local stack", () => {
  const [block = ""] = listBlocks(readSection("docs/start/first-hour.md"), "ts");
  const printed = defineConfig(new Function(`return {${block}}`)());
  const { automations, connectors, fields, ticketProjects } = printed.settings;
  expect(sample.settings).toMatchObject({ automations, connectors, fields, ticketProjects });
  expect(sample.people).toEqual(expect.arrayContaining(printed.people));
});
