// Types the commands whose output the docs print, and compares the output.
import { expect, it } from "vitest";
import { RuledReeve } from "../ruled-reeve.ts";
import { checkOutputs, readSection, typeCommands } from "./docs-page.ts";

const reeve = RuledReeve.forFile({ sample: true });

it.for([
  "docs/start/first-hour.md",
  "docs/set-up/tenant.md",
  "docs/live/watch.md",
  "docs/set-up/automations.md",
])("%s shows the output of its commands", { timeout: 300_000 }, async (page) => {
  await checkOutputs(readSection(page), async (commands) => {
    const printed = await typeCommands(commands.replace("npm ci && ", ""), reeve.url);
    const [, run] = /(run_[^/]+)\/decisions/.exec(commands) ?? [];
    if (run) await expect.poll(() => reeve.run(run)).toMatchObject({ state: "awaiting_follow_up" });
    return printed.replaceAll(reeve.url.origin, "http://127.0.0.1:8787");
  });
});
