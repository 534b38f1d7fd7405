import * as z from "zod";
import type { Delivery } from "../source.ts";
import { isTransition, JiraIssue, jiraEvent, textOf, toPerson } from "./jira.ts";
import type { Statement } from "./json.ts";
import { isObject, type JsonObject, Members, textAt, valueAt } from "./member.ts";
import { eventInAddress } from "./ticket-message.ts";
import { isoTime } from "./time.ts";

/** "Issue data (Automation format)": the body is the issue. */
export const IssueData = JiraIssue.extend({ changelog: Members.nullish() });

/**
 * "Issue data (Jira format)", and what the legacy automation of Jira Service Management posts: the issue is a member,
 * and there may be a comment, the user and the time beside it.
 */
export const IssueEnvelope = z.object({
  issue: IssueData,
  changelog: Members.nullish(),
  timestamp: z.int().optional(),
  user: Members.nullish(),
  comment: Members.nullish(),
});

/**
 * What issue data says. It tells how the issue is, hardly ever what happened: the address tells that. Without it, a
 * change of the status at the time of the update is a transition, a comment beside the issue is what happened where
 * there is one, and anything else is an update.
 */
export function readIssueData(
  { issue, changelog, timestamp, user, comment }: z.infer<typeof IssueEnvelope>,
  delivery: Delivery,
): Statement {
  const updated = isoTime(valueAt(issue.fields, "updated"));
  const changes = changesAt(updated, changelog ?? issue.changelog);
  const named = eventInAddress(delivery);
  if (typeof named === "object") return { id: null, event: named };

  const supposed = comment && !changes.some(isTransition) ? "ticket.commented" : "ticket.updated";
  const type = named ?? supposed;
  const event = jiraEvent(type, issue, changes, {
    occurredAt: isoTime(timestamp) ?? updated,
    actor: toPerson(user ?? comment?.["author"]),
    comment: type === "ticket.commented" ? textOf(comment?.["body"]) : undefined,
  });
  const at = textAt({ timestamp }, "timestamp") ?? updated;
  return { id: at === undefined ? null : `${issue.id}:${event.type}:${at}`, event };
}

/** How far the times of a change and of the issue's update may be apart. Milliseconds. */
const SAME_UPDATE_MS = 1000;

/** The changes of the last update. A changelog may hold older ones too: an old approval is none. */
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
