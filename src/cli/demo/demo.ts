// `npm run demo`: through Reeve's front door, a signed Jira ticket becomes a connector owner in the tenant, somebody
// requests another in Slack and confirms the plan, somebody leaves, and the clock cleans up. Exits 0 only if everything
// is as it should be.
import { command, errorMessage, readOptions } from "../shared/command-line.ts";
import { paint } from "../shared/paint.ts";
import { requireConfiguration } from "../shared/working-tree.ts";
import { startStack } from "../start/stack.ts";
import { SCENES } from "./scenes.ts";
import { narrate, scene } from "./show.ts";

const usage = `usage: npm run demo [-- --chaos]

--chaos  the tenant is as slow, strict and strange as its switches make it (docs/tenant.md)`;

await command(usage, async (args) => {
  const { chaos = false } = readOptions(args, { chaos: { type: "boolean" } }).values;
  await requireConfiguration();
  narrate("Reeve demo: a Jira ticket, a Slack command, somebody who leaves, and two cleanups");
  scene("… starting the embedded tenant and Reeve, each on a workerd of its own");
  const stack = await startStack(chaos ? { chaos } : {});
  try {
    for (const show of SCENES) await show(stack);
    scene(paint("good", "All as it should be."));
    return 0;
  } catch (error) {
    scene(paint("bad", `NOT as it should be: ${errorMessage(error)}`));
    return 1;
  } finally {
    await stack.stop();
  }
});
