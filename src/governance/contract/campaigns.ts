// The operation that creates an access review campaign, and the shape of campaigns.
import * as z from "zod";
import { defineOperation } from "./operation.ts";
import { AppEntitlementRef } from "./owners.ts";
import {
  declareMembers,
  Expanded,
  flags,
  Id,
  Ids,
  LongText,
  MAX_LIST_LENGTH,
  Name,
  Names,
  ObjectPermissions,
  objects,
  Timestamp,
  textLists,
  texts,
  times,
} from "./primitives.ts";

const values = z.array(z.unknown()).max(MAX_LIST_LENGTH).optional();
const idLists = declareMembers(Ids);
const names = declareMembers(Name);
/** Lists of access profile ids: the service accepts at most 32 ids in a list. */
const profileLists = declareMembers(Ids.max(32));
/** A property that the vendor's SDK has and the specification does not. */
const extended = z.string().optional().meta({ "x-extension": true });

export const NotificationConfig = z.looseObject(flags("sendClose", "sendKickoff", "sendReminders"));

const UserCriteria = z.looseObject({
  groupAppEntitlementsRef: z.array(AppEntitlementRef).max(MAX_LIST_LENGTH).optional(),
  managerUserIds: Ids.optional(),
  ...objects("multiUserProfileAttributes"),
  userStatus: values,
});

/**
 * The scope of a campaign. A property without fields selects an option by being present. Some properties exclude each
 * other: see {@link ReviewScope}.
 */
export const ScopeV2 = z.looseObject({
  accountCelExpression: z.looseObject({ expression: LongText.optional() }).optional(),
  celExpression: z.looseObject({ expression: LongText.optional() }).optional(),
  accountCriteria: z
    .looseObject({
      accountTypes: values.describe("APP_USER_TYPE_…: USER, SERVICE_ACCOUNT or SYSTEM_ACCOUNT"),
      appUserStatuses: values.describe("APP_USER_STATUS_…: ENABLED, DISABLED or DELETED"),
      accountDomain: extended.describe("APP_USER_DOMAIN_…: EXTERNAL or TRUSTED"),
      ...flags("noAccountOwner"),
    })
    .optional(),
  ...objects("allAccessConflicts", "allAccounts", "allGrants", "allUsers", "appAccess", "resourceSelection"),
  ...objects("resourceTypeSelections", "scopeRoleSelection", "specificAccessConflicts", "specificResources"),
  ...objects("excludedResourceTypeSelections", "excludedSpecificResources"),
  appSelectionCriteria: z
    .looseObject(idLists("complianceFrameworkAttributeValueIds", "riskLevelAttributeValueIds"))
    .optional(),
  grantsByCriteria: z
    .looseObject({
      accessProfileFilter: z
        .looseObject({
          filterType: extended.describe(
            "ACCESS_PROFILE_FILTER_TYPE_…: INCLUDE_ALL, EXCLUDE_ALL, INCLUDE_SPECIFIC or EXCLUDE_SPECIFIC",
          ),
          ...profileLists("excludedAccessProfileIds", "includedAccessProfileIds"),
        })
        .optional(),
      ...names("daysSinceAdded", "daysSinceLastUsed", "daysSinceReviewed"),
      grantsAddedBetween: z.looseObject(times("startDate", "endDate")).optional(),
      sourceFilter: extended.describe("GRANT_SOURCE_FILTER_…: DIRECT or INHERITED"),
      typeFilter: extended.describe("GRANT_FILTER_TYPE_…: PERMANENT or TEMPORARY"),
    })
    .optional(),
  selectedUsers: z.looseObject({ userIds: Ids.optional() }).optional(),
  userCriteria: UserCriteria.optional(),
  principalTypeFilter: extended.describe(
    "PRINCIPAL_TYPE_FILTER_…: USERS (the default), RESOURCES or USERS_AND_RESOURCES",
  ),
});
export type ScopeV2 = z.infer<typeof ScopeV2>;

/**
 * Groups of scope properties that exclude each other, as the vendor's SDK documents them. The specification does not
 * mention them.
 */
