import { z } from "zod";
import { ok } from "../base/result.ts";
import type { Event, EventType, Person } from "./event.ts";
import { verifyHexHmac } from "./hmac.ts";
import { parseJson } from "./json.ts";
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

const Account = z.looseObject({
  accountId: z.string().optional(),
  displayName: z.string().optional(),
  emailAddress: z.string().optional(),
});

const JiraWebhook = z.looseObject({
  webhookEvent: z.enum(["jira:issue_created", "jira:issue_updated", "jira:issue_deleted", "comment_created"]),
  timestamp: z.int().optional(),
  user: Account.nullish(),
  comment: z.looseObject({ author: Account.nullish() }).nullish(),
  issue: z.looseObject({
    id: z.string(),
    key: z.string().min(1),
    self: z.string().optional(),
    fields: z.looseObject({
      summary: z.string().nullish(),
      status: z.looseObject({ name: z.string() }).nullish(),
      reporter: Account.nullish(),
      assignee: Account.nullish(),
    }),
  }),
  changelog: z
    .looseObject({
      items: z.array(
        z.looseObject({
          field: z.string(),
          fromString: z.string().nullish(),
          toString: z.string().nullish(),
        }),
      ),
    })
    .nullish(),
});
type JiraWebhook = z.infer<typeof JiraWebhook>;

function toEvent(webhook: JiraWebhook): Event {
  const { issue, timestamp } = webhook;
  const { summary, status, reporter, assignee, ...fields } = issue.fields;
  const transition = webhook.changelog?.items.find((item) => item.field === "status");
  const actor = webhook.user ?? webhook.comment?.author;
  return {
    type: eventType(webhook.webhookEvent, transition !== undefined),
    subject: `jira:${issue.id}`,
    ...(timestamp === undefined ? {} : { occurredAt: new Date(timestamp).toISOString() }),
    ...(actor ? { actor: toPerson(actor) } : {}),
    ticket: {
      key: issue.key,
      title: summary ?? "",
      ...(issue.self ? { url: issue.self } : {}),
      ...(status
        ? { status: { ...(transition?.fromString ? { from: transition.fromString } : {}), to: status.name } }
        : {}),
      ...(reporter ? { requester: toPerson(reporter) } : {}),
      ...(assignee ? { assignee: toPerson(assignee) } : {}),
      fields: Object.fromEntries(
        Object.entries(fields).flatMap(([id, value]) => {
          const text = plainText(value);
          return text === null ? [] : [[id, text]];
        }),
      ),
    },
  };
}

function eventType(webhookEvent: JiraWebhook["webhookEvent"], transitioned: boolean): EventType {
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

const toPerson = ({ accountId, displayName, emailAddress }: z.infer<typeof Account>): Person => ({
  ...(accountId ? { id: accountId } : {}),
  ...(displayName ? { name: displayName } : {}),
  ...(emailAddress ? { email: emailAddress } : {}),
});
