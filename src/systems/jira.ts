// Jira and Jira Service Management: receives webhooks and requests from Jira Automation, and uses Jira's API to find
// people, comment on issues, move them and create them.

import * as z from "zod";
import { Problem } from "../base/problem.ts";
import { basic, defineApi } from "./api/api.ts";
import { HIDDEN_STATUSES, path, readIfFound } from "./api/client.ts";
import type { Person, TicketEvent } from "./event.ts";
import {
  byMember,
  compact,
  Id,
  isObject,
  type JsonObject,
  Members,
  ofShape,
  parseBody,
  parseHook,
  personIn,
  type ReadEvent,
  textAt,
  valueAt,
} from "./reading/json.ts";
import { isoTime, plainText, readFields } from "./reading/text.ts";
import { eventInAddress, ticketEvent, ticketMessages } from "./reading/ticket.ts";
import { hmac } from "./schemes/hmac.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import type { Delivery, Message, Source, System } from "./system.ts";

/** Formats a message as an Atlassian document. Its text is never parsed as markup. */
function document({ sentences, link }: Message) {
  const paragraph = (text: string, marks: readonly object[] = []) => ({
    type: "paragraph",
    content: [{ type: "text", text, ...(marks.length > 0 && { marks }) }],
  });
  return {
    type: "doc",
    version: 1,
    content: [
      ...sentences.map((sentence) => paragraph(sentence)),
      ...(link ? [paragraph("Details in Reeve", [{ type: "link", attrs: { href: link } }])] : []),
    ],
  };
}

const JiraIssue = z.object({ id: Id, key: z.string().min(1), self: z.string().optional(), fields: Members });
type JiraIssue = z.infer<typeof JiraIssue>;

/** Jira's events about an issue, with our event types. An update that changes the status is a transition. */
const ISSUE_EVENTS: ReadonlyMap<string, TicketEvent["type"]> = new Map([
  ["jira:issue_created", "ticket.created"],
  ["jira:issue_updated", "ticket.updated"],
  ["jira:issue_deleted", "ticket.deleted"],
  ["comment_created", "ticket.commented"],
]);

/** Properties that Jira sends next to an issue. Post functions send the comment as text. */
const BESIDE = {
  timestamp: z.unknown().optional(),
  user: Members.nullish(),
  comment: z.unknown().optional(),
};

const JiraWebhook = z
  .object({
    webhookEvent: z.string().min(1).optional(),
    transition: Members.nullish(),
    ...BESIDE,
    issue: JiraIssue.nullish(),
    changelog: z.object({ items: z.array(Members) }).nullish(),
  })
  .refine(({ webhookEvent, transition }) => webhookEvent || transition, {
    path: ["webhookEvent"],
    message: "expected this property or `transition`",
  });
type JiraWebhook = z.infer<typeof JiraWebhook>;

/**
 * Reads an event, or the body that a workflow's post function "Trigger a Webhook" sends: a transition with the names of
 * its statuses, but no event name. Source: confluence.atlassian.com/adminjiracloud/managing-webhooks, "Adding a webhook
 * as a post function"
 */
function readJiraWebhook(webhook: JiraWebhook): ReadEvent["event"] {
  const { webhookEvent = "jira:issue_updated", transition, timestamp, issue, changelog } = webhook;
  const type = ISSUE_EVENTS.get(webhookEvent);
  if (!type)
    return webhookEvent.startsWith("jira:issue_") && issue
      ? { ignored: `Jira's event ${webhookEvent} is unknown to Reeve`, subject: `jira:${issue.id}` }
      : { ignored: `Jira's event ${webhookEvent} is not about a ticket` };
  if (!issue) return { detail: "issue: this event must contain an issue" };
  const { from_status: fromString, to_status: name } = transition ?? {};
  if (webhook.webhookEvent || name === undefined)
    return jiraEvent(type, issue, changelog?.items ?? [], timestamp, webhook);
  const moved = { ...issue, fields: { ...issue.fields, status: { name } } };
  return jiraEvent(type, moved, [{ fieldId: "status", fromString }], timestamp, webhook);
}

