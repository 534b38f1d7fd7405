/** Provides deliveries from Jira: recorded ones, and bodies sent like Jira's. */
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { jira } from "../../src/sandbox/vendors/senders.ts";

export const jiraFixture = (name: string): string => fixture("jira", name).body;

export const sendAsJira = (
  reeve: URL,
  body: string,
  signing: { readonly id: string; readonly secret?: string },
): Promise<Response> => deliver(reeve, jira, { body }, signing);
