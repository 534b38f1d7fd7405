import ipaddr from "ipaddr.js";
import type { SearchAuditEventsBody } from "../../governance/contract/audit-events.ts";
import { readJsonRow } from "../lookups.ts";
import { paginate } from "../paging.ts";
import type { Handler } from "../world.ts";

type Row = { json: string; created_at: string; seq: number };

/** After every timestamp, so that the first page starts at the newest event. */
const END_OF_TIME = "9999";

/**
 * Audit events of paper secrets that pass every filter given, newest first; events of the same moment in the
 * reverse of the order they were recorded in. Emails are compared without letter case, addresses by what they
 * mean and not by how they are written.
 * Source: Endpoints, 11.
 */
export const searchAuditEvents: Handler<"searchAuditEvents"> = ({ body }, { sql }) => {
  const filters = columnFilters(body);
  const where = ["(created_at, seq) < (?, ?)", ...filters.map(([column]) => `${column} = ?`)].join(" AND ");
  const { rows, nextPageToken } = paginate(
    { operation: "searchAuditEvents", query: body, pageSize: body.pageSize, pageToken: body.pageToken },
    ([createdAt, seq] = [END_OF_TIME, 0], limit) =>
      sql
        .exec<Row>(
          `SELECT json, created_at, seq FROM audit_events WHERE ${where} ORDER BY created_at DESC, seq DESC LIMIT ?`,
          createdAt ?? END_OF_TIME,
          seq ?? 0,
          ...filters.map(([, value]) => value),
          limit,
        )
        .toArray(),
    ({ created_at, seq }) => [created_at, seq],
  );
  return { list: rows.map((row) => readJsonRow(row)), nextPageToken };
};

/** Puts events (`event`) on record as of a time (`at`): they are of any shape, and are found by the members that there are. */
export const INSERT_AUDIT_EVENTS = `
  INSERT INTO audit_events (created_at, vault_id, actor_user_id, actor_email, client_ip, json)
  SELECT value->>'$.at', value->>'$.event.vaultId', coalesce(value->>'$.event.actorUserId', ''),
         coalesce(value->>'$.event.actorEmail', ''), coalesce(value->>'$.event.clientIp', ''), value->'$.event'
  FROM json_each(?)`;

/** Columns and the values they must have; an empty string filters nothing. */
function columnFilters(body: SearchAuditEventsBody): (readonly [column: string, value: string])[] {
  return (
    [
      ["vault_id", body.vaultId],
      ["actor_user_id", body.actorUserId],
      ["actor_email", body.actorEmail?.toLowerCase()],
      ["client_ip", body.clientIp && canonicalIp(body.clientIp)],
    ] as const
  ).flatMap(([column, value]) => (value ? [[column, value] as const] : []));
}

/** An address as the events hold it: RFC 5952. What is no address stays as it is, and equals none. */
function canonicalIp(text: string): string {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;
}
