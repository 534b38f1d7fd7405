// `npm run demo`: plays each scene of scenes.ts on a local stack. For example, a signed Jira ticket creates a connector
// owner, a user requests another owner in Slack, an employee leaves, and the schedule deletes a policy.
import { type ExitCode, errorMessage, paint } from "../shared/command-line.ts";
import { requireConfiguration } from "../shared/working-tree.ts";
import { startStack } from "../start/stack.ts";
import { printLine, SCENES, scene } from "./scenes.ts";

export default async function ({ chaos }: { readonly chaos?: true }): Promise<ExitCode> {
  await requireConfiguration();
  printLine("Reeve demo: a Jira ticket, a Slack command, a leaver, and two cleanups");
  scene("… starting the embedded tenant and Reeve, each on its own workerd");
  const stack = await startStack(chaos ? { chaos } : {});
  try {
    for (const show of SCENES) await show(stack);
    scene(paint("good", "Everything works as expected."));
    return 0;
  } catch (error) {
    scene(paint("bad", `The demo stopped at this check or error: ${errorMessage(error)}`));
    return 1;
  } finally {
    await stack.stop();
  }
}
