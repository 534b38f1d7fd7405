// Handles campaigns: creates them from requests, checks their scopes (which the tenant does not evaluate), starts
// drafts, and computes their state at a given time.
import { parse } from "@marcbachmann/cel-js";
import { DAY_MS } from "../../../base/days.ts";
import type { AccessReview, CreateCampaignBody, ScopeV2 } from "../../../governance/contract/campaigns.ts";
import type { Expanded } from "../../../governance/contract/primitives.ts";
import { invalidMember, notFound, TenantError } from "../errors.ts";
import { requireOfApp, requireResource, requireUser } from "../resources.ts";
import { type OnRecord, readFirst } from "../rows.ts";
import type { Answer, Handler, World } from "../world.ts";

/**
 * Checks a scope.
 * @throws TenantError 400 for a range of grant dates that ends before it starts, an invalid duration, or CEL that does
 * not parse; 404 for an unknown user, app or entitlement
 */
export function checkScope(sql: SqlStorage, scope: ScopeV2 | undefined): void {
  const { startDate, endDate } = scope?.grantsByCriteria?.grantsAddedBetween ?? {};
  if (startDate && endDate && Date.parse(endDate) < Date.parse(startDate))
    throw invalidMember("scopeV2.grantsByCriteria.grantsAddedBetween.endDate", "is before startDate");
  for (const id of scope?.selectedUsers?.userIds ?? []) requireUser(sql, id);
  for (const id of scope?.userCriteria?.managerUserIds ?? []) requireUser(sql, id);
  for (const { appId, id } of scope?.userCriteria?.groupAppEntitlementsRef ?? [])
    requireOfApp(sql, "app entitlement", appId, id);
  for (const member of ["daysSinceAdded", "daysSinceLastUsed", "daysSinceReviewed"] as const)
    if (!/^(\d+(\.\d+)?s)?$/.test(scope?.grantsByCriteria?.[member] ?? ""))
      throw invalidMember(`scopeV2.grantsByCriteria.${member}`, "must be a duration, such as 7776000s");
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

/**
 * Creates a campaign; repeating the request creates another. `displayName` and `policyId` are required unless
 * `duplicateFrom` provides them. If the request omits `ownerIds` and the switch `ownersRequired` is off, a copy
 * keeps the original's owners, and the caller owns any other campaign. Source: Endpoints, 10.
 */
export const createCampaign: Handler<"createCampaign"> = ({ body }, world) => {
  const { sql, now, caller, switches } = world;
  const copied = body.duplicateFrom ? requireCampaign(sql, body.duplicateFrom) : undefined;
  const at = now();
  const review = compose(body, copied?.review, at, world);
  if (!review.displayName?.trim()) throw missing("displayName");
  if (!review.policyId) throw missing("policyId");
  if (body.completionDate && Date.parse(body.completionDate) <= at.getTime())
    throw invalidMember("completionDate", "must be in the future");
  const policy = requireResource<{ reviewers: string[] }>(sql, "policy", review.policyId);
  if (policy.reviewers.includes("deleted_group")) {
    const refusal = invalidMember("policyId", "has a step whose group was deleted");
    throw switches.failingRefusals ? new TenantError("internal", refusal.message) : refusal;
  }
  checkScope(sql, body.scopeV2);
  if (switches.ownersRequired && !body.ownerIds?.length)
    throw invalidMember("ownerIds", "is empty; a campaign needs an owner");
  if (body.ownerIds) checkOwners(sql, body.ownerIds, switches.ownerRoles);
  const ownerIds = body.ownerIds ?? copied?.ownerIds ?? (caller.userId ? [caller.userId] : []);
  const put = "INSERT INTO campaigns (id, owner_ids, json) VALUES (?, ?, ?)";
  sql.exec(put, review.id, JSON.stringify([...new Set(ownerIds)]), JSON.stringify(review));
  const creator = readFirst<object>(sql.exec("SELECT json FROM users WHERE id = ?", caller.userId));
  return answer(review, creator, policy, body.expandMask?.paths ?? []);
};

const missing = (field: string) =>
  invalidMember(field, "is required, unless duplicateFrom names a campaign to copy");

type Path = NonNullable<NonNullable<CreateCampaignBody["expandMask"]>["paths"]>[number];

/**
 * Makes the response. `createdByUserPath` and `policyPath` are "" if the mask omits the object, or if the object does
 * not exist.
 */
function answer(
  review: AccessReview,
  creator: object | undefined,
  policy: object,
  paths: readonly Path[],
): Answer<"createCampaign"> {
  const expanded: Expanded[] = [];
  const expand = (path: Path, type: string, object: object | undefined): string => {
    if (!object || !(paths.includes(path) || paths.includes("*"))) return "";
    return `$.expanded[${expanded.push({ "@type": type, ...object }) - 1}]`;
  };
  const createdByUserPath = expand("created_by_user_id", "User", creator);
  const policyPath = expand("policy_id", "Policy", policy);
  return {
    accessReview: {
      accessReview: review,
      createdByUserPath,
      // No operation of this API changes a campaign.
      objectPermissions: { delete: false, edit: false, read: true, extra: {} },
      policyPath,
    },
    expanded,
  };
}

/** Returns a campaign with the ids of its owners. @throws TenantError 404 if the campaign does not exist */
export function requireCampaign(sql: SqlStorage, id: string): { review: AccessReview; ownerIds: string[] } {
  const [row] = sql
    .exec<{ json: string; owner_ids: string }>("SELECT json, owner_ids FROM campaigns WHERE id = ?", id)
    .toArray();
  if (!row) throw notFound("campaign", id);
  return { review: JSON.parse(row.json), ownerIds: JSON.parse(row.owner_ids) };
}

/** Roles of users who can own a campaign if the switch `ownerRoles` is on: an owner needs at least one of them. */
const OWNER_ROLES: ReadonlySet<string> = new Set(["role_campaign_admin", "role_super_admin"]);

/**
 * Checks the owners of a campaign.
 * @param needsRole True if each owner needs one of the {@link OWNER_ROLES}
 * @throws TenantError 404 for an unknown owner, 400 for a DELETED owner or one who lacks a needed role
 */
function checkOwners(sql: SqlStorage, ownerIds: readonly string[], needsRole: boolean): void {
  ownerIds.forEach((id, n) => {
    const { status, user } = requireUser(sql, id);
    if (status === "DELETED")
      throw invalidMember(`ownerIds.${n}`, "is a deleted user, who cannot own a campaign");
    const lacks = "lacks the role Campaign Administrator or Super Administrator";
    if (needsRole && !user.roleIds?.some((role) => OWNER_ROLES.has(role)))
      throw invalidMember(`ownerIds.${n}`, lacks);
  });
}

/** Number of days from a campaign's creation to its completion date, if the request sets no completion date. */
const DEFAULT_CAMPAIGN_DAYS = 30;

/**
 * Builds the campaign that a request creates. Each property is taken from the request, else from the copied campaign,
 * else from a default. A property in the request replaces the copied one entirely. Id, creator, state, dates, automatic
 * start, ticket count, health and insights are never copied. The campaign has every field of an AccessReview except
 * `closedAt`. A draft also lacks `startedAt`, `scheduledStartDate` and `connectorSourcesFrozenAt`: {@link
 * startCampaign} adds them.
 */
function compose(
  body: CreateCampaignBody,
  copied: AccessReview | undefined,
  now: Date,
  { caller: { userId: createdById }, switches: { draftCampaigns: isDraft } }: World,
): OnRecord<AccessReview> {
  const at = now.toISOString();
  const scopeV2 = body.scopeV2 ?? copied?.scopeV2 ?? {};
  const {
    closedAt: _closed,
    startedAt: _started,
    scheduledStartDate: _scheduled,
    connectorSourcesFrozenAt: _frozen,
    ...kept
  }: AccessReview = copied ?? {};
  return {
    accessReviewTemplateId: "",
    reviewInstructions: "",
    autoCloseCampaign: false,
    autoCloseDecision: "CLOSE_DECISION_NO_ACTION",
    defaultView: "ACCESS_REVIEW_VIEW_TYPE_BY_USER",
    autoGenerateReport: false,
    autoResolve: false,
    exemptCertifiedAccessConflicts: false,
    hasAccuracySupport: false,
    usePolicyOverride: false,
    bindings: {},
    columnConfig: { columns: [] },
    reviewerAttributeConfig: { bindings: [] },
    signatureConfig: { meaningOfSignature: "", requireSignature: false, stepUpProviderId: "", tspUrl: "" },
    singleApp: { appId: "" },
    multiApp: { appEntitlementDetails: {}, appEntitlements: {} },
    exclusionScope: { appUserStatuses: [], appUserTypes: [] },
    ...kept,
    id: crypto.randomUUID(),
    createdById,
    displayName: body.displayName || copied?.displayName || "",
    description: body.description ?? copied?.description ?? "",
    policyId: body.policyId ?? copied?.policyId ?? "",
    notificationConfig: {
      sendClose: false,
      sendKickoff: false,
      sendReminders: false,
      ...(body.notificationConfig ?? copied?.notificationConfig),
    },
    scopingVersion: "2",
    scopeType: body.scopeType ?? copied?.scopeType ?? "ACCESS_REVIEW_SCOPE_TYPE_UNSPECIFIED",
    scopeV2,
    ...(body.scopeV2 || !copied ? earlierScopes(scopeV2) : {}),
    autoStartCampaign: !isDraft,
    expectedTicketCount: 0,
    campaignHealth: { checkedAt: at, phantomLockedCount: 0 },
    campaignInsights: { markdown: "" },
    completionDate: new Date(
      body.completionDate ?? now.getTime() + DEFAULT_CAMPAIGN_DAYS * DAY_MS,
    ).toISOString(),
    createdAt: at,
    updatedAt: at,
    ...(isDraft ? { state: DRAFT } : startedAt(at)),
  };
}

/** Derives `scope` and `inclusionScope`, the predecessors of scopeV2, for the same selection. */
function earlierScopes({
  accountCriteria,
  selectedUsers,
  userCriteria,
}: NonNullable<AccessReview["scopeV2"]>) {
  const accounts = {
    appUserStatuses: accountCriteria?.appUserStatuses ?? [],
    appUserTypes: accountCriteria?.accountTypes ?? [],
  };
  return {
    scope: accounts,
    inclusionScope: {
      ...accounts,
      managerIds: userCriteria?.managerUserIds ?? [],
      multiUserProfileAttributes: userCriteria?.multiUserProfileAttributes ?? {},
      noAccountOwners: accountCriteria?.noAccountOwner ?? false,
      userIds: selectedUsers?.userIds ?? [],
      userStatuses: (userCriteria?.userStatus ?? []).map((status) => `USER_${String(status)}`),
    },
  } satisfies Partial<AccessReview>;
}

/**
 * Starts a draft, as a person does in the service.
 * @throws TenantError 404 if the campaign does not exist, 400 if it is not a draft
 */
export function startCampaign(sql: SqlStorage, id: string, now: Date) {
  const { review } = requireCampaign(sql, id);
  if (review.state !== DRAFT) throw invalidMember("id", "is not a draft");
  const started = { ...review, ...startedAt(now.toISOString()) };
  sql.exec("UPDATE campaigns SET json = ? WHERE id = ?", JSON.stringify(started), id);
  return { accessReview: started };
}

const DRAFT = "ACCESS_REVIEW_STATE_DRAFT";

const startedAt = (at: string) => ({
  state: "ACCESS_REVIEW_STATE_OPEN",
  scheduledStartDate: at,
  startedAt: at,
  connectorSourcesFrozenAt: at,
  updatedAt: at,
});

/**
 * Returns a campaign in its current state: a started campaign with `autoCloseCampaign` closes at its completion date.
 */
export function campaignNow<Review extends AccessReview>(review: Review, now: Date): Review {
  const { state, completionDate, autoCloseCampaign } = review;
  const isOver = completionDate !== undefined && Date.parse(completionDate) <= now.getTime();
  if (state !== "ACCESS_REVIEW_STATE_OPEN" || !autoCloseCampaign || !isOver) return review;
  return {
    ...review,
    state: "ACCESS_REVIEW_STATE_CLOSED",
    closedAt: completionDate,
    updatedAt: completionDate,
  };
}