const ONE_OF: readonly (readonly (keyof ScopeV2 & string)[])[] = [
  ["appAccess", "specificResources", "appSelectionCriteria", "resourceTypeSelections"],
  ["allUsers", "selectedUsers", "userCriteria", "celExpression"],
  ["allAccounts", "accountCriteria", "accountCelExpression"],
  ["allGrants", "grantsByCriteria"],
  ["allAccessConflicts", "specificAccessConflicts"],
];
const ONE_OF_GRANTS = ["daysSinceAdded", "daysSinceReviewed", "grantsAddedBetween"] as const;

/**
 * Returns the reason why a scope is invalid: properties that exclude each other, or that have no effect. Returns `null`
 * for a valid scope.
 */
export function faultInScope(scope: ScopeV2): string | null {
  const grants = scope.grantsByCriteria;
  const places = [
    ...ONE_OF.map((names) => ({ names, of: scope, at: "" })),
    { names: ONE_OF_GRANTS, of: grants ?? {}, at: "grantsByCriteria." },
  ];
  for (const { names, of, at } of places) {
    const given = names.filter((name) => ((of as Record<string, unknown>)[name] ?? null) !== null);
    const [first, second] = given;
    if (first !== undefined && second !== undefined)
      return `${at}${first} and ${at}${second} are mutually exclusive; set only one of them`;
  }
  const filter = scope.grantsByCriteria?.accessProfileFilter ?? {};
  for (const [list, type] of PROFILE_LISTS)
    if (filter[list]?.length && filter.filterType !== type)
      return `grantsByCriteria.accessProfileFilter.${list} has an effect only with the filterType ${type}`;
  return null;
}

const PROFILE_LISTS = [
  ["includedAccessProfileIds", "ACCESS_PROFILE_FILTER_TYPE_INCLUDE_SPECIFIC"],
  ["excludedAccessProfileIds", "ACCESS_PROFILE_FILTER_TYPE_EXCLUDE_SPECIFIC"],
] as const;

/**
 * The types of scopes, with the properties that determine them. If a scope contains properties of several types, the
 * first of these types applies. A scope without any of these properties has the type `BY_ENTITLEMENTS`.
 */
const SCOPE_TYPES: readonly (readonly [type: string, members: readonly (keyof ScopeV2 & string)[]])[] = [
  ["BY_ACCESS_CONFLICTS", ["allAccessConflicts", "specificAccessConflicts"]],
  ["BY_RESOURCE", ["resourceSelection", "scopeRoleSelection"]],
  ["BY_ENTITLEMENTS", ["appAccess", "specificResources", "appSelectionCriteria", "resourceTypeSelections"]],
  ["BY_USERS", ["allUsers", "selectedUsers", "userCriteria", "celExpression"]],
];

/** Returns the `scopeType` that fits a scope: with another type, the service might select nothing. */
export function findScopeType(scope: ScopeV2): string {
  const found = SCOPE_TYPES.find(([, members]) => members.some((member) => (scope[member] ?? null) !== null));
  return `ACCESS_REVIEW_SCOPE_TYPE_${found?.[0] ?? "BY_ENTITLEMENTS"}`;
}

/**
 * A scope in a request. Mutually exclusive properties are rejected, because the service's JSON (protobuf) accepts only
 * one property of a group. Lists of access profiles that have no effect are rejected, too.
 */
export const ReviewScope = ScopeV2.superRefine((scope, { addIssue }) => {
  const message = faultInScope(scope);
  if (message) addIssue(message);
});

/** A scope in a response. Its references can lack properties. */
const ShownScopeV2 = z.looseObject({
  ...ScopeV2.shape,
  userCriteria: UserCriteria.extend({
    groupAppEntitlementsRef: z.array(AppEntitlementRef.partial()).optional(),
  }).optional(),
});

const scopeType = extended.describe(
  "ACCESS_REVIEW_SCOPE_TYPE_…: BY_ENTITLEMENTS, BY_USERS, BY_ACCESS_CONFLICTS, BY_RESOURCE or BY_INHERITANCE",
);

const AccountScope = z.looseObject({ appUserStatuses: values, appUserTypes: values });

