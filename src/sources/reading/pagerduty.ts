import * as z from "zod";
import type { IncidentEvent, Person, SenderEvent } from "../event.ts";
import { isObject, type JsonObject, Members, present, textAt, valueAt } from "./member.ts";
import { pageUrl } from "./page.ts";
import { isoTime } from "./time.ts";

/** PagerDuty's events that have a type of their own here. Every other event of an incident is an update of it. */
const EVENTS: ReadonlyMap<string, IncidentEvent["type"]> = new Map([
  ["incident.triggered", "incident.triggered"],
  ["incident.acknowledged", "incident.acknowledged"],
  ["incident.annotated", "incident.commented"],
  ["incident.resolved", "incident.resolved"],
  ["incident.reopened", "incident.reopened"],
]);

/** What every delivery of PagerDuty must have; everything else is read where it is. */
export const PagerDutyWebhook = z.object({
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
});
type PagerDutyEvent = z.infer<typeof PagerDutyWebhook>["event"];

/** What a PagerDuty event says. */
export function readPagerDutyWebhook({
  event_type,
  occurred_at,
  agent,
  data,
}: PagerDutyEvent): SenderEvent | { readonly ignored: string } {
  const incident = event_type.startsWith("incident.") ? incidentOf(data) : undefined;
  if (!incident) return { ignored: `PagerDuty's event ${event_type} is about no incident` };
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
