// Reads the audit events of paper secrets, which the service lists as OCSF objects.
import ipaddr from "ipaddr.js";
import * as z from "zod";
import type { AuditEvent } from "./contract/audit-events.ts";

const Text = z.string().trim().min(1).max(200).nullish().catch(null);

/** The latest `Date` (ECMA-262, time values), in Unix milliseconds. */
const LAST_MOMENT = 8.64e15;

/** The properties of an OCSF event that Reeve reads; `time` is in Unix milliseconds. Source: schema.ocsf.io */
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

/**
 * An activity in a vault: its id, name and time, the person and the network. Absent properties are `null`.
 *
 * @example
 * export const isNight = ({ at }: VaultEvent): boolean => at !== null && new Date(at).getUTCHours() < 5;
 */
export type VaultEvent = Readonly<ReturnType<typeof parseVaultEvent>>;

/**
 * Reads an audit event of paper secrets. Absent and malformed properties become `null`.
 *
 * @example
 * export const listPeople = async (vaultId: string, { governance }: Context) => {
 *   const { list } = await governance.call(searchAuditEvents, { body: { vaultId } });
 *   return list.map((event) => parseVaultEvent(event).person);
 * };
 */
export function parseVaultEvent(event: AuditEvent) {
  const { time, activity_name, metadata, actor, src_endpoint } = OcsfEvent.parse(event);
  const user = actor?.user;
  const ip = src_endpoint?.ip;
  return {
    /** The time of the activity, in Unix milliseconds. */
    at: time ?? null,
    /** The person's email in lower case, or else the user id. */
    person: user?.email_addr?.toLowerCase() ?? user?.uid ?? null,
    /** The network from which the person acted: an IPv4 address, or the `/64` of an IPv6 address. */
    address: ip ? readNetwork(ip) : null,
    /** The service's name for the activity, such as "Read". */
    activity: activity_name ?? null,
    id: metadata?.uid ?? null,
  };
}

/**
 * Returns the network of an IP address: an IPv4 address itself, even if it is mapped into IPv6, or the `/64` of an IPv6
 * address. Devices change the other half of their IPv6 addresses (RFC 8981). Returns `null` for any other text, and for
 * an address with a zone, which is valid on one machine only.
 */
function readNetwork(text: string): string | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  if (!ipaddr.IPv6.isValid(text) || text.includes("%")) return null;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${text}/64`).toString()}/64`;
}
