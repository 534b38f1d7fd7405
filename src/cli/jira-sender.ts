import { deliver, fixture } from "./send/deliver.ts";
import { jira } from "./send/senders.ts";

/** A recorded Jira delivery, as `test/fixtures/jira` keeps them. */
export const jiraFixture = (name: string): string => fixture("jira", name).body;

/** Sends a body as Jira does, signed with the secret. */
export const sendAsJira = (
  reeve: URL,
  body: string,
  signing: { readonly id: string; readonly secret?: string },
): Promise<Response> => deliver(reeve, jira, { body }, signing);
