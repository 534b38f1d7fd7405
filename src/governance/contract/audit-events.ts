// The operation that lists audit events of paper secrets.
import * as z from "zod";
import { defineOperation } from "./operation.ts";
import { Id, Name, NextPageToken, PageSize, PageToken, pageRows } from "./primitives.ts";

/** An audit event of paper secrets. The specification shows no properties; the service returns OCSF events. */
export const AuditEvent = z.looseObject({});
export type AuditEvent = z.infer<typeof AuditEvent>;

/**
 * The filters of a search for audit events of paper secrets. An event must match all of them.
 *
 * @example
 * export const filter: SearchAuditEventsBody = { vaultId: "vault_payroll", actorEmail: "ada.marsh@example.com" };
 */
export const SearchAuditEventsBody = z.object({
  actorEmail: Name.optional().describe("part of the actor's email; case is ignored"),
  actorUserId: Id.optional(),
  clientIp: Name.optional().describe("the exact address"),
  vaultId: Id.optional(),
  pageSize: PageSize.optional(),
  pageToken: PageToken.optional(),
});
export type SearchAuditEventsBody = z.output<typeof SearchAuditEventsBody>;

/**
 * Searches audit events of paper secrets.
 *
 * @example
 * export const readEvents = ({ governance }: Context, vaultId: string) =>
 *   Array.fromAsync(governance.items(searchAuditEvents, { body: { vaultId } }));
 */
export const searchAuditEvents = defineOperation({
  id: "searchAuditEvents",
  method: "POST",
  path: "/api/v1/search/secrets-admin/audit_events",
  effect: "read",
  summary: "Search audit events of paper secrets by vault, actor and client IP.",
  source: "identity-governance-api.md, Endpoints, 11. Search audit events (paper secrets)",
  body: SearchAuditEventsBody,
  response: z.looseObject({ list: pageRows(AuditEvent), nextPageToken: NextPageToken }),
});
