// What people are told of a run: as much of it as they are told, so that the largest run and event leave room for others.
import type { Event } from "../systems/event.ts";
import type { Run } from "./run/run.ts";

/** A run that has come to where people are to be told of it, or that has a notice for them. */
export interface Announcement {
  readonly about: "state" | "notice";
  /** What it is about, as people call it. */
  readonly name: string;
  /** Who asked for it. */
  readonly requestedBy: string;
  /** As it stood then, without the calls of its plan, their answers and what it read. */
  readonly run: Run;
}

/** Longest name that people are told: Slack shows less. */
const MAX_NAME_CHARS = 300;

export const announcementOf = (about: Announcement["about"], run: Run, event: Event): Announcement => ({
  about,
  name: nameOf(event).slice(0, MAX_NAME_CHARS),
  requestedBy: requesterOf(event).slice(0, MAX_NAME_CHARS),
  run: {
    ...run,
    progress: null,
    reads: null,
    plan: run.plan && {
      ...run.plan,
      actions: run.plan.actions.map((action) => ({ ...action, input: null, effects: [], leaves: [] })),
    },
    journal: run.journal.map(({ answer: _, ...entry }) => entry),
  },
});

/** What an event is about, as people call it. */
function nameOf(event: Event): string {
  if ("ticket" in event) return `${event.ticket.key} ${event.ticket.title}`.trim();
  if ("worker" in event) return event.worker.name ?? event.worker.email ?? event.worker.id;
  if ("incident" in event) return `${event.incident.key} ${event.incident.title}`.trim();
  if ("request" in event) return event.request.action;
  if ("message" in event) return event.message.type;
  return event.subject;
}

/** Who asked for what an event is about, or caused it. */
function requesterOf(event: Event): string {
  if (event.type === "schedule.due") return event.actor?.email ?? "the clock";
  const asked =
    "ticket" in event ? event.ticket.requester : "request" in event ? event.request.requester : undefined;
  const person = asked ?? event.actor;
  return person?.email ?? person?.name ?? "nobody that the event names";
}
