// Ownership sources: the users who own connectors, and the entitlements whose holders own apps and accounts.
import { canonicalJson } from "../../base/hash.ts";
import type { Switches } from "./switches/switches.ts";

type Members<Name extends string> = { readonly [Member in Name]: string };
type ByEntitlement = Members<"appId" | "roleSlug" | "entitlementAppId" | "entitlementId">;

/** The members that identify an ownership source, by its kind: the name of its list in `/_control/owners`. */
interface Ownership {
  readonly connectorOwners: Members<"appId" | "connectorId" | "roleSlug" | "userId">;
  readonly appEntitlementOwners: ByEntitlement;
  readonly appUserEntitlementOwners: ByEntitlement & Members<"appUserId">;
}
type Kind = keyof Ownership;

/** Adds an ownership source. @returns the time when it was first added */
export const addOwner = <K extends Kind>(
  sql: SqlStorage,
  kind: K,
  members: Ownership[K],
  createdAt: string,
): string =>
  sql
    .exec<{ created_at: string }>(
      `INSERT INTO owners (kind, members, created_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET created_at = created_at RETURNING created_at`,
      kind,
      canonicalJson(members),
      createdAt,
    )
    .one().created_at;

/** @returns false for none */
export const removeOwner = <K extends Kind>(sql: SqlStorage, kind: K, members: Ownership[K]): boolean =>
  sql.exec("DELETE FROM owners WHERE kind = ? AND members = ?", kind, canonicalJson(members)).rowsWritten > 0;

/** Every ownership source, newest first; connectors' owners show after the switches' lag. */
export function listOwners(sql: SqlStorage, { visibilityLagSeconds }: Switches, now: Date) {
  const shown = new Date(now.getTime() - visibilityLagSeconds * 1_000).toISOString();
  const list = (kind: Kind) =>
    sql
      .exec<{ members: string; created_at: string }>(
        `SELECT members, created_at FROM owners
         WHERE kind = ?1 AND (kind <> 'connectorOwners' OR created_at <= ?2) ORDER BY created_at DESC, members`,
        kind,
        shown,
      )
      .toArray()
      .map(({ members, created_at: createdAt }) => ({ ...JSON.parse(members), createdAt }));
  return {
    connectorOwners: list("connectorOwners"),
    appEntitlementOwners: list("appEntitlementOwners"),
    appUserEntitlementOwners: list("appUserEntitlementOwners"),
  } satisfies Record<Kind, unknown>;
}