/**
 * Fields that are not read as a ticket's `fields`: those with a property of their own in a ticket, and those that Jira
 * computes.
 */
const NAMED_FIELDS = new Set([
  ...["summary", "status", "reporter", "assignee"],
  ...["statuscategorychangedate", "workratio", "updated"],
]);

/**
 * Makes an event from an issue and its changes. An update that changes the status is a transition. The request type is
 * in a custom field whose id differs by site, so `fields` in the settings names the field. Reeve does not search for
 * the field, because an app's field might look the same.
 */
function jiraEvent(
  type: TicketEvent["type"],
  { id, key, self, fields }: JiraIssue,
  changes: readonly JsonObject[],
  occurredAt: unknown,
  { user, comment }: Pick<JiraWebhook, "user" | "comment">,
): TicketEvent {
  const transition = changes.find(isTransition);
  const people = Object.entries(fields).flatMap(readPeople);
  return ticketEvent("jira", {
    type: type === "ticket.updated" && transition ? "ticket.transitioned" : type,
    occurredAt,
    actor: toPerson(user ?? valueAt(comment, "author")),
    comment: type === "ticket.commented" ? readDocument(valueAt(comment, "body")) : undefined,
    id,
    key,
    project: parseProject(key),
    title: textAt(fields, "summary"),
    url: makePageUrl(self, key),
    from: textAt(transition, "fromString"),
    fromId: textAt(transition, "from"),
    to: textAt(fields, "status", "name"),
    statusId: textAt(fields, "status", "id"),
    requester: toPerson(fields["reporter"]),
    assignee: toPerson(fields["assignee"]),
    fields: readFields(fields, NAMED_FIELDS),
    ...(people.length > 0 && { people: Object.fromEntries(people) }),
  });
}

/**
 * Returns a custom field's name with its account ids, if every value is a person without an email address. Otherwise
 * returns an empty list.
 */
function readPeople([name, value]: readonly [string, unknown]): [string, readonly string[]][] {
  if (!name.startsWith("customfield_")) return [];
  const accounts = [value ?? []].flat();
  const ids = accounts.flatMap((one) =>
    textAt(one, "emailAddress") === undefined ? (textAt(one, "accountId") ?? []) : [],
  );
  return ids.length > 0 && ids.length === accounts.length ? [[name, ids]] : [];
}

/**
 * The variables with the address of Jira's site, and with the site's address in the API that all sites share. Source:
 * developer.atlassian.com/cloud/jira/platform/rest/v3/intro (api.atlassian.com/ex/jira)
 */
const SITE = {
  siteVariable: "JIRA_URL",
  sharedApi: { variable: "JIRA_API_URL", address: /^https:\/\/api\.atlassian\.com\/ex\/jira\/[\w-]+(?=\/)/ },
} as const;

/**
 * Returns the address of the issue's page, or `undefined` if `self` does not begin with https. `self` is the issue's
 * address in the API of its site, or in the API of all sites. For the API of all sites, `src/http/incoming.ts` replaces
 * the API's address with the site's.
 */
function makePageUrl(self: string | undefined, key: string): string | undefined {
  const api = self === undefined ? null : URL.parse(self);
  const site = api?.href.match(SITE.sharedApi.address)?.[0] ?? api?.origin;
  return api?.protocol === "https:" ? `${site}/browse/${encodeURIComponent(key.toWellFormed())}` : undefined;
}

const parseProject = (key: string): string | undefined => key.match(/^([A-Z][A-Z0-9_]*)-\d+$/)?.[1];

const toPerson = (account: unknown): Person | undefined =>
  personIn(account, "accountId", "displayName", "emailAddress");

