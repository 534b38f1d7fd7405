import type { Worker, WorkerEvent, WorkerEventType } from "../sources/event.ts";

/** What an HR system says of a worker when it is asked. */
export interface WorkerFacts {
  /** Whether they work here, as far as it says. Somebody who is yet to begin may be called either. */
  readonly active?: boolean;
  /** First and last day, `YYYY-MM-DD`. */
  readonly hiredOn?: string;
  readonly terminatedOn?: string;
  /** Replaces what the event knows; its fields are added to. */
  readonly worker: Partial<Omit<Worker, "system" | "id">>;
}

/**
 * An event with what its system says of the worker now. What kind of event it is, and for when, goes by that: a
 * termination that has been taken back since is none any more, and a date that was moved has moved.
 */
export function withFacts(event: WorkerEvent, facts: WorkerFacts): WorkerEvent {
  const { mayBe, effectiveOn, ...certain } = event;
  const { hiredOn, worker } = facts;
  // A last day before the first is of an employment before this one.
  const terminatedOn =
    facts.terminatedOn && facts.terminatedOn < (hiredOn ?? "") ? undefined : facts.terminatedOn;
  const type = typeOf(event, { ...facts, terminatedOn });
  const day = type === "worker.terminated" ? terminatedOn : type === "worker.changed" ? undefined : hiredOn;
  const on = day ?? (type === event.type ? effectiveOn : undefined);
  return {
    ...certain,
    type,
    ...(on && { effectiveOn: on }),
    worker: { ...event.worker, ...worker, fields: { ...event.worker.fields, ...worker.fields } },
  };
}

interface Employment {
  readonly active?: boolean | undefined;
  readonly hiredOn?: string | undefined;
  readonly terminatedOn?: string | undefined;
}

function typeOf(event: WorkerEvent, { active, hiredOn, terminatedOn }: Employment): WorkerEventType {
  const { type, mayBe = [] } = event;
  const isAhead = (day: string | undefined) => day !== undefined && day >= dayBefore(event);
  // Many systems call somebody inactive who is yet to begin. Who leaves on the first day never begins.
  const begins = isAhead(hiredOn) && (terminatedOn === undefined || terminatedOn > (hiredOn ?? ""));
  const hasLeft = active === false && !begins;
  if (type === "worker.terminated")
    return active === true && terminatedOn === undefined ? "worker.changed" : type;
  if (type !== "worker.changed") return hasLeft && terminatedOn !== undefined ? "worker.changed" : type;
  const joined =
    mayBe.find((one) => one === "worker.hired") ?? mayBe.find((one) => one === "worker.returned");
  if (joined && begins) return joined;
  // A last day that has passed says nothing of somebody who works here.
  const leaves = hasLeft || (active === true ? isAhead(terminatedOn) : terminatedOn !== undefined);
  return leaves && mayBe.includes("worker.terminated") ? "worker.terminated" : type;
}

/** The day before an event's in UTC: no later than the event's own day in any time zone. */
const dayBefore = ({ occurredAt }: WorkerEvent): string =>
  new Date((occurredAt ? Date.parse(occurredAt) : Date.now()) - 24 * 60 * 60 * 1000)
    .toISOString()
    .slice(0, 10);
