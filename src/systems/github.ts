// GitHub: receives webhooks about issues and their comments, and replies to issues through its REST API.
import * as z from "zod";
import { Problem } from "../base/problem.ts";
import { refused } from "../base/result.ts";
import { defineApi } from "./api/api.ts";
import { path } from "./api/client.ts";
import type { Person, TicketEvent } from "./event.ts";
import { isForm, readForm } from "./reading/form.ts";
import { findRequestType, labelNames, readSections } from "./reading/issue-form.ts";
import { Id, isObject, type JsonObject, Members, parseJson, personIn, textAt } from "./reading/json.ts";
import { readFields } from "./reading/text.ts";
import { type TicketChange, ticketEvent } from "./reading/ticket.ts";
import { ourName } from "./reading/worker-table.ts";
import { asMarkdown } from "./reply/message.ts";
import { utf8 } from "./schemes/bytes.ts";
import { hmac } from "./schemes/hmac.ts";
import { type Delivery, defineSystem, type Meaning, type Source, type Target } from "./system.ts";

function issue({ key }: Target): string {
  const [, owner, repository, number] = key.match(/^([^/#]+)\/([^/#]+)#(\d+)$/) ?? [];
  if (!owner || !repository || !number)
    throw new Problem("sender_bad_request", `"${key}" is not a GitHub issue`);
  return path`/repos/${owner}/${repository}/issues/${number}`;
}

const FullName = z.string().regex(/^[\w.-]+\/[\w.-]+$/, "expected owner/repository");

const GitHubWebhook = z.object({
  action: z.string().min(1),
  issue: z.looseObject({ id: Id, number: z.int().positive() }),
  repository: z.object({ full_name: FullName }),
  sender: Members.nullish(),
});
type GitHubWebhook = z.infer<typeof GitHubWebhook>;

/**
 * The event `issues`. The header with the event's name is not signed, so a body with a comment is rejected: it belongs
 * to another event.
 */
const GitHubIssueChange = z.object({
  ...GitHubWebhook.shape,
  comment: z.undefined("this event must not contain a comment").optional(),
});

const GitHubComment = z.object({ ...GitHubWebhook.shape, comment: Members });

/** GitHub's actions on an issue, by our event types. Only closing and reopening are transitions. */
const ISSUE_ACTIONS = {
  "ticket.created": ["opened"],
  "ticket.updated": [
    ...["edited", "assigned", "unassigned", "labeled", "unlabeled"],
    ...["milestoned", "demilestoned", "typed", "untyped"],
  ],
  "ticket.transitioned": ["closed", "reopened"],
  // A transferred issue gets a new id in another repository, and GitHub sends no more events about the old issue.
  "ticket.deleted": ["deleted", "transferred"],
};

function readGitHubIssue(webhook: z.infer<typeof GitHubIssueChange>): Meaning {
  const type = ourName(ISSUE_ACTIONS, webhook.action);
  if (!type)
    return {
      ignored: `GitHub's action ${webhook.action} is unknown to Reeve`,
      subject: `github:${webhook.issue.id}`,
    };
  const from = webhook.action === "closed" ? "open" : undefined;
  return toEvent(webhook, { type, from, occurredAt: textAt(webhook.issue, "updated_at") });
}

/**
 * Reads a new comment on an issue. Ignores other actions on comments, and comments on pull requests, which GitHub sends
 * as the same event.
 */
function readGitHubComment(webhook: z.infer<typeof GitHubComment>): Meaning {
  const { action, issue, comment } = webhook;
  if (isObject(issue["pull_request"])) return { ignored: "the comment is on a pull request" };
  if (action !== "created") return { ignored: `the comment was ${action}: only new comments are read` };
  return toEvent(webhook, {
    type: "ticket.commented",
    occurredAt: textAt(comment, "created_at"),
    comment: textAt(comment, "body"),
  });
}

function toEvent(
  { issue, repository: { full_name: project }, sender }: GitHubWebhook,
  news: Pick<TicketChange, "type" | "occurredAt" | "from" | "comment">,
): TicketEvent {
  const labels = labelNames(issue["labels"]);
  const { id, number, body, author_association, type } = issue;
  const own = { body, labels, milestone: textAt(issue, "milestone", "title"), author_association, type };
  return ticketEvent("github", {
    ...news,
    subject: id,
    actor: toPerson(sender),
    id: `${project}/issues/${number}`,
    key: `${project}#${number}`,
    project,
    title: textAt(issue, "title"),
    url: issue["html_url"],
    to: readStatus(issue),
    requestType: findRequestType(labels),
    requester: toPerson(issue["user"]),
    assignee: toPerson([issue["assignee"] ?? issue["assignees"]].flat()[0]),
    fields: { ...readSections(textAt(issue, "body") ?? "", OWN_FIELDS), ...readFields(own) },
  });
}

/**
 * Returns `open`, or the reason for closing, because declined requests are closed too. Returns `closed` if GitHub
 * provides no reason, and `undefined` if the issue has no state.
 */
const readStatus = (issue: JsonObject): string | undefined =>
  issue["state"] === "closed" ? (textAt(issue, "state_reason") ?? "closed") : textAt(issue, "state");

const OWN_FIELDS = new Set(["body", "labels", "milestone", "author_association", "type"]);

/** Reads a person. GitHub sends no email addresses. */
const toPerson = (account: unknown): Person | undefined => personIn(account, "id", "login");

const parseAs = <Schema extends z.ZodType>(
  schema: Schema,
  read: (webhook: z.output<Schema>, event: string | null) => Meaning,
): Source["parse"] =>
  parseJson(schema, (webhook, { headers }) => ({
    id: headers.get("x-github-delivery"),
    event: read(webhook, headers.get("x-github-event")),
  }));

/**
 * Parsers by the event's name in the header `x-github-event`. The header is not signed, so each parser requires the
 * body to have the shape of its event.
 */
const PARSERS: ReadonlyMap<string | null, Source["parse"]> = new Map([
  ["issues", parseAs(GitHubIssueChange, readGitHubIssue)],
  ["issue_comment", parseAs(GitHubComment, readGitHubComment)],
]);

const parseOther = parseAs(Members, (_, event) => ({
  ignored: `GitHub's event ${event ?? "without a name"} is not about an issue`,
}));

/**
 * Returns the delivery with the JSON as its body, because a webhook can be set up to send the JSON as a form field.
 * Returns `null` if the form has no field `payload` or is not UTF-8.
 */
function unwrapped(delivery: Delivery): Delivery | null {
  if (!isForm(delivery)) return delivery;
  const payload = readForm(delivery.body)?.["payload"];
  return payload === undefined ? null : { ...delivery, body: utf8(payload) };
}

/**
 * Receives webhooks of a repository, an organization or an app: issues and their comments, as JSON or as a form. GitHub
 * signs only if a secret is set; unsigned deliveries are rejected, and the older SHA-1 signature is ignored. Source:
 * docs.github.com/en/webhooks, github.com/octokit/webhooks
 */
export const github = defineSystem({
  name: "github",
  title: "GitHub",
  secretVariable: "GITHUB_WEBHOOK_SECRET",
  setUp: "Settings → Webhooks → Add webhook, with content type application/json and the secret.",
  ...hmac({ hash: "SHA-256", header: "x-hub-signature-256", prefix: "sha256=", encoding: "hex" }),
  signsIds: false,
  parse: (delivery, now) => {
    const plain = unwrapped(delivery);
    if (plain === null)
      return refused({ detail: "payload: the form has no field `payload`, or its value is not UTF-8 text" });
    const parse = PARSERS.get(delivery.headers.get("x-github-event")) ?? parseOther;
    return parse(plain, now);
  },
  api: defineApi({
    address: { variable: "GITHUB_URL", hosts: ["api.github.com", ".ghe.com"] },
    variables: ["GITHUB_TOKEN"],
    end: "unknown",
    authorize: ({ GITHUB_TOKEN }) => ({
      authorization: `Bearer ${GITHUB_TOKEN}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    }),
  }),
  /**
   * Comments on issues, and sets their state: `open`, or a reason for closing them, such as `completed` or
   * `not_planned`. Source: docs.github.com/rest/issues
   */
  replies: {
    async comment(client, target, message) {
      const body = { body: asMarkdown(message) };
      await client.call({ method: "POST", path: `${issue(target)}/comments`, body });
    },
    async move(client, target, to) {
      const body = to === "open" ? { state: "open" } : { state: "closed", state_reason: to };
      await client.call({ method: "PATCH", path: issue(target), body });
    },
  },
});
