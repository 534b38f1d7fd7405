// PagerDuty: webhooks about incidents; its REST API to answer them.
import * as z from "zod";
import { object } from "../base/object.ts";
import { address, defineApi } from "./api/api.ts";
import { path } from "./api/client.ts";
import type { IncidentEvent, Person, SenderEvent } from "./event.ts";
import { isObject, type JsonObject, Members, parseJson, present, textAt, valueAt } from "./reading/json.ts";
import { isoTime, pageUrl } from "./reading/text.ts";
import { hmac } from "./schemes/hmac.ts";
import type { Replier, System } from "./system.ts";

/** PagerDuty. A state is `acknowledged` or `resolved`. Source: developer.pagerduty.com/api-reference (Incidents) */
const replies: Replier = {
  async comment(client, { id }, { sentences, link }) {
    const content = [...sentences, ...(link ? [link] : [])].join("\n");
    await client.call({ method: "POST", path: path`/incidents/${id}/notes`, body: { note: { content } } });
  },
  async move(client, { id }, status) {
    const body = { incidents: [{ id, type: "incident", status }] };
    await client.call({ method: "PUT", path: "/incidents", body });
  },
};

/** PagerDuty's events that have a type of their own here. Every other event of an incident is an update of it. */
const EVENTS: ReadonlyMap<string, IncidentEvent["type"]> = new Map([
  ["incident.triggered", "incident.triggered"],
  ["incident.acknowledged", "incident.acknowledged"],
  ["incident.annotated", "incident.commented"],
  ["incident.resolved", "incident.resolved"],
  ["incident.reopened", "incident.reopened"],
]);

/** What every delivery of PagerDuty must have; everything else is read where it is. */
const PagerDutyWebhook = object(() => ({
  event: z
    .object({
      id: z.string().min(1),
      event_type: z.string().min(1),
      occurred_at: z.unknown().optional(),
      agent: Members.nullish(),
      data: Members.nullish(),
    })
    .refine(({ event_type, data }) => !EVENTS.has(event_type) || incidentOf(data) !== undefined, {
      path: ["data"],
      message: "this event is about an incident, but names none",
    }),
}));
type PagerDutyEvent = z.infer<typeof PagerDutyWebhook>["event"];

/** What a PagerDuty event says. */
function readPagerDutyWebhook({
  event_type,
  occurred_at,
  agent,
  data,
}: PagerDutyEvent): SenderEvent | { readonly ignored: string } {
  const incident = event_type.startsWith("incident.") ? incidentOf(data) : undefined;
  if (!incident) return { ignored: `PagerDuty's event ${event_type} is not about an incident` };
  const { id } = incident;
  return {
    type: EVENTS.get(event_type) ?? "incident.updated",
    subject: `pagerduty:${id}`,
    ...present({
      occurredAt: isoTime(occurred_at),
      actor: toPerson(agent),
      comment: commentOf(data),
    }),
    incident: toIncident(id, incident.members),
  };
}

/** The incident itself, or what a note, a status update or a responder says of the one it belongs to. */
function incidentOf(data: unknown): { readonly id: string; readonly members: JsonObject } | undefined {
  const members = textAt(data, "type") === "incident" ? data : valueAt(data, "incident");
  const id = textAt(members, "id");
  return isObject(members) && id !== undefined ? { id, members } : undefined;
}

/** What a note or a status update says. A request to a responder has a message too, which is for them. */
function commentOf(data: unknown): string | undefined {
  switch (textAt(data, "type")) {
    case "incident_note":
      return textAt(data, "content");
    case "incident_status_update":
      return textAt(data, "message");
    default:
      return undefined;
  }
}

function toIncident(id: string, incident: JsonObject): IncidentEvent["incident"] {
  const { assignees } = incident;
  return {
    system: "pagerduty",
    id,
    key: textAt(incident, "number") ?? id,
    title: textAt(incident, "title") ?? textAt(incident, "summary") ?? "",
    assignees: (Array.isArray(assignees) ? assignees : []).flatMap((one) => toPerson(one) ?? []),
    ...present({
      url: pageUrl(incident["html_url"]),
      status: textAt(incident, "status"),
      urgency: textAt(incident, "urgency"),
      service: textAt(incident, "service", "summary"),
    }),
  };
}

/** @param reference A reference to a user, as PagerDuty writes references; it sends no emails */
function toPerson(reference: unknown): Person | undefined {
  if (!isObject(reference)) return undefined;
  return present({ id: textAt(reference, "id"), name: textAt(reference, "summary") });
}

// PAGERDUTY_FROM: the email of the PagerDuty user in whose name notes are written.
const api = defineApi({
  address: address("PAGERDUTY_URL", ["api.pagerduty.com", "api.eu.pagerduty.com"]),
  variables: ["PAGERDUTY_API_TOKEN", "PAGERDUTY_FROM"],
  authorize: ({ PAGERDUTY_API_TOKEN, PAGERDUTY_FROM }) => ({
    authorization: `Token token=${PAGERDUTY_API_TOKEN}`,
    accept: "application/vnd.pagerduty+json;version=2",
    from: PAGERDUTY_FROM,
  }),
});

/**
 * PagerDuty, v3 webhook subscriptions: incidents. While a secret is being replaced there is a signature by each, of
 * which one has to fit.
 * Source: github.com/PagerDuty/developer-docs, docs/webhooks
 */
export const pagerduty: System = {
  name: "pagerduty",
  sources: [
    {
      name: "pagerduty",
      authentication: "signed",
      secretVariable: "PAGERDUTY_WEBHOOK_SECRET",
      setUp: "Integrations → Generic Webhooks (v3); the secret is shown once, at its creation.",
      verify: hmac({
        hash: "SHA-256",
        header: "x-pagerduty-signature",
        prefix: "v1=",
        encoding: "hex",
        separator: ",",
      }),
      signsIds: true,
      parse: parseJson(PagerDutyWebhook, ({ event }) => ({
        id: event.id,
        event: readPagerDutyWebhook(event),
      })),
    },
  ],
  api,
  replies,
};
