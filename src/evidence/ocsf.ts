// Reads the audit trail after a given position as events of the Open Cybersecurity Schema Framework (OCSF). Source:
// github.com/ocsf/ocsf-schema 1.8.0
import { type Calls, calls } from "../governance/contract/index.ts";
import type { AuditLink } from "../ledger/audit-chain.ts";
import { readChain, readChains, streamLines } from "../ledger/audit-list.ts";
import { readLink } from "../ledger/people/texts.ts";
import { type Activity, AUDITS, isService } from "../policy/acts.ts";

const SCHEMA_VERSION = "1.8.0";
const PRODUCT = { name: "Reeve", vendor_name: "Reeve" };

/** The classes by number: 3004 for changes to Reeve's own objects, 6003 for calls, 0 for all other entries. */
const CLASS_NAMES = { 0: "Base Event", 3004: "Entity Management", 6003: "API Activity" } as const;

/** The activity ids of the event classes, by their names in the schema. */
const ACTIVITIES = {
  ...{ Unknown: 0, Create: 1, Read: 2, Update: 3, Delete: 4, Enable: 8, Disable: 9, Activate: 10 },
  ...{ Deactivate: 11, Suspend: 12, Resume: 13, Other: 99 },
} as const;
type CallActivity = keyof typeof ACTIVITIES;

const METHODS: Readonly<Record<string, CallActivity>> = { POST: "Create", GET: "Read", DELETE: "Delete" };

/** The types of objects that an entry can be about, if it is not about a call. */
type Entity =
  | ("Plan" | "Run" | "Automation" | "Batch" | "Event")
  | ("Inventory" | "Policy" | "Personal data" | "Alarm");

/**
 * The types of entries that become Entity Management, with their activities. `effect.…` becomes API Activity, and
 * all others become Base Events.
 */
export const MANAGED: Readonly<Record<string, Activity>> = {
  ...Object.fromEntries(AUDITS.map(([type, , activity]) => [type, activity])),
  "plan.made": "Create",
  "plan.failed": "Create",
  "plan.delayed": "Create",
  "plan.outdated": "Deactivate",
  "plan.unconfirmed": "Deactivate",
  "approval.expired": "Deactivate",
  "approval.aged": "Suspend",
  "run.scheduled": "Suspend",
  "run.paused": "Suspend",
  "run.held": "Suspend",
  "run.dried": "Deactivate",
  "run.replaced": "Deactivate",
  "ticket.created": "Update",
  "ticket.unknown_action": "Update",
  "follow_up.open": "Update",
  "policy.changed": "Update",
};

/** The type of object that an entry is about, by the first part of the entry's type. */
const ENTITIES: Readonly<Record<string, Entity>> = {
  ...{ plan: "Plan", approval: "Plan", run: "Run", ticket: "Run", follow_up: "Run", undo: "Event" },
  ...{ schedule: "Automation", pause: "Automation", dryrun: "Automation", agents: "Automation" },
  ...{ batch: "Batch", inventory: "Inventory", policy: "Policy", person: "Personal data", alarm: "Alarm" },
};

/**
 * Matches the audit types that record a failure. A type that matches neither this nor {@link OPEN} records a success.
 */
const FAILED = /\.(failed|delayed|refused|unseen|undelivered|planned|interrupted)$/;
/** Matches the audit types that record an open outcome. */
const OPEN = /\.(sending|unknown)$/;

/** OCSF's pattern for an email address. */
const EMAIL = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9.-]+$/;

/** An OCSF event as JSON. Receivers detect duplicates by its `metadata.uid`, `<desk>:<seq>`. */
export type OcsfEvent = Readonly<Record<string, unknown>> & { readonly time: number };

