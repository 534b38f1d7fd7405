import { jiraFixture } from "../vendors/jira.ts";

/**
 * People of the sample data. Ada is the requester of every ticket, and Gita causes its events; Nora is not involved.
 */
export const ADA = "ada.marsh@example.com";
export const GITA = "gita.lund@example.com";
export const NORA = "nora.field@example.com";
export const HUGO = "hugo.pike@example.com";
export const IRIS = "iris.vale@example.com";

/** Returns the day that is a number of days from now. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

/** The properties of a ticket that the automations of test/support/rules.ts read. */
export interface TicketContent {
  readonly tools?: readonly string[];
  readonly review?: string;
  readonly reviewOwner?: string;
  readonly role?: string;
  /** The number of owners for `test-many`, each with the note. */
  readonly many?: string;
  readonly note?: string;
  readonly description?: string;
}

/** A delivery, as its sender creates it. */
export interface Delivery {
  readonly body: string;
  readonly id: string;
}

const FIXTURE = jiraFixture("issue_updated.transitioned");

/** Changes the parsed body that Jira sends. */
export type Change = (webhook: ReturnType<typeof JSON.parse>) => void;

/** Sets the reporter of a ticket and the person who moved it, by email; `null` if the ticket does not name them. */
export const reportedBy =
  (reporter: string | null, mover: string | null = GITA): Change =>
  (webhook) => {
    const { fields } = webhook.issue;
    fields.reporter = reporter === null ? null : { ...fields.reporter, emailAddress: reporter };
    webhook.user = mover === null ? null : { ...webhook.user, emailAddress: mover };
  };

/** Returns the n-th ticket, as Jira sends it. @param issue Its id. @default a new one */
export function ticketDelivery(
  n: number,
  content: TicketContent,
  issue = String(30_000 + n),
  change: Change = () => {},
): Delivery {
  const webhook = JSON.parse(FIXTURE);
  webhook.timestamp += n;
  webhook.user.emailAddress = GITA;
  webhook.issue.id = issue;
  Object.assign(webhook.issue.fields, content);
  webhook.issue.fields.reporter.emailAddress = ADA;
  webhook.issue.fields.assignee = { ...webhook.issue.fields.assignee, emailAddress: HUGO };
  change(webhook);
  return { body: JSON.stringify(webhook), id: `delivery-${n}` };
}
