import * as z from "zod";
import type { Person, SenderEvent, Ticket, TicketEvent } from "../event.ts";
import { labelNames, requestTypeOf, sectionsOf } from "./issue-form.ts";
import { isObject, type JsonObject, Members, present, textAt, valueAt } from "./member.ts";
import { pageUrl } from "./page.ts";
import { fieldsOf } from "./plain-text.ts";
import { isoTime } from "./time.ts";

/** What every delivery of Linear must have; an event about an issue has one in `data`. */
export const LinearWebhook = z
  .object({
    action: z.string().min(1),
    type: z.string().min(1),
    createdAt: z.unknown().optional(),
    actor: Members.nullish(),
    data: Members.nullish(),
    updatedFrom: Members.nullish(),
  })
  .refine(({ type, data }) => type !== "Issue" || textAt(data, "id") !== undefined, {
    path: ["data", "id"],
    message: "this event is about an issue, but names none",
  });
export type LinearWebhook = z.infer<typeof LinearWebhook>;

/** Linear's actions on an issue, and what each is here. An update with another state is a transition. */
const ISSUE_ACTIONS: ReadonlyMap<string, TicketEvent["type"]> = new Map([
  ["create", "ticket.created"],
  ["update", "ticket.updated"],
  ["remove", "ticket.deleted"],
]);

/** What a Linear webhook says. Comments may be on other things than issues: those mean nothing here. */
export function readLinearWebhook(webhook: LinearWebhook): SenderEvent | { readonly ignored: string } {
  const { action, type, data, updatedFrom } = webhook;
  if (type === "Issue" && isObject(data)) {
    const known = ISSUE_ACTIONS.get(action);
    if (!known) return { ignored: `Linear's action ${action} changes nothing of an issue` };
    const moved = action === "update" && textAt(updatedFrom, "stateId") !== undefined;
    return ticketEvent(webhook, moved ? "ticket.transitioned" : known, data);
  }
  const issue = type === "Comment" ? valueAt(data, "issue") : undefined;
  if (!isObject(issue) || textAt(issue, "id") === undefined)
    return { ignored: `Linear's event ${type} is about no issue` };
  if (action !== "create") return { ignored: `the comment had a ${action}: what was said is taken once` };
  return {
    ...ticketEvent(webhook, "ticket.commented", issue),
    ...present({ comment: textAt(data, "body") }),
  };
}

function ticketEvent(
  { createdAt, actor, data }: LinearWebhook,
  type: TicketEvent["type"],
  issue: JsonObject,
): TicketEvent {
  const ticket = toTicket(issue);
  return {
    type,
    subject: `linear:${ticket.id}`,
    ...present({ occurredAt: isoTime(createdAt), actor: toPerson(actor ?? data?.["user"]) }),
    ticket,
  };
}

/** Members of an issue that a ticket has members of its own for, and those that only repeat one as an id. */
const NAMED_FIELDS: ReadonlySet<string> = new Set([
  "id",
  "identifier",
  "title",
  "url",
  "state",
  "stateId",
  "creator",
  "creatorId",
  "assignee",
  "assigneeId",
  "labelIds",
  "teamId",
  "projectId",
  "subscriberIds",
]);

/** Linear's own fields of an issue that may decide something. */
const OWN_FIELDS: ReadonlySet<string> = new Set(["labels", "team", "project", "priority", "priorityLabel"]);

/** Linear tells the state that an issue was in by its id alone, so `status` has no `from`. */
function toTicket(issue: JsonObject): Ticket {
  const id = textAt(issue, "id") ?? "";
  const to = textAt(issue, "state", "name");
  return {
    system: "linear",
    id,
    key: textAt(issue, "identifier") ?? id,
    title: textAt(issue, "title") ?? "",
    fields: {
      ...sectionsOf(textAt(issue, "description") ?? "", OWN_FIELDS),
      ...fieldsOf(issue, NAMED_FIELDS),
    },
    ...present({
      project: textAt(issue, "team", "key"),
      url: pageUrl(issue["url"]),
      status: to ? { to } : undefined,
      requestType: requestTypeOf(labelNames(issue["labels"])),
      requester: toPerson(issue["creator"]),
      assignee: toPerson(issue["assignee"]),
    }),
  };
}

/** @param user A user, or what else acts at Linear: an app, an integration */
function toPerson(user: unknown): Person | undefined {
  if (!isObject(user)) return undefined;
  return present({
    id: textAt(user, "id"),
    name: textAt(user, "name"),
    email: textAt(user, "email"),
  });
}