export const AccessReview = z.looseObject({
  ...texts("id", "displayName", "description", "policyId", "accessReviewTemplateId", "createdById"),
  ...texts("reviewInstructions"),
  scopingVersion: z.string().optional().describe("an integer in decimal digits"),
  state: extended.describe(
    "ACCESS_REVIEW_STATE_…: DRAFT, PREPARING, PENDING, STARTING, OPEN, REVIEW, CLOSED, DELETED or another state",
  ),
  defaultView: extended.describe("ACCESS_REVIEW_VIEW_TYPE_…: BY_APP, BY_USER, BY_RESOURCE or UNSTRUCTURED"),
  autoCloseDecision: extended.describe("CLOSE_DECISION_…: REVOKED, SKIP or NO_ACTION"),
  ...flags("autoCloseCampaign", "autoGenerateReport", "autoResolve", "autoStartCampaign"),
  ...flags("exemptCertifiedAccessConflicts", "hasAccuracySupport", "usePolicyOverride"),
  expectedTicketCount: z.int().optional(),
  ...objects("bindings"),
  campaignHealth: z.looseObject({ ...times("checkedAt"), phantomLockedCount: z.int().optional() }).optional(),
  campaignInsights: z.looseObject(texts("markdown")).optional(),
  columnConfig: z.looseObject({ columns: values }).optional(),
  notificationConfig: NotificationConfig.optional(),
  reviewerAttributeConfig: z
    .looseObject({ bindings: z.array(z.looseObject(texts("appId", "attributeKey"))).optional() })
    .optional(),
  signatureConfig: z
    .looseObject({
      ...texts("meaningOfSignature", "stepUpProviderId", "tspUrl"),
      ...flags("requireSignature"),
    })
    .optional(),
  singleApp: z.looseObject(texts("appId")).optional(),
  multiApp: z.looseObject(objects("appEntitlementDetails", "appEntitlements")).optional(),
  scope: AccountScope.optional(),
  exclusionScope: AccountScope.optional(),
  inclusionScope: AccountScope.extend({
    ...textLists("managerIds", "userIds"),
    ...objects("multiUserProfileAttributes"),
    ...flags("noAccountOwners"),
    userStatuses: values.describe(
      "USER_ENABLED, USER_DISABLED or USER_DELETED; `userCriteria.userStatus` omits the prefix `USER_`",
    ),
  }).optional(),
  scopeType,
  scopeV2: ShownScopeV2.optional(),
  ...times("completionDate", "scheduledStartDate", "startedAt", "closedAt", "connectorSourcesFrozenAt"),
  ...times("createdAt", "updatedAt"),
});
export type AccessReview = z.infer<typeof AccessReview>;

export const CreateCampaignBody = z.object({
  displayName: Name.optional(),
  description: LongText.optional(),
  completionDate: Timestamp.optional(),
  duplicateFrom: Id.optional().describe(
    "id of a campaign to copy; properties set here replace the copied ones",
  ),
  expandMask: z
    .object({ paths: Names.optional() })
    .optional()
    .describe("related objects to expand; the possible paths are not documented"),
  notificationConfig: NotificationConfig.optional(),
  ownerIds: Ids.optional().describe("the service requires at least one owner"),
  policyId: Id.optional(),
  scopeType,
  scopeV2: ReviewScope.optional(),
});
export type CreateCampaignBody = z.output<typeof CreateCampaignBody>;

/** A repeated call would create a second campaign, so a call that might have been carried out is never sent again. */
export const createCampaign = defineOperation({
  id: "createCampaign",
  method: "POST",
  path: "/api/v1/access_review",
  effect: "once",
  summary: "Create an access review campaign with a name, policy and owners.",
  source: "identity-governance-api.md, Endpoints, 10. Create access review campaign",
  body: CreateCampaignBody,
  response: z.looseObject({
    accessReview: z
      .looseObject({
        accessReview: AccessReview.optional(),
        ...texts("createdByUserPath", "policyPath"),
        objectPermissions: ObjectPermissions.optional(),
      })
      .optional(),
    expanded: z.array(Expanded).optional(),
  }),
});
