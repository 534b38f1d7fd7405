// Checks the scope of a campaign. The tenant does not evaluate scopes.
import { parse } from "@marcbachmann/cel-js";
import type { ScopeV2 } from "../../governance/contract/campaigns.ts";
import { invalidMember } from "./errors.ts";
import { requireOfApp, requireUser } from "./resources.ts";

/**
 * Checks a scope.
 * @throws TenantError 400 for a range of grant dates that ends before it starts, an invalid duration, or CEL that does
 * not parse; 404 for an unknown user or entitlement
 */
export function checkScope(sql: SqlStorage, scope: ScopeV2 | undefined): void {
  const { startDate, endDate } = scope?.grantsByCriteria?.grantsAddedBetween ?? {};
  if (startDate && endDate && Date.parse(endDate) < Date.parse(startDate))
    throw invalidMember("scopeV2.grantsByCriteria.grantsAddedBetween.endDate", "lies before startDate");
  for (const id of scope?.selectedUsers?.userIds ?? []) requireUser(sql, id);
  for (const id of scope?.userCriteria?.managerUserIds ?? []) requireUser(sql, id);
  for (const { appId, id } of scope?.userCriteria?.groupAppEntitlementsRef ?? [])
    requireOfApp(sql, "app entitlement", appId, id);
  for (const member of ["daysSinceAdded", "daysSinceLastUsed", "daysSinceReviewed"] as const)
    if (!/^(\d+(\.\d+)?s)?$/.test(scope?.grantsByCriteria?.[member] ?? ""))
      throw invalidMember(`scopeV2.grantsByCriteria.${member}`, "is not a duration, such as 7776000s");
  for (const member of ["celExpression", "accountCelExpression"] as const)
    if (scope?.[member]) requireCel(member, scope[member].expression ?? "");
}

function requireCel(member: string, expression: string): void {
  try {
    parse(expression);
  } catch (error) {
    const [reason] = String(error).split("\n");
    throw invalidMember(`scopeV2.${member}.expression`, `does not parse as CEL: ${reason}`);
  }
}
