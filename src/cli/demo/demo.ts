// `npm run demo`: through Reeve's front door, a signed Jira ticket becomes a connector owner in the tenant, somebody asks for
// another in Slack and confirms the plan, somebody leaves, and the clock cleans up. Exits 0 only if all is as it should be.
import { command, readOptions } from "../shared/command-line.ts";
import { requireConfiguration } from "../shared/working-tree.ts";
import { type Stack, startStack } from "../start/stack.ts";
import { policyEnds, toolStaysRetired } from "./cleanups.ts";
import { leaverLeaves } from "./leaver.ts";
import { narrate } from "./show.ts";
import { slackAsks } from "./slack.ts";
import { ticketBecomesOwner } from "./ticket.ts";

const SCENES: readonly ((stack: Stack) => Promise<void>)[] = [
  ticketBecomesOwner,
  slackAsks,
  leaverLeaves,
  toolStaysRetired,
  policyEnds,
];

const usage = `usage: npm run demo [-- --chaos]

--chaos  the tenant is as slow, strict and strange as its switches make it (docs/tenant.md)`;

await command(usage, async (args) => {
  const { chaos = false } = readOptions(args, { chaos: { type: "boolean" } }).values;
  await requireConfiguration();
  narrate("Reeve demo: a Jira ticket, a Slack command, somebody who leaves, and two cleanups");
  narrate();
  narrate("… starting the embedded tenant and Reeve, each on a workerd of its own");
  const stack = await startStack(chaos ? { chaos } : {});
  try {
    for (const show of SCENES) await show(stack);
    narrate();
    narrate("All as it should be.");
    return 0;
  } catch (error) {
    narrate();
    narrate(`NOT as it should be: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await stack.stop();
  }
});
