import * as z from "zod";
import { ok } from "../base/result.ts";
import type { Person, TicketEvent, TicketEventType } from "./event.ts";
import { verifyHexHmac } from "./hmac.ts";
import { parseJson } from "./json.ts";
import { isObject, type JsonObject, textAt } from "./member.ts";
import { plainText } from "./plain-text.ts";
import type { Source } from "./source.ts";

/**
 * Jira Cloud, webhooks that an administrator sets up with a secret: `X-Hub-Signature: sha256=<hex>` over the raw
 * body. Jira sends the header only when a secret is set, so a delivery without it is refused.
 * Source: developer.atlassian.com/cloud/jira/platform/webhooks
 */
export const jira: Source = {
  name: "jira",
  authentication: "signed",
  secretVariable: "JIRA_WEBHOOK_SECRET",
  verify: (delivery, secrets) =>
    verifyHexHmac(delivery, secrets, { header: "x-hub-signature", prefix: "sha256=" }),
  parse(delivery) {
    const parsed = parseJson(delivery.body, JiraWebhook);
    if (!parsed.ok) return parsed;
    return ok({
      deliveryId: delivery.headers.get("x-atlassian-webhook-identifier"),
      event: toEvent(parsed.value.json),
      payload: parsed.value.text,
    });
  },
};

const Members = z.custom<JsonObject>(isObject, "expected an object");

/** What every delivery must have; everything else is read where it is. */
const JiraWebhook = z.object({
  webhookEvent: z.enum(["jira:issue_created", "jira:issue_updated", "jira:issue_deleted", "comment_created"]),
  timestamp: z.int().optional(),
  user: Members.nullish(),
  comment: Members.nullish(),
  issue: z.object({
    id: z.string().min(1),
    key: z.string().min(1),
    self: z.string().optional(),
    fields: Members,
  }),
  changelog: z.object({ items: z.array(Members) }).nullish(),
});
type JiraWebhook = z.infer<typeof JiraWebhook>;

/** Fields that an event has members of its own for. */
const NAMED_FIELDS: ReadonlySet<string> = new Set(["summary", "status", "reporter", "assignee"]);

function toEvent({ webhookEvent, timestamp, user, comment, issue, changelog }: JiraWebhook): TicketEvent {
  const { fields } = issue;
  const transition = changelog?.items.find((item) => item["field"] === "status");
  const from = textAt(transition, "fromString");
  const to = textAt(fields, "status", "name");
  const actor = toPerson(user ?? comment?.["author"]);
  const requester = toPerson(fields["reporter"]);
  const assignee = toPerson(fields["assignee"]);
  return {
    type: eventType(webhookEvent, transition !== undefined),
    subject: `jira:${issue.id}`,
    ...(timestamp === undefined ? {} : { occurredAt: new Date(timestamp).toISOString() }),
    ...(actor && { actor }),
    ticket: {
      key: issue.key,
      title: textAt(fields, "summary") ?? "",
      ...(issue.self ? { url: issue.self } : {}),
      ...(to && { status: { ...(from && { from }), to } }),
      ...(requester && { requester }),
      ...(assignee && { assignee }),
      fields: otherFields(fields),
    },
  };
}

function otherFields(fields: JsonObject): TicketEvent["ticket"]["fields"] {
  const read = Object.entries(fields).map(
    ([id, value]) => [id, NAMED_FIELDS.has(id) ? null : plainText(value)] as const,
  );
  return Object.fromEntries(read.flatMap(([id, text]) => (text === null ? [] : [[id, text]])));
}

function toPerson(account: unknown): Person | undefined {
  if (!isObject(account)) return undefined;
  const id = textAt(account, "accountId");
  const name = textAt(account, "displayName");
  const email = textAt(account, "emailAddress");
  return { ...(id && { id }), ...(name && { name }), ...(email && { email }) };
}

function eventType(webhookEvent: JiraWebhook["webhookEvent"], transitioned: boolean): TicketEventType {
  switch (webhookEvent) {
    case "jira:issue_created":
      return "ticket.created";
    case "jira:issue_updated":
      return transitioned ? "ticket.transitioned" : "ticket.updated";
    case "jira:issue_deleted":
      return "ticket.deleted";
    case "comment_created":
      return "ticket.commented";
    default:
      return webhookEvent satisfies never;
  }
}
