// Creates worker events, and reads worker notices: the JSON format for vendors that have no format of their own.
import * as z from "zod";
import { findTimeZone } from "../../base/days.ts";
import {
  type Person,
  WORKER_EVENTS,
  type WorkerEvent,
  type WorkerEventType,
  type WorkerFacts,
} from "../event.ts";
import type { Meaning, Source } from "../system.ts";
import { compact, Id, parseJson } from "./json.ts";
import { calendarDay, day, earlierDay, isoTime, NEVER, readFields, TIME_WORDS } from "./text.ts";
import { readFacts, readPerson } from "./worker-table.ts";

/** The types that an event about a change of status might turn out to have. */
export const STATUS_CHANGES = ["worker.hired", "worker.terminated", "worker.returned"] as const;

/** A change of a worker's status, for senders that do not report the new status. */
export const STATUS_CHANGED = { type: "worker.changed", changed: ["status"] } as const;

export interface WorkerChange {
  readonly type: WorkerEventType;
  readonly possibleTypes?: readonly WorkerEventType[] | undefined;
  readonly occurredAt?: string | undefined;
  readonly actor?: Person | undefined;
  /**
   * The day on which the change takes effect, or a moment in ISO 8601 on that day. For a termination, this is the last
   * day.
   */
  readonly effectiveOn?: string | undefined;
  readonly changed?: readonly string[] | undefined;
  /** True if a termination takes effect on receipt, whatever the last day. */
  readonly immediate?: true;
  /** The worker's facts. @default nothing: many senders send only the id */
  readonly worker?: WorkerFacts;
}

/**
 * Makes an event about a worker, for HR systems.
 *
 * @param id The worker's id in the system
 * @example
 * export const leaving = workerEvent("acme", "4711", {
 *   type: "worker.terminated",
 *   effectiveOn: "2027-06-30",
 *   worker: { email: "ada.marsh@example.com" },
 * });
 */
export function workerEvent(
  system: string,
  id: string,
  { type, worker, effectiveOn, ...around }: WorkerChange,
): WorkerEvent {
  const ends = type === "worker.terminated";
  const lastDay = ends ? earlierDay(effectiveOn, worker?.lastDay) : worker?.lastDay;
  return {
    type,
    subject: `${system}:${id}`,
    ...compact({ ...around, effectiveOn: ends ? undefined : effectiveOn }),
    worker: { system, id, fields: {}, ...worker, ...compact({ lastDay }) },
  };
}

export const findChange = (
  changed: readonly string[] | undefined,
): Pick<WorkerChange, "type" | "possibleTypes" | "changed"> => ({
  type: "worker.changed",
  possibleTypes:
    !changed || ["status", "lastDay"].some((name) => changed.includes(name)) ? STATUS_CHANGES : undefined,
  changed,
});

/** Text or a number from a template, which is empty or `null` if there is no value: both are treated as absent. */
const Text = z.union([z.string(), z.number()]).nullish();

/** A day. An invalid day is rejected, because without a day the event would take effect immediately. */
const Day = z
  .string()
  .refine((text) => calendarDay(text) === text, "expected a day, YYYY-MM-DD")
  .meta({ format: "date" })
  .nullish();

/** A time with an offset. Without an offset, its time zone would be a guess. */
const Time = z
  .string()
  .refine(
    (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
    "expected a time with an offset",
  )
  .meta({ format: "date-time" })
  .nullish();

/** A time zone. An invalid zone is rejected, because the employment might otherwise end hours early or late. */
const Zone = z
  .string()
  .refine(
    (text) => text === "" || findTimeZone(text) !== null,
    "expected a time zone, such as Europe/Berlin or W. Europe Standard Time",
  )
  .nullish();

const PersonNotice = z.object({ id: Text, name: Text, email: Text });

/**
 * The body for HR systems that have no format of their own for webhooks. Published as
 * docs/reference/worker-notice.schema.json.
 */
export const WorkerNotice = z.object({
  id: Id.describe("The event's own id, which retries must keep: a second event with the same id is ignored."),
  type: z.enum(WORKER_EVENTS).describe("The type of change."),
  effectiveOn: Day.describe(
    "The day on which the change takes effect; for `worker.terminated`, the termination date. Without this day, the change is already in effect.",
  ),
  occurredAt: Text.describe(`When the change was entered: ${TIME_WORDS}.`),
  actor: PersonNotice.nullish().describe("The person who entered the change."),
  worker: z
    .looseObject({
      id: Id.describe("The system's own id for the worker; in Workday, the WID."),
      email: Text.describe("Work email."),
      name: Text,
      department: Text,
      jobTitle: Text,
      manager: PersonNotice.nullish(),
      lastDay: Day.describe(
        "The last day worked, if it is not the termination date. The earlier day applies.",
      ),
      leavesAt: Time.describe(
        "The exact end of the employment, in ISO 8601 with an offset, if the system knows it.",
      ),
      timeZone: Zone.describe(
        "The worker's time zone: an IANA name, such as Europe/Berlin, or a common Windows name.",
      ),
    })
    .describe("The worker after the change. Other properties are stored as fields, by their names."),
  previous: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe("The earlier values of only those properties of `worker` that changed."),
});

const NOTICE = {
  email: "email",
  name: "name",
  department: "department",
  jobTitle: "jobTitle",
  manager: { id: "manager.id", name: "manager.name", email: "manager.email" },
};
/** The properties of a notice's `worker` that a worker event has too, so that they are not also stored in `fields`. */
const NAMED = new Set(["id", ...Object.keys(NOTICE), "lastDay", "leavesAt", "timeZone"]);

/**
 * Returns a worker's event without placeholder days, so that a change on such a day is treated as already in effect.
 * Returns a reason to ignore a termination whose last day means "never", unless it has a `leavesAt`.
 */
export function withRealDay(event: WorkerEvent): Meaning {
  const { effectiveOn, worker, ...rest } = event;
  const { lastDay, ...others } = worker;
  if (event.type === "worker.terminated" && lastDay !== undefined && lastDay >= NEVER && !others.leavesAt)
    return { ignored: `the last day: ${lastDay} means "never", so the worker stays` };
  return {
    ...rest,
    ...(day(effectiveOn) && { effectiveOn }),
    worker: { ...others, ...(day(lastDay) && { lastDay }) },
  };
}

function readWorkerNotice(system: string, notice: z.infer<typeof WorkerNotice>): Meaning {
  const { type, worker } = notice;
  const previous = notice.previous ?? {};
  const changed = Object.keys(previous);
  const before = Object.entries(readFields(previous)).map(([name, value]) => [`previous.${name}`, value]);
  const event = workerEvent(system, worker.id, {
    type,
    occurredAt: isoTime(notice.occurredAt),
    actor: readPerson({ id: "actor.id", name: "actor.name", email: "actor.email" }, notice),
    effectiveOn: notice.effectiveOn ?? undefined,
    changed: changed.length > 0 ? changed : undefined,
    worker: {
      ...readFacts(NOTICE, worker),
      ...compact({
        lastDay: worker.lastDay ?? undefined,
        leavesAt: isoTime(worker.leavesAt),
        timeZone: worker.timeZone ?? undefined,
      }),
      fields: { ...readFields(worker, NAMED), ...Object.fromEntries(before) },
    },
  });
  return withRealDay(event);
}

/** Makes the `parse` function of a source that sends worker notices. */
export const parseWorkerNotice = (system: string): Source["parse"] =>
  parseJson(WorkerNotice, (notice) => ({ id: notice.id, event: readWorkerNotice(system, notice) }));