/**
 * Returns true for a change of the issue's own status field. Data Center and older Cloud payloads have no `fieldId`,
 * and a custom field can have the same name.
 */
const isTransition = ({ fieldId, field, fieldtype }: JsonObject): boolean =>
  fieldId === "status" || (fieldId === undefined && field === "status" && fieldtype === "jira");

/** Reads text, or the text of a rich text document. Returns `undefined` if there is no text. */
const readDocument = (value: unknown): string | undefined =>
  [plainText(value) ?? []].flat().join("\n") || undefined;

/** The body for "Issue data (Automation format)": the issue itself. */
const IssueData = z.object({ ...JiraIssue.shape, changelog: Members.nullish() });

/**
 * The body for "Issue data (Jira format)" and for Jira Service Management's legacy automation: an object with an
 * `issue`.
 */
const IssueEnvelope = z.object({ issue: IssueData, changelog: Members.nullish(), ...BESIDE });

/**
 * Reads issue data, which describes the issue but rarely names the event, so the address can name the event. Otherwise,
 * the event is a transition if the status changed at the time of the update, a comment if the body contains one, and an
 * update in all other cases.
 */
function readIssueData(
  { issue, changelog, timestamp, user, comment }: z.infer<typeof IssueEnvelope>,
  delivery: Delivery,
): ReadEvent {
  const updated = isoTime(valueAt(issue.fields, "updated"));
  const changes = changesAt(updated, changelog ?? issue.changelog);
  const named = eventInAddress(delivery);
  if (typeof named === "object") return { id: null, event: named };

  const supposed = comment && !changes.some(isTransition) ? "ticket.commented" : "ticket.updated";
  const occurredAt = isoTime(timestamp) ?? updated;
  const event = jiraEvent(named ?? supposed, issue, changes, occurredAt, { user, comment });
  const at = textAt({ timestamp }, "timestamp") ?? updated;
  return { id: at === undefined ? null : `${issue.id}:${event.type}:${at}`, event };
}

/** Maximum time between a change and the update of its issue, in milliseconds. */
const SAME_UPDATE_MS = 1000;

/** Returns the changes of the last update. A changelog might contain older changes, which must not approve anything. */
function changesAt(updated: string | undefined, changelog: unknown): readonly JsonObject[] {
  const histories = [valueAt(changelog, "histories")].flat().filter((history) => {
    const created = isoTime(valueAt(history, "created"));
    return (
      updated !== undefined &&
      created !== undefined &&
      Math.abs(Date.parse(updated) - Date.parse(created)) <= SAME_UPDATE_MS
    );
  });
  return [changelog, ...histories].flatMap((one) => [valueAt(one, "items")].flat().filter(isObject));
}

/**
 * Receives webhooks from Jira Cloud and Jira Service Management that an administrator sets up with a secret. Jira signs
 * only if a secret is set; unsigned deliveries are rejected. Source:
 * developer.atlassian.com/cloud/jira/platform/webhooks
 */
const webhook: Source = {
  name: "jira",
  secretVariable: "JIRA_WEBHOOK_SECRET",
  setUp: "System → WebHooks → Create, with this address and the secret.",
  ...hmac({ hash: "SHA-256", header: "x-hub-signature", prefix: "sha256=", encoding: "hex" }),
  signsIds: false,
  ...SITE,
  parse: parseHook("x-atlassian-webhook-identifier", JiraWebhook, readJiraWebhook),
};

/**
 * Receives requests from Jira Automation's action "Send web request" and the webhooks from Jira Service Management's
 * legacy automation. They have no signature and no id, but unlike a system webhook, a rule can set headers. The body is
 * a ticket message (`docs/set-up/senders/jira.md` has one to paste) or issue data. Atlassian does not document the
 * changelog in issue data, some smart values, or the legacy body. Source:
 * support.atlassian.com/cloud-automation/docs/issue-data-automation-format-payload-for-send-web-request
 */
