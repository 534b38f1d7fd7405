// Evaluates the scope of a campaign: which grants it selects.
import { Environment } from "@marcbachmann/cel-js";
import type { AccessReview } from "../../governance/contract/campaigns.ts";
import type { User } from "../../governance/contract/users.ts";
import { invalidMember } from "./errors.ts";
import { listResources } from "./resources.ts";

type Grant = Record<
  "appId" | "entitlementId" | "accountId" | "userId" | "addedAt" | "source" | "type",
  string
> &
  Record<"usedAt" | "reviewedAt", string | null>;

/** A user with what the tenant records beside it. */
type Subject = User & Record<"status" | "type" | "origin", string>;
type App = { readonly riskLevel: string; readonly frameworks: readonly string[] };
type Scope = NonNullable<AccessReview["scopeV2"]>;
/** A list that a member wants one of, if it has any, and the values there are. */
type Wanted = readonly [wanted: readonly unknown[] | undefined, values: readonly unknown[] | undefined];

export const listGrants = (sql: SqlStorage): Grant[] =>
  sql
    .exec<Grant>(
      `SELECT app_id AS appId, entitlement_id AS entitlementId, account_id AS accountId, user_id AS userId,
         added_at AS addedAt, used_at AS usedAt, reviewed_at AS reviewedAt, source, type
       FROM grants JOIN app_users USING (app_id) WHERE app_users.id = account_id
       ORDER BY app_id, entitlement_id, account_id`,
    )
    .toArray();

/**
 * The number of grants that every member of a scope selects. The tenant has no access conflicts and no access profiles, so
 * a scope of some has no grants. Members whose fields the API does not show narrow nothing.
 * @throws TenantError 400 for CEL that does not parse, and for a time that is no duration
 */
export function countGrants(sql: SqlStorage, scope: Scope, now: Date): number {
  const { selectedUsers, userCriteria, accountCriteria, appSelectionCriteria, grantsByCriteria } = scope;
  const { startDate, endDate } = grantsByCriteria?.grantsAddedBetween ?? {};
  const isSubject = condition("celExpression", scope.celExpression);
  const isAccount = condition("accountCelExpression", scope.accountCelExpression);
  const isAdded = longAgo("daysSinceAdded", grantsByCriteria?.daysSinceAdded, now);
  const isUsed = longAgo("daysSinceLastUsed", grantsByCriteria?.daysSinceLastUsed, now);
  const isReviewed = longAgo("daysSinceReviewed", grantsByCriteria?.daysSinceReviewed, now);
  if (scope.allAccessConflicts || scope.specificAccessConflicts) return 0;

  const grants = listGrants(sql);
  const apps = new Map(listResources<App>(sql, "app").map((app) => [app.id, app]));
  const subjects = listSubjects(sql);
  const name = ({ appId, id }: { appId?: string | undefined; id?: string | undefined }) => `${appId}/${id}`;
  const held = Map.groupBy(grants, ({ userId }) => userId);
  const selected = grants.filter((grant) => {
    const { appId, userId } = grant;
    const [app, subject] = [apps.get(appId), subjects.get(userId)];
    const account = toAccount(grant, subject);
    const addedAt = Date.parse(grant.addedAt);
    const wanted: readonly Wanted[] = [
      [userCriteria?.managerUserIds, subject?.managerIds],
      [userCriteria?.userStatus, [subject?.status]],
      [
        userCriteria?.groupAppEntitlementsRef?.map(name),
        held.get(userId)?.map(({ appId, entitlementId: id }) => name({ appId, id })),
      ],
      ...Object.entries(userCriteria?.multiUserProfileAttributes ?? {}).map(
        ([member, values]): Wanted => [
          [values].flat(),
          [subject?.[member] ?? subject?.profile?.[member]].flat(),
        ],
      ),
      [accountCriteria?.accountTypes, [account.type]],
      [accountCriteria?.appUserStatuses, [account.status]],
      [optional(accountCriteria?.accountDomain), [account.domain]],
      [appSelectionCriteria?.riskLevelAttributeValueIds, [app?.riskLevel]],
      [appSelectionCriteria?.complianceFrameworkAttributeValueIds, app?.frameworks],
      [grantsByCriteria?.accessProfileFilter?.includedAccessProfileIds, []],
      [optional(grantsByCriteria?.sourceFilter), [`GRANT_SOURCE_FILTER_${grant.source}`]],
      [optional(grantsByCriteria?.typeFilter), [`GRANT_FILTER_TYPE_${grant.type}`]],
    ];
    return (
      wanted.every(([list, values]) => !list?.length || values?.some((value) => list.includes(value))) &&
      (!selectedUsers || selectedUsers.userIds?.includes(userId) === true) &&
      !(accountCriteria?.noAccountOwner && subject) &&
      !(addedAt < Date.parse(startDate ?? "") || addedAt > Date.parse(endDate ?? "")) &&
      isAdded(grant.addedAt) &&
      isUsed(grant.usedAt) &&
      isReviewed(grant.reviewedAt) &&
      isSubject({ subject }) &&
      isAccount({ account })
    );
  });
  return selected.length;
}

