// Checks what a new campaign names: its date, policy, owners and scope.
import type { CreateCampaignBody, ScopeV2 } from "../../../governance/contract/campaigns.ts";
import { invalidMember } from "../errors.ts";
import { requireOfApp, requireUser } from "../resources.ts";

/** @throws TenantError 400 for a completion date that has come */
export function checkCompletionDate(body: CreateCampaignBody, now: Date): void {
  if (body.completionDate && Date.parse(body.completionDate) <= now.getTime())
    throw invalidMember("completionDate", "must lie in the future");
}

/** @throws TenantError 404 for an unknown owner, 400 for a DELETED one */
export function checkOwners(sql: SqlStorage, ownerIds: readonly string[]): void {
  ownerIds.forEach((id, n) => {
    if (requireUser(sql, id).status === "DELETED")
      throw invalidMember(`ownerIds.${n}`, "is a deleted user, who cannot own a campaign");
  });
}

/**
 * @throws TenantError 400 for a range of grant dates that ends before it starts, 404 for unknown users and
 * entitlements
 */
export function checkScope(sql: SqlStorage, scope: ScopeV2 | undefined): void {
  const { startDate, endDate } = scope?.grantsByCriteria?.grantsAddedBetween ?? {};
  if (startDate && endDate && Date.parse(endDate) < Date.parse(startDate))
    throw invalidMember("scopeV2.grantsByCriteria.grantsAddedBetween.endDate", "lies before startDate");
  for (const id of scope?.selectedUsers?.userIds ?? []) requireUser(sql, id);
  for (const id of scope?.userCriteria?.managerUserIds ?? []) requireUser(sql, id);
  for (const { appId, id } of scope?.userCriteria?.groupAppEntitlementsRef ?? [])
    requireOfApp(sql, "app entitlement", appId, id);
}

/**
 * The vendor's SDK asks for an owner; the tenant does if the switch `ownersRequired` is on.
 * @throws TenantError 400 for a campaign without an owner
 */
export function requireOwner({ ownerIds, duplicateFrom }: CreateCampaignBody): void {
  if ((ownerIds ?? []).length === 0 && duplicateFrom === undefined)
    throw invalidMember("ownerIds", "names nobody; a campaign needs an owner");
}
