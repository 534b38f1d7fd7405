// Completes a worker's event by what the worker's system says of them now.
import type { WorkerEvent, WorkerEventType } from "../event.ts";
import type { WorkerRecord } from "../system.ts";

/**
 * An event with what its system says of the worker now. What kind of event it is, and for when, goes by that: a
 * termination that has been taken back since is none any more, and a date that was moved has moved.
 */
export function withFacts(event: WorkerEvent, facts: WorkerRecord): WorkerEvent {
  const { mayBe, effectiveOn, confirmed: _, ...certain } = event;
  const { hiredOn, worker } = facts;
  // A last day before the first is of an employment before this one.
  const terminatedOn =
    facts.terminatedOn && facts.terminatedOn < (hiredOn ?? "") ? undefined : facts.terminatedOn;
  const employment = { ...facts, terminatedOn };
  const type = typeOf(event, employment);
  const day = type === "worker.terminated" ? terminatedOn : type === "worker.changed" ? undefined : hiredOn;
  const on = day ?? (type === event.type ? effectiveOn : undefined);
  return {
    ...certain,
    type,
    ...(on && { effectiveOn: on }),
    ...(type === "worker.terminated" && leaves(event, employment) && { confirmed: true }),
    worker: { ...event.worker, ...worker, fields: { ...event.worker.fields, ...worker.fields } },
  };
}

interface Employment {
  readonly active?: boolean | undefined;
  readonly hiredOn?: string | undefined;
  readonly terminatedOn?: string | undefined;
}

function typeOf(event: WorkerEvent, employment: Employment): WorkerEventType {
  const { type, mayBe = [] } = event;
  const { active, terminatedOn } = employment;
  const begins = isYetToBegin(event, employment);
  const hasLeft = active === false && !begins;
  if (type === "worker.terminated")
    return active === true && terminatedOn === undefined ? "worker.changed" : type;
  if (type !== "worker.changed") return hasLeft && terminatedOn !== undefined ? "worker.changed" : type;
  const joined =
    mayBe.find((one) => one === "worker.hired") ?? mayBe.find((one) => one === "worker.returned");
  if (joined && begins) return joined;
  return leaves(event, employment) && mayBe.includes("worker.terminated") ? "worker.terminated" : type;
}

/** Many systems call somebody inactive who is yet to begin. Who leaves on the first day never begins. */
const isYetToBegin = (event: WorkerEvent, { hiredOn, terminatedOn }: Employment): boolean =>
  isAhead(event, hiredOn) && (terminatedOn === undefined || terminatedOn > (hiredOn ?? ""));

/** True if they have left or will. A last day that has passed says nothing of somebody who works here. */
function leaves(event: WorkerEvent, employment: Employment): boolean {
  const { active, terminatedOn } = employment;
  if (active === false && !isYetToBegin(event, employment)) return true;
  return active === true ? isAhead(event, terminatedOn) : terminatedOn !== undefined;
}

const isAhead = (event: WorkerEvent, day: string | undefined): boolean =>
  day !== undefined && day >= dayBefore(event);

/** The day before an event's in UTC: no later than the event's own day in any time zone. */
const dayBefore = ({ occurredAt }: WorkerEvent): string =>
  new Date((occurredAt ? Date.parse(occurredAt) : Date.now()) - 24 * 60 * 60 * 1000)
    .toISOString()
    .slice(0, 10);
