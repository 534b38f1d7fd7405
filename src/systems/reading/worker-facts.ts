// Completes a worker's event with the present facts in the worker's system.
import type { WorkerEvent, WorkerEventType } from "../event.ts";
import type { WorkerRecord } from "../system.ts";

/** An event with the worker's present facts, which decide its type and day: a termination may be taken back or moved. */
export function withFacts(event: WorkerEvent, facts: WorkerRecord): WorkerEvent {
  const { mayBe, effectiveOn, confirmed: _, stays: __, ...certain } = event;
  const { active, hiredOn } = facts;
  const { lastDay, leavesAt, ...others } = facts.worker;
  const named = lastDay ?? leavesAt?.slice(0, "YYYY-MM-DD".length);
  // A last day before the first belongs to an earlier employment.
  const isOver = named !== undefined && named < (hiredOn ?? "");
  const worker = isOver ? others : facts.worker;
  const employment = { active, hiredOn, lastDay: isOver ? undefined : named };
  const type = classifyWorkerEvent(event, employment);
  const begins = type === "worker.hired" || type === "worker.returned";
  const on = (begins ? hiredOn : undefined) ?? (type === event.type ? effectiveOn : undefined);
  const mayEnd = event.type === "worker.terminated" || Boolean(mayBe?.includes("worker.terminated"));
  const stays = mayEnd && type === "worker.changed" && active === true && !leaves(event, employment);
  return {
    ...certain,
    type,
    ...(on && { effectiveOn: on }),
    ...(type === "worker.terminated" && leaves(event, employment) && { confirmed: true }),
    ...(stays && { stays: true }),
    worker: { ...event.worker, ...worker, fields: { ...event.worker.fields, ...worker.fields } },
  };
}

interface Employment {
  readonly active?: boolean | undefined;
  readonly hiredOn?: string | undefined;
  readonly lastDay?: string | undefined;
}

function classifyWorkerEvent(event: WorkerEvent, employment: Employment): WorkerEventType {
  const { type, mayBe = [] } = event;
  const { active, lastDay } = employment;
  const begins = isYetToBegin(event, employment);
  const hasLeft = active === false && !begins;
  if (type === "worker.terminated") return active === true && lastDay === undefined ? "worker.changed" : type;
  if (type !== "worker.changed") return hasLeft && lastDay !== undefined ? "worker.changed" : type;
  const joined =
    mayBe.find((one) => one === "worker.hired") ?? mayBe.find((one) => one === "worker.returned");
  if (joined && begins) return joined;
  return leaves(event, employment) && mayBe.includes("worker.terminated") ? "worker.terminated" : type;
}

/** Many systems call future starters inactive. Somebody who leaves on the first day never starts. */
const isYetToBegin = (event: WorkerEvent, { hiredOn, lastDay }: Employment): boolean =>
  isAhead(event, hiredOn) && (lastDay === undefined || lastDay > (hiredOn ?? ""));

/** True if they have left or will. A past last day means nothing for somebody who works here. */
function leaves(event: WorkerEvent, employment: Employment): boolean {
  const { active, lastDay } = employment;
  if (active === false && !isYetToBegin(event, employment)) return true;
  return active === true ? isAhead(event, lastDay) : lastDay !== undefined;
}

const isAhead = (event: WorkerEvent, day: string | undefined): boolean =>
  day !== undefined && day >= dayBefore(event);

/** The UTC day before the event: no later than the event's own day in any time zone. */
const dayBefore = ({ occurredAt }: WorkerEvent): string =>
  new Date((occurredAt ? Date.parse(occurredAt) : Date.now()) - 24 * 60 * 60 * 1000)
    .toISOString()
    .slice(0, 10);
