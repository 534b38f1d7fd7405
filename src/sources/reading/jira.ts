import * as z from "zod";
import type { Person, SenderEvent, Ticket, TicketEvent } from "../event.ts";
import { Id, isObject, type JsonObject, Members, present, textAt } from "./member.ts";
import { fieldsOf, plainText } from "./plain-text.ts";
import { isoTime } from "./time.ts";

/** An issue, as every Jira webhook has it. */
export const JiraIssue = z.object({
  id: Id,
  key: z.string().min(1),
  self: z.string().optional(),
  fields: Members,
});
export type JiraIssue = z.infer<typeof JiraIssue>;

/** Jira's events about an issue, and what each is here. An update with another status is a transition. */
const ISSUE_EVENTS: ReadonlyMap<string, TicketEvent["type"]> = new Map([
  ["jira:issue_created", "ticket.created"],
  ["jira:issue_updated", "ticket.updated"],
  ["jira:issue_deleted", "ticket.deleted"],
  ["comment_created", "ticket.commented"],
]);

/** What every delivery of a Jira webhook must have; everything else is read where it is. */
export const JiraWebhook = z
  .object({
    webhookEvent: z.string().min(1),
    timestamp: z.int().optional(),
    user: Members.nullish(),
    comment: Members.nullish(),
    issue: JiraIssue.optional(),
    changelog: z.object({ items: z.array(Members) }).nullish(),
  })
  .refine(({ webhookEvent, issue }) => issue || !ISSUE_EVENTS.has(webhookEvent), {
    path: ["issue"],
    message: "this event is about one, but has none",
  });
export type JiraWebhook = z.infer<typeof JiraWebhook>;

/** What a Jira webhook says. Events of sprints, boards and the like mean nothing here. */
export function readJiraWebhook(webhook: JiraWebhook): SenderEvent | { readonly ignored: string } {
  const { webhookEvent, timestamp, user, comment, issue, changelog } = webhook;
  const type = ISSUE_EVENTS.get(webhookEvent);
  if (!type || !issue) return { ignored: `Jira's event ${webhookEvent} is about no ticket` };
  return jiraEvent(type, issue, changelog?.items ?? [], {
    occurredAt: isoTime(timestamp),
    actor: toPerson(user ?? comment?.["author"]),
    comment: type === "ticket.commented" ? textOf(comment?.["body"]) : undefined,
  });
}

/** The event of an issue and its changes, one of the status being a transition. */
export function jiraEvent(
  type: TicketEvent["type"],
  issue: JiraIssue,
  changes: readonly JsonObject[],
  around: {
    readonly occurredAt: string | undefined;
    readonly actor: Person | undefined;
    readonly comment: string | undefined;
  },
): TicketEvent {
  const transitioned = type === "ticket.updated" && changes.some(isTransition);
  return {
    type: transitioned ? "ticket.transitioned" : type,
    subject: `jira:${issue.id}`,
    ...present(around),
    ticket: toTicket(issue, changes),
  };
}

/** Fields that a ticket has members of its own for. */
const NAMED_FIELDS: ReadonlySet<string> = new Set(["summary", "status", "reporter", "assignee"]);

/**
 * The request type is in a custom field, whose id differs from site to site: `fields` in the settings names it. A field
 * of an app may look the same, so it is not searched for.
 */
function toTicket({ id, key, self, fields }: JiraIssue, changes: readonly JsonObject[]): Ticket {
  const from = textAt(changes.find(isTransition), "fromString");
  const to = textAt(fields, "status", "name");
  return {
    system: "jira",
    id,
    key,
    title: textAt(fields, "summary") ?? "",
    fields: fieldsOf(fields, NAMED_FIELDS),
    ...present({
      project: projectOf(key),
      url: pageOf(self, key),
      status: to ? present({ from, to }) : undefined,
      requester: toPerson(fields["reporter"]),
      assignee: toPerson(fields["assignee"]),
    }),
  };
}

/** The issue's page: `self` is its address in the API of the same site. */
function pageOf(self: string | undefined, key: string): string | undefined {
  const site = self === undefined ? null : URL.parse(self);
  return site?.protocol === "https:"
    ? `${site.origin}/browse/${encodeURIComponent(key.toWellFormed())}`
    : undefined;
}

/** The key of an issue's project: an issue's key is that and a number. */
export const projectOf = (key: string): string | undefined => key.match(/^([A-Z][A-Z0-9_]*)-\d+$/)?.[1];

/** @param account A Jira user */
export function toPerson(account: unknown): Person | undefined {
  if (!isObject(account)) return undefined;
  return present({
    id: textAt(account, "accountId"),
    name: textAt(account, "displayName"),
    email: textAt(account, "emailAddress"),
  });
}

/** Whether a change is one of the status. A custom field may be called that too; its id differs. */
export const isTransition = (item: JsonObject): boolean => item["fieldId"] === "status";

/** A text or a rich text document as text. */
export const textOf = (value: unknown): string | undefined =>
  [plainText(value) ?? []].flat().join("\n") || undefined;
