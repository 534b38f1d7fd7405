import type { Person, Worker, WorkerEvent, WorkerEventType } from "../event.ts";
import { present } from "./member.ts";

/** What a change of status may turn out to be. */
export const STATUS_CHANGES: readonly WorkerEventType[] = [
  "worker.hired",
  "worker.terminated",
  "worker.returned",
];

/** What a sender says of a worker, besides who it is. */
export interface WorkerNews {
  readonly type: WorkerEventType;
  readonly mayBe?: readonly WorkerEventType[] | undefined;
  readonly occurredAt?: string | undefined;
  readonly actor?: Person | undefined;
  readonly effectiveOn?: string | undefined;
  readonly changed?: readonly string[] | undefined;
  /** @default nothing: many senders send the id alone */
  readonly worker?: WorkerFacts;
}

/** What is known of a worker, besides who it is. */
export type WorkerFacts = Partial<Omit<Worker, "system" | "id">>;

/** The event of a worker. @param system The system they are recorded in @param id That system's id of them */
export function workerEvent(
  system: string,
  id: string,
  { type, worker, ...around }: WorkerNews,
): WorkerEvent {
  return {
    type,
    subject: `${system}:${id}`,
    ...present(around),
    worker: { system, id, fields: {}, ...worker },
  };
}

/**
 * The names of what changed, each once: ours where there is one, else the sender's. `undefined` where there are none,
 * since a sender that names nothing does not say what changed.
 */
export function changedNames(
  names: readonly string[],
  ours: (name: string) => string | undefined,
): readonly string[] | undefined {
  return names.length > 0 ? [...new Set(names.map((name) => ours(name) ?? name))] : undefined;
}

/** A change that may be more where the status changed, or where the sender does not say what did. */
export const changeOf = (
  changed: readonly string[] | undefined,
): Pick<WorkerNews, "type" | "mayBe" | "changed"> => ({
  type: "worker.changed",
  mayBe: !changed || changed.includes("status") ? STATUS_CHANGES : undefined,
  changed,
});
