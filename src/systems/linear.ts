// Linear: receives webhooks about issues and their comments, and replies to issues through its GraphQL API.
import * as z from "zod";
import { Problem } from "../base/problem.ts";
import { defineApi } from "./api/api.ts";
import type { SenderClient } from "./api/client.ts";
import { namesLimit } from "./api/send.ts";
import type { Person, TicketEvent } from "./event.ts";
import { findRequestType, labelNames, readSections } from "./reading/issue-form.ts";
import { isObject, type JsonObject, Members, parseHook, personIn, textAt, valueAt } from "./reading/json.ts";
import { readFields } from "./reading/text.ts";
import { ticketEvent } from "./reading/ticket.ts";
import { asMarkdown } from "./reply/message.ts";
import { hmac } from "./schemes/hmac.ts";
import { defineSystem, type Malformed, type Meaning } from "./system.ts";

/** Sends a GraphQL query or mutation. Linear reports a rejected one with status 200 and `errors`. */
async function ask(client: SenderClient, query: string, variables: object, reads: boolean): Promise<unknown> {
  const answer = await client.call({ method: "POST", path: "/graphql", body: { query, variables }, reads });
  const error = [valueAt(answer, "errors") ?? []].flat()[0];
  if (error !== undefined)
    throw new Problem(
      namesLimit(JSON.stringify(error)) ? "sender_unavailable" : "sender_refused",
      `linear: ${textAt(error, "message") ?? "the request was rejected without a reason"}`,
    );
  return valueAt(answer, "data");
}

const LinearWebhook = z.object({
  action: z.string().min(1),
  type: z.string().min(1),
  createdAt: z.unknown().optional(),
  actor: Members.nullish(),
  data: Members.nullish(),
  updatedFrom: Members.nullish(),
});
type LinearWebhook = z.infer<typeof LinearWebhook>;

/** Linear's actions on an issue, with our event types. An update of the state is a transition. */
const ISSUE_ACTIONS: ReadonlyMap<string, TicketEvent["type"]> = new Map([
  ["create", "ticket.created"],
  ["update", "ticket.updated"],
  ["remove", "ticket.deleted"],
]);

function readLinearWebhook(webhook: LinearWebhook): Meaning | Malformed {
  const { action, type, data, updatedFrom } = webhook;
  if (type === "Issue") {
    if (!data || textAt(data, "id") === undefined)
      return { detail: "data.id: this event does not contain the issue's id" };
    const known = ISSUE_ACTIONS.get(action);
    if (!known)
      return {
        ignored: `Linear's action ${action} is unknown to Reeve`,
        subject: `linear:${textAt(data, "id")}`,
      };
    const moved = action === "update" && textAt(updatedFrom, "stateId") !== undefined;
    return toEvent(webhook, moved ? "ticket.transitioned" : known, data);
  }
  const issue = type === "Comment" ? valueAt(data, "issue") : undefined;
  if (!isObject(issue) || textAt(issue, "id") === undefined)
    return { ignored: `Linear's event ${type} is not about an issue` };
  if (action !== "create")
    return { ignored: `the comment had the action ${action}: only new comments are read` };
  return toEvent(webhook, "ticket.commented", issue, textAt(data, "body"));
}

/**
 * An issue's properties that are not read as fields: those with a property of their own in a ticket, and those that
 * only contain the ids of objects in other properties.
 */
const NAMED_FIELDS = new Set([
  ...["id", "identifier", "title", "url", "state", "stateId", "creator", "creatorId"],
  ...["assignee", "assigneeId", "labelIds", "teamId", "projectId", "subscriberIds"],
]);

const OWN_FIELDS = new Set(["labels", "team", "project", "priority", "priorityLabel"]);

