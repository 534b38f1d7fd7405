// Handles ownership of connectors, apps and accounts. Its sources are the users who own connectors, and the
// entitlements whose holders own apps and accounts.

import { canonicalJson } from "../../../base/hash.ts";
import { invalidMember, notFound, TenantError } from "../errors.ts";
import { requireAppUser, requireOfApp, requireResource, requireUser } from "../resources.ts";
import { dice } from "../seed/samples.ts";
import type { Switches } from "../switches/switches.ts";
import { toShown } from "../users.ts";
import type { Handler } from "../world.ts";

/**
 * Makes a user an owner of a connector in a role. A repeat returns the existing owner with the first `createdAt`, or is
 * rejected if the switch `refusedDuplicates` is on. A DELETED user is rejected with 400; a DISABLED user can be an
 * owner. Source: Endpoints, 3.
 */
export const createConnectorOwner: Handler<"createConnectorOwner"> = (
  { path, body },
  { sql, now, switches },
) => {
  const { app_id: appId, connector_id: connectorId, role_slug: roleSlug, user_ref_id: userId } = path;
  sameAsPath("userRef.id", body.userRef?.id, userId);
  requireOfApp(sql, "connector", appId, connectorId);
  const { user, status } = requireUser(sql, userId);
  if (status === "DELETED")
    throw invalidMember("userRef.id", "is a deleted user, who cannot own a connector");
  const members = { appId, connectorId, roleSlug, userId };
  const refusal = switches.failingRefusals ? "internal" : "already_exists";
  if (switches.refusedDuplicates && hasOwner(sql, "connectorOwners", members))
    throw new TenantError(refusal, "This owner already exists.");
  const createdAt = addOwner(sql, "connectorOwners", members, now().toISOString());
  return { connectorOwnerUser: { appId, connectorId, roleSlug, user: toShown(user, switches), createdAt } };
};

/**
 * Removes an entitlement from an app's ownership sources for a role: its holders then no longer own the app through it.
 * Responds with 404 if the entitlement is not one of the sources. Source: Endpoints, 4.
 */
export const deleteAppEntitlementOwner: Handler<"deleteAppEntitlementOwner"> = ({ path, body }, { sql }) => {
  const { app_id: appId, role_slug: roleSlug } = path;
  const entitlement = entitlementInPath(path, body.appEntitlementRef);
  requireResource(sql, "app", appId);
  requireOfApp(sql, "app entitlement", entitlement.entitlementAppId, entitlement.entitlementId);
  if (!removeOwner(sql, "appEntitlementOwners", { appId, roleSlug, ...entitlement }))
    throw notFound("entitlement ownership source", `${roleSlug}/${entitlement.entitlementId}`);
  return {};
};

/**
 * Removes an entitlement from an account's ownership sources for a role: its holders then no longer own the account
 * through it. Responds with 404 if the entitlement is not one of the sources. Source: Endpoints, 5.
 */
export const deleteAppUserEntitlementOwner: Handler<"deleteAppUserEntitlementOwner"> = (
  { path, body },
  { sql },
) => {
  const { app_id: appId, user_id: userId, role_slug: roleSlug } = path;
  const entitlement = entitlementInPath(path, body.appEntitlementRef);
  const appUserId = requireAppUser(sql, appId, userId);
  requireOfApp(sql, "app entitlement", entitlement.entitlementAppId, entitlement.entitlementId);
  if (!removeOwner(sql, "appUserEntitlementOwners", { appId, appUserId, roleSlug, ...entitlement }))
    throw notFound("entitlement ownership source", `${roleSlug}/${entitlement.entitlementId}`);
  return {};
};

/** Reads the entitlement in the path. @throws TenantError 400 if a reference in the body contradicts the path */
function entitlementInPath(
  path: { readonly app_entitlement_ref_app_id: string; readonly app_entitlement_ref_id: string },
  inBody: { readonly appId?: string | undefined; readonly id?: string | undefined } | null | undefined,
) {
  const { app_entitlement_ref_app_id: entitlementAppId, app_entitlement_ref_id: entitlementId } = path;
  sameAsPath("appEntitlementRef.appId", inBody?.appId, entitlementAppId);
  sameAsPath("appEntitlementRef.id", inBody?.id, entitlementId);
  return { entitlementAppId, entitlementId };
}

/**
 * Checks that a property of the body, unless it is absent, equals its value in the path.
 * @throws TenantError 400 if the values differ
 */
function sameAsPath(field: string, given: string | undefined, inPath: string): void {
  if (given !== undefined && given !== inPath) throw invalidMember(field, "differs from the path");
}

type Members<Name extends string> = { readonly [Member in Name]: string };
type ByEntitlement = Members<"appId" | "roleSlug" | "entitlementAppId" | "entitlementId">;

/**
 * The properties that identify an ownership source, by its kind, which is the name of its list in `/_control/owners`.
 */
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

const hasOwner = <K extends Kind>(sql: SqlStorage, kind: K, members: Ownership[K]): boolean =>
  sql.exec("SELECT 1 FROM owners WHERE kind = ? AND members = ?", kind, canonicalJson(members)).toArray()
    .length > 0;

/** Removes an ownership source. @returns false if it did not exist */
export const removeOwner = <K extends Kind>(sql: SqlStorage, kind: K, members: Ownership[K]): boolean =>
  sql.exec("DELETE FROM owners WHERE kind = ? AND members = ?", kind, canonicalJson(members)).rowsWritten > 0;

/**
 * Lists all ownership sources by kind, newest first. Each connector owner has `shownAt`, the time from which the
 * service would show the owner. The switch `slowOwners` delays this time.
 */
export function listOwners(sql: SqlStorage, { slowOwners }: Switches) {
  const list = (kind: Kind) =>
    sql
      .exec<{ members: string; created_at: string }>(
        "SELECT members, created_at FROM owners WHERE kind = ? ORDER BY created_at DESC, members",
        kind,
      )
      .toArray()
      .map(({ members, created_at: createdAt }) => ({ ...JSON.parse(members), createdAt }));
  const delayMs = (createdAt: string) => (slowOwners ? 45_000 + dice(createdAt).below(105_000) : 0);
  return {
    connectorOwners: list("connectorOwners").map((owner) => ({
      ...owner,
      shownAt: new Date(Date.parse(owner.createdAt) + delayMs(owner.createdAt)).toISOString(),
    })),
    appEntitlementOwners: list("appEntitlementOwners"),
    appUserEntitlementOwners: list("appUserEntitlementOwners"),
  } satisfies Record<Kind, unknown>;
}
