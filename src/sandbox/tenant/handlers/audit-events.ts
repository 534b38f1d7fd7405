// Handles searches for audit events, and stores new events.
import ipaddr from "ipaddr.js";
import * as z from "zod";
import type { SearchAuditEventsBody } from "../../../governance/contract/audit-events.ts";
import { Id, Name } from "../../../governance/contract/primitives.ts";
import { paginate } from "../paging.ts";
import type { Handler } from "../world.ts";

type Row = { json: string; time: number; seq: number };

/** A time later than any other, so that the first page starts at the newest event. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/**
 * Lists the audit events of paper secrets that match all filters, newest first. Events at the same moment are in
 * reverse order of recording. The email filter matches any part of the actor's email, ignoring case. The IP address may
 * be spelled in any way, but that of the event must be in the format of RFC 5952. Source: Endpoints, 11.
 */
export const searchAuditEvents: Handler<"searchAuditEvents"> = ({ body }, { sql, switches }) => {
  const filters = columnFilters(body);
  const where = ["(time, seq) < (?, ?)", ...filters.map(([condition]) => condition)].join(" AND ");
  const values = filters.map(([, value]) => value);
  const page = `SELECT json, time, seq FROM audit_events WHERE ${where} ORDER BY time DESC, seq DESC LIMIT ?`;
  const { rows, nextPageToken } = paginate(
    "searchAuditEvents",
    body,
    ([time, seq] = [END_OF_TIME, 0], limit) =>
      sql.exec<Row>(page, time ?? END_OF_TIME, seq ?? 0, ...values, limit).toArray(),
    ({ time, seq }) => [time, seq],
    switches,
  );
  return { list: rows.map((row) => JSON.parse(row.json)), nextPageToken };
};

/**
 * An OCSF event that the tenant accepts: properties by which a search filters, and others. The first of its resources
 * is its vault.
 */
export const OcsfEvent = z.looseObject({
  time: z.int().positive(),
  actor: z
    .looseObject({ user: z.looseObject({ uid: Id.optional(), email_addr: Name.optional() }) })
    .optional(),
  src_endpoint: z.looseObject({ ip: Name.optional() }).optional(),
  resources: z.tuple([z.looseObject({ uid: Id, type: z.literal("Vault") })], z.looseObject({})),
});

export const INSERT_AUDIT_EVENTS = `
  INSERT INTO audit_events (time, vault_id, actor_user_id, actor_email, client_ip, json)
  SELECT value->>'$.time', value->>'$.resources[0].uid', coalesce(value->>'$.actor.user.uid', ''),
         lower(coalesce(value->>'$.actor.user.email_addr', '')), coalesce(value->>'$.src_endpoint.ip', ''), value
  FROM json_each(?)`;

/** Builds the conditions of a search, each with its value. Empty strings are ignored. */
function columnFilters(body: SearchAuditEventsBody): (readonly [condition: string, value: string])[] {
  return (
    [
      ["vault_id = ?", body.vaultId],
      ["actor_user_id = ?", body.actorUserId],
      ["instr(actor_email, ?) > 0", body.actorEmail?.toLowerCase()],
      ["client_ip = ?", body.clientIp && canonicalIp(body.clientIp)],
    ] as const
  ).flatMap(([condition, value]) => (value ? [[condition, value] as const] : []));
}

/** Converts an IP address to the format of the events (RFC 5952). Other text stays unchanged. */
function canonicalIp(text: string): string {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;
}
