import { networkOf } from "../base/network.ts";
import type { AuditEvent } from "./contract/audit-events.ts";

/** Who did what, from where and when, as far as an audit event says so in a way that can be read. */
export interface AuditFacts {
  /** Unix milliseconds. */
  readonly at: number | null;
  /** An email or an id. */
  readonly actor: string | null;
  /** An IPv4 address, or the `/64` of an IPv6 address. */
  readonly address: string | null;
  /** What was done, as the service calls it. */
  readonly action: string | null;
}

/** Names that members of an event may have: the API shows none. First those of the search's own filters. */
const ACTORS = ["actorEmail", "actorUserId", "actor", "userEmail", "userId", "user"];
const ADDRESSES = ["clientIp", "ipAddress", "ip", "sourceIp", "remoteAddress"];
const ACTIONS = ["eventType", "action", "eventName", "operation", "type"];
/** Of an actor that is an object. */
const PARTS = ["email", "id"];

/** What passes as an actor or an action. Other texts of an event, a secret among them, are never taken for one. */
const EMAIL_OR_ID = /^[\w.+-]{1,80}(?:@[\w.-]{1,80})?$/;
const ACTION = /^[A-Za-z][A-Za-z_.:-]{0,60}$/;

/** Reads an audit event leniently; what can't be read is `null`. */
export function auditFacts(event: AuditEvent): AuditFacts {
  const at = timeOf(event);
  return {
    at: at && Date.parse(at.text),
    actor: textOf(event, ACTORS, EMAIL_OR_ID),
    address: firstOf(event, ADDRESSES, (value) =>
      typeof value === "string" ? networkOf(value.trim()) : null,
    ),
    action: textOf(event, ACTIONS, ACTION),
  };
}

/** When an event was: the first of its members that looks like a time, as the API documents times. */
export function timeOf(event: AuditEvent): { readonly name: string; readonly text: string } | null {
  for (const [name, value] of Object.entries(event))
    if (
      typeof value === "string" &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) &&
      !Number.isNaN(Date.parse(value))
    )
      return { name, text: value };
  return null;
}

/** A text of this shape; emails in lower case. */
function textOf(event: AuditEvent, names: readonly string[], shape: RegExp): string | null {
  return firstOf(event, names, (value) => {
    if (typeof value === "string")
      return shape.test(value) ? (value.includes("@") ? value.toLowerCase() : value) : null;
    if (typeof value !== "object" || value === null || names === PARTS) return null;
    return textOf(value as AuditEvent, PARTS, shape);
  });
}

function firstOf(
  event: AuditEvent,
  names: readonly string[],
  read: (value: unknown) => string | null,
): string | null {
  for (const name of names) {
    const found = read(event[name]);
    if (found !== null) return found;
  }
  return null;
}
