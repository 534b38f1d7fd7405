// GitLab: receives webhooks about issues and their comments, signed with the webhook's signing token.
import * as z from "zod";
import type { Person, TicketEvent } from "./event.ts";
import { findRequestType, readSections } from "./reading/issue-form.ts";
import {
  compact,
  Id,
  isObject,
  type JsonObject,
  parseHook,
  readShape,
  textAt,
  valueAt,
} from "./reading/json.ts";
import { readFields } from "./reading/text.ts";
import { type TicketChange, ticketEvent } from "./reading/ticket.ts";
import { standardWebhook } from "./schemes/standard-webhooks.ts";
import { defineSystem, type Malformed, type Meaning } from "./system.ts";

const GitLabIssue = z.looseObject({ id: Id, iid: z.int().positive() });

const Project = z.object({ id: Id, path_with_namespace: z.string().min(1) });

const AboutIssue = z.object({ project: Project, issue: GitLabIssue });
type About = z.infer<typeof AboutIssue>;

const GitLabWebhook = z.looseObject({ object_kind: z.string().min(1) });
type GitLabWebhook = z.infer<typeof GitLabWebhook>;

const ISSUE_ACTIONS: ReadonlyMap<string, TicketEvent["type"]> = new Map([
  ["open", "ticket.created"],
  ["update", "ticket.updated"],
  ["close", "ticket.transitioned"],
  ["reopen", "ticket.transitioned"],
]);

/** The types of work items that Reeve treats as issues. */
const ISSUE_TYPES: ReadonlySet<string> = new Set(["Issue", "Incident", "Ticket"]);

/**
 * Reads a webhook. Ignores events about objects other than issues, unknown actions, and comments that are not new or
 * were written by GitLab itself.
 */
function readGitLab(webhook: GitLabWebhook): Meaning | Malformed {
  const { object_kind: kind, project, object_attributes: attributes } = webhook;
  const isComment = kind === "note" && textAt(attributes, "noteable_type") === "Issue";
  // GitLab might report an issue as a work item if it was changed in the work item view.
  const isIssue =
    kind === "issue" || (kind === "work_item" && ISSUE_TYPES.has(textAt(attributes, "type") ?? ""));
  if (!isIssue && !isComment) return { ignored: `GitLab's event ${kind} is not about an issue` };
  const read = readShape({ project, issue: isComment ? webhook["issue"] : attributes }, AboutIssue);
  if (!read.ok) return read.reason;
  const about = read.value;
  const action = textAt(attributes, "action") ?? "without a name";
  if (isIssue) {
    // GitLab closes an issue that is moved, and creates a new issue in the target project.
    const isMoved = action === "close" && textAt(attributes, "moved_to_id") !== undefined;
    const type = isMoved ? "ticket.deleted" : ISSUE_ACTIONS.get(action);
    const ignored = `GitLab's action ${action} is unknown to Reeve`;
    if (!type) return { ignored, subject: `gitlab:${about.issue.id}` };
    const [from, fromId] = action === "close" ? ["opened", "1"] : action === "reopen" ? ["closed", "2"] : [];
    return toEvent(webhook, about, { type, from, fromId });
  }
  if (action !== "create" || valueAt(attributes, "system") === true)
    return { ignored: `the comment was written by GitLab itself, or is not new (${action})` };
  return toEvent(webhook, about, { type: "ticket.commented", comment: textAt(attributes, "note") });
}

/** GitLab's own fields of an issue, which the text of an issue can't set. */
const OWN_FIELDS = new Set(["description", "labels", "type", "severity", "due_date"]);

function toEvent(
  { user, labels, assignees, object_attributes: attributes }: GitLabWebhook,
  { project: { id: projectId, path_with_namespace: project }, issue }: About,
  news: Pick<TicketChange, "type" | "from" | "fromId" | "comment">,
): TicketEvent {
  const names = [issue["labels"] ?? labels].flat().flatMap((label) => textAt(label, "title") ?? []);
  const { id, iid, description, type, severity, due_date } = issue;
  const own = { description, labels: names, type, severity, due_date };
  const state = textAt(issue, "state");
  // GitLab also closes a duplicate of another issue. Closing a duplicate is not an approval.
  const isDuplicate = state !== "opened" && textAt(issue, "duplicated_to_id") !== undefined;
  return ticketEvent("gitlab", {
    ...news,
    subject: id,
    occurredAt: textAt(attributes, "updated_at"),
    actor: toPerson(user),
    // The path of an issue in the API includes the project.
    id: `${projectId}/issues/${iid}`,
    key: `${project}#${iid}`,
    project,
    title: textAt(issue, "title"),
    url: issue["url"],
    to: isDuplicate ? "duplicate" : state,
    statusId: isDuplicate ? undefined : textAt(issue, "state_id"),
    requestType: findRequestType(names),
    requester: readAuthor(issue, user),
    assignee: toPerson([assignees].flat()[0]),
    fields: { ...readSections(textAt(issue, "description") ?? "", OWN_FIELDS), ...readFields(own) },
  });
}

/** Returns the author of an issue. Only the id is known unless the author also caused the event. */
function readAuthor(issue: JsonObject, user: unknown): Person | undefined {
  const id = textAt(issue, "author_id");
  return id === textAt(user, "id") ? toPerson(user) : compact({ id });
}

/** Reads a person. @param user A GitLab user, whose email is `[REDACTED]` unless it is public */
function toPerson(user: unknown): Person | undefined {
  if (!isObject(user)) return undefined;
  const shown = textAt(user, "email");
  const email = shown?.includes("@") ? shown : undefined;
  return compact({ id: textAt(user, "id"), name: textAt(user, "name"), email });
}

/**
 * Receives webhooks of a project or a group: work items and comments. With a signing token, GitLab signs as Standard
 * Webhooks specifies, and retries keep their `webhook-id`. The older secret token (`X-Gitlab-Token`) does not protect
 * the body: a delivery with only that token is rejected. Source: docs.gitlab.com/user/project/integrations/webhooks,
 * /webhook_events; gitlab.com/gitlab-org/gitlab, merge request 230944
 */
export const gitlab = defineSystem({
  name: "gitlab",
  title: "GitLab",
  secretVariable: "GITLAB_WEBHOOK_SECRET",
  setUp:
    "Settings → Webhooks → Add new webhook, with a signing token and the triggers Work item events and Comments.",
  ...standardWebhook,
  parse: parseHook("webhook-id", GitLabWebhook, readGitLab),
});