/** Converts an audit entry to an OCSF event. The entry can name a person who acted by email or by pseudonym. */
export function toOcsf({ desk, seq, at, type, runId, eventId, actor, detail, hash }: AuditLink): OcsfEvent {
  const text = (name: string): string | undefined => {
    const value = detail[name];
    return typeof value === "string" ? value : undefined;
  };
  const automation = text("automation");
  const [reason, code] = [text("reason"), text("code")];
  const isCall = type.startsWith("effect.");
  const managed = MANAGED[type];
  const operation = text("operation");
  const [classUid, activity]: readonly [keyof typeof CLASS_NAMES, CallActivity] = isCall
    ? [6003, METHODS[findMethod(operation)] ?? "Other"]
    : managed
      ? [3004, managed]
      : [0, "Other"];
  const status = OPEN.test(type) ? 0 : FAILED.test(type) ? 2 : 1;
  const correlation = runId ?? eventId;
  const about = {
    activity_id: ACTIVITIES[activity],
    activity_name: activity,
    category_uid: Math.floor(classUid / 1_000),
    class_name: CLASS_NAMES[classUid],
    class_uid: classUid,
    message: automation === undefined ? type : `${type}: ${automation}`,
    metadata: {
      version: SCHEMA_VERSION,
      product: PRODUCT,
      uid: `${desk}:${seq}`,
      sequence: seq,
      event_code: type,
      log_name: desk,
      original_event_uid: hash,
      ...(correlation !== null && { correlation_uid: correlation }),
    },
    severity_id: status === 2 || type === "effect.unknown" ? 3 : 1,
    status_id: status,
    ...(code !== undefined && { status_code: code }),
    ...(reason !== undefined && { status_detail: reason }),
    time: at,
    type_uid: classUid * 100 + ACTIVITIES[activity],
    unmapped: { run: runId, event: eventId, detail },
  };
  const by = { actor: toActor(actor) };
  if (isCall)
    return {
      ...about,
      ...by,
      api: {
        operation: operation ?? "unknown",
        service: { name: "identity governance API" },
        ...(runId !== null && { request: { uid: `${runId}:${String(detail["effect"] ?? "")}` } }),
        ...(code !== undefined && { response: { error: code } }),
      },
      resources: Object.entries(Object(detail["path"])).map(([of, uid]) => ({ type: of, uid: String(uid) })),
      src_endpoint: { name: desk, svc_name: "reeve" },
    };
  const entity = ENTITIES[type.split(".")[0] ?? ""];
  if (!managed || !entity) return { ...about, unmapped: { ...about.unmapped, actor } };
  const ofRun = (uid: string | null) => ({ name: automation ?? "run", ...(uid && { uid }) });
  const named: Readonly<Record<Entity, { readonly name: string; readonly uid?: string }>> = {
    Plan: ofRun(text("hash") ?? runId),
    Run: ofRun(runId),
    Event: ofRun(eventId),
    Automation: { name: automation ?? "everything" },
    Batch: { name: text("decision") ?? "batch", uid: text("batch") ?? "" },
    Inventory: { name: "inventory" },
    Policy: { name: "default approvals" },
    "Personal data": { name: text("for") ?? "person" },
    Alarm: { name: text("alarm") ?? "alarm" },
  };
  return {
    ...about,
    ...by,
    ...(reason !== undefined && { comment: reason }),
    entity: { type_id: 99, type: entity, ...named[entity] },
  };
}

const findMethod = (operation: string | undefined): string =>
  operation !== undefined && Object.hasOwn(calls, operation) ? calls[operation as keyof Calls].method : "";

/** Returns the actor of an OCSF event: a person, by email or pseudonym, or a program. */
function toActor(actor: string | null): object {
  if (actor === null || actor === "reeve" || isService(actor)) return { app_name: actor ?? "reeve" };
  if (actor.startsWith("per_")) return { user: { uid: actor } };
  return { user: { name: actor, ...(EMAIL.test(actor) && { email_addr: actor }) } };
}

/** The last `seq` of each desk that a client has read. A desk that is missing has not been read yet. */
export type TrailPosition = ReadonlyMap<string, number>;

/** Formats a position: `desk-0:120,desk-1:7`. */
export const formatPosition = (position: TrailPosition): string =>
  Array.from(position, ([desk, seq]) => `${desk}:${seq}`).join();

/** Parses the text of {@link formatPosition}. Empty text means the beginning of the trail. */
export const parsePosition = (text: string): TrailPosition =>
  new Map(Array.from(text.matchAll(/([^:,]{1,99}):(\d+)/g), ([, desk = "", seq]) => [desk, Number(seq)]));

/** Maximum number of events in one response: a longer response would need more D1 reads than one request can make. */
const MAX_PULLED = 100_000;

/**
 * Reads the events after a position as NDJSON, by desk and `seq`. Erased texts are replaced by "erased".
 * @returns the stream, and the position of its last events, for the next request
 */
export async function pullOcsf(db: D1Database, after: TrailPosition) {
  let left = MAX_PULLED;
  const parts = (await readChains(db)).flatMap(({ desk, seq }) => {
    const first = (after.get(desk) ?? 0) + 1;
    const last = Math.min(seq, first + left - 1);
    left -= Math.max(0, last - first + 1);
    return last < first ? [] : { desk, first, last };
  });
  async function* all() {
    for (const { desk, first, last } of parts)
      for await (const opened of readChain(db, desk, first, last))
        yield opened.map((one) => toOcsf(readLink(one)));
  }
  const next = new Map([...after, ...parts.map(({ desk, last }) => [desk, last] as const)]);
  return { stream: await streamLines(all(), JSON.stringify), next };
}