const optional = (value: string | undefined) => (value ? [value] : []);

const listSubjects = (sql: SqlStorage): ReadonlyMap<string, Subject> =>
  new Map(
    sql
      .exec<Record<"id" | "json" | "status" | "type" | "origin", string>>(
        "SELECT id, json, status, type, origin FROM users WHERE id IN (SELECT user_id FROM app_users)",
      )
      .toArray()
      .map(({ id, json, ...kinds }) => [id, { ...JSON.parse(json), ...kinds }]),
  );

/** Types of accounts by those of users; all others are of `USER`. */
const ACCOUNT_TYPES: ReadonlyMap<string | undefined, string> = new Map([
  ["USER_TYPE_SYSTEM", "SYSTEM_ACCOUNT"],
  ["USER_TYPE_SERVICE", "SERVICE_ACCOUNT"],
  ["USER_TYPE_AGENT", "SERVICE_ACCOUNT"],
]);

function toAccount({ accountId: id, appId }: Grant, subject: Subject | undefined) {
  const isPartner = subject?.directoryIds?.includes("dir_partners");
  return {
    id,
    appId,
    type: `APP_USER_TYPE_${ACCOUNT_TYPES.get(subject?.type) ?? "USER"}`,
    status: `APP_USER_STATUS_${subject?.status ?? "ENABLED"}`,
    domain: `APP_USER_DOMAIN_${isPartner ? "EXTERNAL" : "TRUSTED"}`,
  };
}

/** A test for times at least so long ago, and for never. @param text A duration, in seconds as protobuf writes them */
function longAgo(member: string, text: string | undefined, now: Date): (time: string | null) => boolean {
  if (!text) return () => true;
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(text)?.[1];
  if (seconds === undefined)
    throw invalidMember(`scopeV2.grantsByCriteria.${member}`, "is not a duration, as 7776000s");
  return (time) => time === null || Date.parse(time) <= now.getTime() - Number(seconds) * 1_000;
}

/** The service's variables are not documented: any name parses, and one that is not there makes a condition false. */
const cel = new Environment({ unlistedVariablesAreDyn: true });

/** A test of variables by CEL; without any, all pass. @throws TenantError 400 if it does not parse */
function condition(
  member: string,
  of: { expression?: string | undefined } | undefined,
): (about: object) => boolean {
  if (!of) return () => true;
  const evaluate = parseCel(member, of.expression ?? "");
  return (variables) => {
    try {
      return evaluate(variables) === true;
    } catch {
      return false;
    }
  };
}

function parseCel(member: string, expression: string) {
  try {
    return cel.parse(expression);
  } catch (error) {
    const [reason] = String(error).split("\n");
    throw invalidMember(`scopeV2.${member}.expression`, `does not parse as CEL: ${reason}`);
  }
}
