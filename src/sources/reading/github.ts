import * as z from "zod";
import type { Fields, Person, SenderEvent, Ticket, TicketEvent } from "../event.ts";
import { labelNames, requestTypeOf, sectionsOf } from "./issue-form.ts";
import { Id, isObject, Members, present, textAt } from "./member.ts";
import { pageUrl } from "./page.ts";
import { fieldsOf } from "./plain-text.ts";
import { isoTime } from "./time.ts";

/** Account and repository, as GitHub allows them to be called. */
const FullName = z.string().regex(/^[\w.-]+\/[\w.-]+$/, "expected owner/repository");

const GitHubWebhook = z.object({
  action: z.string().min(1),
  issue: z.looseObject({ id: Id, number: z.int().positive() }),
  repository: z.object({ full_name: FullName }),
  sender: Members.nullish(),
});
type GitHubWebhook = z.infer<typeof GitHubWebhook>;

/** The event `issues`. Only comments have a comment: with one, the body is of another event than its header says. */
export const GitHubIssueChange = GitHubWebhook.extend({
  comment: z.undefined("this event has none").optional(),
});

/** The event `issue_comment`. */
export const GitHubComment = GitHubWebhook.extend({ comment: Members });

/** GitHub's actions on an issue, and what each is here. Closing and reopening are what it has of transitions. */
const ISSUE_ACTIONS: ReadonlyMap<string, TicketEvent["type"]> = new Map([
  ["opened", "ticket.created"],
  ["edited", "ticket.updated"],
  ["assigned", "ticket.updated"],
  ["unassigned", "ticket.updated"],
  ["labeled", "ticket.updated"],
  ["unlabeled", "ticket.updated"],
  ["milestoned", "ticket.updated"],
  ["demilestoned", "ticket.updated"],
  ["typed", "ticket.updated"],
  ["untyped", "ticket.updated"],
  ["closed", "ticket.transitioned"],
  ["reopened", "ticket.transitioned"],
  ["deleted", "ticket.deleted"],
]);

/** What happened to an issue. */
export function readGitHubIssue(
  webhook: z.infer<typeof GitHubIssueChange>,
): SenderEvent | { readonly ignored: string } {
  const type = ISSUE_ACTIONS.get(webhook.action);
  if (!type) return { ignored: `GitHub's action ${webhook.action} changes nothing of an issue` };
  const from = webhook.action === "closed" ? "open" : undefined;
  return ticketEvent(webhook, type, isoTime(webhook.issue["updated_at"]), from);
}

/** What was said about an issue. Comments on pull requests are the same event at GitHub. */
export function readGitHubComment(
  webhook: z.infer<typeof GitHubComment>,
): SenderEvent | { readonly ignored: string } {
  const { action, issue, comment } = webhook;
  if (isObject(issue["pull_request"])) return { ignored: "the comment is on a pull request" };
  if (action !== "created") return { ignored: `the comment was ${action}: what was said is taken once` };
  return {
    ...ticketEvent(webhook, "ticket.commented", isoTime(comment["created_at"])),
    ...present({ comment: textAt(comment, "body") }),
  };
}

function ticketEvent(
  webhook: GitHubWebhook,
  type: TicketEvent["type"],
  occurredAt: string | undefined,
  from?: string,
): TicketEvent {
  return {
    type,
    subject: `github:${webhook.issue.id}`,
    ...present({ occurredAt, actor: toPerson(webhook.sender) }),
    ticket: toTicket(webhook, from),
  };
}

function toTicket({ issue, repository: { full_name } }: GitHubWebhook, from: string | undefined): Ticket {
  const labels = labelNames(issue["labels"]);
  const to = statusOf(issue);
  return {
    system: "github",
    id: `${full_name}/issues/${issue.number}`,
    key: `${full_name}#${issue.number}`,
    project: full_name,
    title: textAt(issue, "title") ?? "",
    fields: fieldsOfIssue(issue, labels),
    ...present({
      url: pageUrl(issue["html_url"]),
      status: to ? present({ from, to }) : undefined,
      requestType: requestTypeOf(labels),
      requester: toPerson(issue["user"]),
      assignee: toPerson([issue["assignee"] ?? issue["assignees"]].flat()[0]),
    }),
  };
}

/**
 * `open`, or why it was closed: `completed`, `not_planned`, `duplicate`; `closed` where no reason is given. A request
 * that is declined is closed too, so the state alone would not tell.
 */
const statusOf = (issue: GitHubWebhook["issue"]): string | undefined =>
  issue["state"] === "closed" ? (textAt(issue, "state_reason") ?? "closed") : textAt(issue, "state");

/** GitHub's own fields of an issue. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  "body",
  "labels",
  "milestone",
  "author_association",
  "type",
]);

function fieldsOfIssue(issue: GitHubWebhook["issue"], labels: readonly string[]): Fields {
  const { body, author_association, type } = issue;
  return {
    ...sectionsOf(textAt(issue, "body") ?? "", OWN_FIELDS),
    ...fieldsOf({ body, labels, milestone: textAt(issue, "milestone", "title"), author_association, type }),
  };
}

/** @param account A GitHub user; GitHub sends no emails */
function toPerson(account: unknown): Person | undefined {
  if (!isObject(account)) return undefined;
  return present({ id: textAt(account, "id"), name: textAt(account, "login") });
}
