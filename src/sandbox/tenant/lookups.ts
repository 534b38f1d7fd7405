// Reads single rows, and answers 404 where there is none.
import type { User } from "../../governance/contract/users.ts";
import { notFound } from "./errors.ts";

/** What is on record has an id, which answers may leave out. */
export type OnRecord<Thing> = Thing & { readonly id: string };

type Row = Record<string, SqlStorageValue>;

/** The first row, if there is one. */
export const first = <R extends Row>(cursor: SqlStorageCursor<R>): R | undefined => cursor.toArray()[0];

/** The object a `json` column holds. What the tenant wrote itself is trusted to have its shape. */
export const readJsonRow = <Value>(row: { readonly json: string }): Value => JSON.parse(row.json);

/** @throws TenantError 404 */
export function requireApp(sql: SqlStorage, appId: string): void {
  if (!first(sql.exec("SELECT 1 FROM apps WHERE id = ?", appId))) throw notFound("app", appId);
}

/** @throws TenantError 404 for an unknown app or connector, and for the connector of another app */
export function requireConnector(sql: SqlStorage, appId: string, connectorId: string): void {
  requireApp(sql, appId);
  if (!first(sql.exec("SELECT 1 FROM connectors WHERE id = ? AND app_id = ?", connectorId, appId)))
    throw notFound("connector", connectorId);
}

/** @throws TenantError 404 for an unknown app or entitlement */
export function requireEntitlement(sql: SqlStorage, appId: string, id: string): void {
  requireApp(sql, appId);
  if (!first(sql.exec("SELECT 1 FROM entitlements WHERE app_id = ? AND id = ?", appId, id)))
    throw notFound("app entitlement", id);
}

/**
 * The id of an app user: an account in an app. It is named by its own id, or by the id of the user who holds
 * it, of which an app has one account at most; the API text does not say which.
 * @throws TenantError 404 for an unknown app or app user
 */
export function requireAppUser(sql: SqlStorage, appId: string, accountOrUserId: string): string {
  requireApp(sql, appId);
  const account = first(
    sql.exec<{ id: string }>(
      "SELECT id FROM app_users WHERE app_id = ?1 AND id = ?2 UNION ALL SELECT id FROM app_users WHERE app_id = ?1 AND user_id = ?2",
      appId,
      accountOrUserId,
    ),
  );
  if (!account) throw notFound("app user", accountOrUserId);
  return account.id;
}

/** A user as on record, deleted ones too. @throws TenantError 404 */
export function requireUser(
  sql: SqlStorage,
  id: string,
): { readonly user: OnRecord<User>; readonly status: string } {
  const row = first(
    sql.exec<{ json: string; status: string }>("SELECT json, status FROM users WHERE id = ?", id),
  );
  if (!row) throw notFound("user", id);
  return { user: readJsonRow(row), status: row.status };
}