/** Makes an event about an issue or a comment. Linear sends only the id of a previous state, so `from` is absent. */
function toEvent(
  { createdAt, actor, data, updatedFrom }: LinearWebhook,
  type: TicketEvent["type"],
  issue: JsonObject,
  comment?: string,
): TicketEvent {
  const id = textAt(issue, "id") ?? "";
  return ticketEvent("linear", {
    type,
    occurredAt: createdAt,
    actor: toPerson(actor ?? data?.["user"]),
    comment,
    id,
    key: textAt(issue, "identifier") ?? id,
    project: textAt(issue, "team", "key"),
    ...(textAt(updatedFrom, "teamId") !== undefined && { moved: true as const }),
    title: textAt(issue, "title"),
    url: issue["url"],
    fromId: textAt(updatedFrom, "stateId"),
    to: textAt(issue, "state", "name"),
    statusId: textAt(issue, "state", "id"),
    requestType: findRequestType(labelNames(issue["labels"])),
    requester: toPerson(issue["creator"]),
    assignee: toPerson(issue["assignee"]),
    fields: {
      ...readSections(textAt(issue, "description") ?? "", OWN_FIELDS),
      ...readFields(issue, NAMED_FIELDS),
    },
  });
}

/** Reads a person. @param user A user or another actor: an app or an integration */
const toPerson = (user: unknown): Person | undefined => personIn(user, "id", "name", "email");

/**
 * Maximum age of a delivery, in seconds. Linear retries a failed delivery after a minute, an hour and six hours. It
 * does not document that retries have a new timestamp, so the limit of one minute in Linear's own client library could
 * lose them. For 30 days, a replayed delivery is recognized as a repeat.
 */
const EIGHT_HOURS = 8 * 60 * 60;

/**
 * Receives webhooks of a workspace or a team: issues and comments. The signed body contains the time; the header
 * `Linear-Timestamp` is unsigned and ignored. Linear accepts only status 200. Source: linear.app/developers/webhooks,
 * github.com/linear/linear (packages/sdk/src/webhooks)
 */
export const linear = defineSystem({
  name: "linear",
  title: "Linear",
  secretVariable: "LINEAR_WEBHOOK_SECRET",
  setUp: "Settings → API → Webhooks; Linear shows the secret.",
  ...hmac({
    hash: "SHA-256",
    header: "linear-signature",
    encoding: "hex",
    timestamp: { member: "webhookTimestamp", unit: "milliseconds", maxAgeSeconds: EIGHT_HOURS },
  }),
  signsIds: false,
  parse: parseHook("linear-delivery", LinearWebhook, readLinearWebhook),
  accepted: 200,
  // developers.linear.app/docs/graphql: a personal API key is sent without "Bearer".
  api: defineApi({
    address: { variable: "LINEAR_URL", hosts: ["api.linear.app"] },
    variables: ["LINEAR_API_KEY"],
    end: "unknown",
    authorize: ({ LINEAR_API_KEY }) => ({ authorization: LINEAR_API_KEY }),
  }),
  /**
   * Comments on issues and moves them by GraphQL. A state is given by its name or id in the issue's team. Source:
   * developers.linear.app/docs/graphql
   */
  replies: {
    async comment(client, { id }, message) {
      const query = "mutation($input: CommentCreateInput!) { commentCreate(input: $input) { success } }";
      await ask(client, query, { input: { issueId: id, body: asMarkdown(message) } }, false);
    },
    async move(client, { id, key }, to) {
      const list = "query($id: String!) { issue(id: $id) { team { states { nodes { id name } } } } }";
      const states = await ask(client, list, { id }, true);
      const found = [valueAt(states, "issue", "team", "states", "nodes")]
        .flat()
        .find((state) => textAt(state, "name") === to || textAt(state, "id") === to);
      if (!found) throw new Problem("sender_refused", `linear has no state "${to}" in the team of ${key}`);
      const query =
        "mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }";
      await ask(client, query, { id, input: { stateId: textAt(found, "id") } }, false);
      return textAt(found, "name");
    },
  },
});
