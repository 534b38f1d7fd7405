// Reads the audit events of paper secrets, which the service lists as OCSF objects.
import ipaddr from "ipaddr.js";
import * as z from "zod";
import type { AuditEvent } from "./contract/audit-events.ts";

const Text = z.string().trim().min(1).max(200).nullish().catch(null);

/** The latest `Date` (ECMA-262, time values), Unix milliseconds. */
const LAST_MOMENT = 8.64e15;

/** The members of an OCSF event that Reeve reads; `time` is Unix milliseconds. Source: schema.ocsf.io */
const OcsfEvent = z.object({
  time: z.int().positive().max(LAST_MOMENT).nullish().catch(null),
  activity_name: Text,
  metadata: z.object({ uid: Text }).nullish().catch(null),
  actor: z
    .object({ user: z.object({ email_addr: Text, uid: Text }).nullish().catch(null) })
    .nullish()
    .catch(null),
  src_endpoint: z.object({ ip: Text }).nullish().catch(null),
});

/** An act in a vault: person, time and address. Absent members are `null`. */
export type VaultEvent = Readonly<ReturnType<typeof parseVaultEvent>>;

export function parseVaultEvent(event: AuditEvent) {
  const { time, activity_name, metadata, actor, src_endpoint } = OcsfEvent.parse(event);
  const user = actor?.user;
  const ip = src_endpoint?.ip;
  return {
    /** Unix milliseconds. */
    at: time ?? null,
    /** The person's email in lower case, else their user id. */
    person: user?.email_addr?.toLowerCase() ?? user?.uid ?? null,
    /** An IPv4 address, or the `/64` of an IPv6 address. */
    address: ip ? readNetwork(ip) : null,
    /** The act, as the service calls it: "Read". */
    activity: activity_name ?? null,
    id: metadata?.uid ?? null,
  };
}

/**
 * The network of an address: an IPv4 address itself, or the `/64` of an IPv6 one, since devices change the rest of theirs
 * (RFC 8981). `null` for anything else, and for an address with a zone, which means something on one machine only.
 */
function readNetwork(text: string): string | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  if (!ipaddr.IPv6.isValid(text) || text.includes("%")) return null;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${text}/64`).toString()}/64`;
}