const automation: Source = {
  name: "jira-automation",
  secretVariable: "JIRA_AUTOMATION_WEBHOOK_SECRET",
  setUp: "In a rule, add the action “Send web request”: POST, with the secret in the header X-Reeve-Secret.",
  ...sharedSecret(WHERE_USERS_CHOOSE),
  ...SITE,
  parse: parseBody(
    byMember(
      "ticket",
      ticketMessages("jira", parseProject),
      byMember(
        "issue",
        ofShape(IssueEnvelope, readIssueData),
        ofShape(IssueData, (issue, delivery) => readIssueData({ issue }, delivery)),
      ),
    ),
  ),
};

export const jira: System = {
  name: "jira",
  title: "Jira",
  sources: [webhook, automation],
  // developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis. Service accounts have only scoped tokens,
  // which work at the address of the API but not at the address of the site:
  // support.atlassian.com/user-management/docs/manage-api-tokens-for-service-accounts
  api: defineApi({
    address: {
      variable: "JIRA_API_URL",
      hosts: ["api.atlassian.com"],
      path: /^\/ex\/jira\/[\w-]+\/?$/,
      otherwise: { variable: "JIRA_URL", hosts: [".atlassian.net"] },
    },
    variables: ["JIRA_EMAIL", "JIRA_API_TOKEN"],
    end: { maxDays: 365 },
    authorize: ({ JIRA_EMAIL, JIRA_API_TOKEN }) => ({ authorization: basic(JIRA_EMAIL, JIRA_API_TOKEN) }),
  }),
  /**
   * Finds a user's name and email address; Jira returns the address only if the API account can see it. Source:
   * developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-users
   */
  findPerson: async (client, accountId) => {
    const user = await readIfFound(client, "/rest/api/3/user", {
      query: { accountId },
      nothing: HIDDEN_STATUSES,
    });
    return compact({ name: textAt(user, "displayName"), email: textAt(user, "emailAddress") });
  },
  /**
   * Comments on issues and moves them. In a service project, customers see a comment unless it is marked as internal;
   * in other projects the mark has no effect. Source:
   * developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-comments, api-group-issues (transitions)
   */
  replies: {
    async comment(client, { id }, message, visible) {
      await client.call({
        method: "POST",
        path: path`/rest/api/3/issue/${id}/comment`,
        body: {
          body: document(message),
          ...(visible ? {} : { properties: [{ key: "sd.public.comment", value: { internal: true } }] }),
        },
      });
    },
    async move(client, { id, key }, to) {
      const transitions = path`/rest/api/3/issue/${id}/transitions`;
      const answer = await client.call({ method: "GET", path: transitions });
      const found = [valueAt(answer, "transitions")]
        .flat()
        .find((one) => [textAt(one, "id"), textAt(one, "to", "name"), textAt(one, "name")].includes(to));
      if (!found)
        throw new Problem(
          "sender_refused",
          `jira has no transition from the current status of ${key} to "${to}"`,
        );
      await client.call({
        method: "POST",
        path: transitions,
        body: { transition: { id: textAt(found, "id") } },
      });
      return textAt(found, "to", "name");
    },
  },
  /**
   * Creates issues with the reference as a label. Jira's search finds a new issue only after some seconds. Source:
   * developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues (Create issue), api-group-issue-search
   */
  tickets: {
    find: ({ reference }) => ({
      path: "/rest/api/3/search/jql",
      query: { jql: `labels = "${reference}"`, fields: "key", maxResults: "1" },
    }),
    create: ({ project, title, message, reference, fields: { labels = [], ...others } }) => ({
      path: "/rest/api/3/issue",
      body: {
        fields: {
          issuetype: { name: "Task" },
          ...others,
          project: { key: project },
          summary: title,
          description: document(message),
          labels: [reference, ...[labels].flat()],
        },
      },
    }),
    readId: (response) => textAt([valueAt(response, "issues") ?? response].flat()[0], "id"),
  },
};
