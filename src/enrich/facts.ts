import type { Worker, WorkerEvent } from "../sources/event.ts";

/** What an HR system says of a worker when it is asked. */
export interface WorkerFacts {
  /** Whether they work here, as far as it says. */
  readonly active?: boolean;
  /** First and last day, `YYYY-MM-DD`. */
  readonly hiredOn?: string;
  readonly terminatedOn?: string;
  /** Replaces what the event knows; its fields are added to. */
  readonly worker: Partial<Omit<Worker, "system" | "id">>;
}

/**
 * An event with what its system says of the worker now. Whether it is a termination, and for when, goes by that: one
 * that has been taken back since is none any more, and a date that was moved has moved.
 */
export function withFacts(
  event: WorkerEvent,
  { active, hiredOn, terminatedOn, worker }: WorkerFacts,
): WorkerEvent {
  const { mayBe, effectiveOn, ...certain } = event;
  const type = typeOf(event, { active, terminatedOn });
  const day = type === "worker.terminated" ? terminatedOn : type === "worker.changed" ? undefined : hiredOn;
  const on = day ?? (type === event.type ? effectiveOn : undefined);
  return {
    ...certain,
    type,
    ...(on && { effectiveOn: on }),
    worker: { ...event.worker, ...worker, fields: { ...event.worker.fields, ...worker.fields } },
  };
}

function typeOf(
  { type, mayBe = [] }: WorkerEvent,
  { active, terminatedOn }: { active: boolean | undefined; terminatedOn: string | undefined },
): WorkerEvent["type"] {
  const leaves = active === false || terminatedOn !== undefined;
  if (type === "worker.terminated") return leaves || active === undefined ? type : "worker.changed";
  if (leaves && mayBe.includes("worker.terminated")) return "worker.terminated";
  return type;
}
