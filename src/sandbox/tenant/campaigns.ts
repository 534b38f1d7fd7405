// Makes a new campaign from its request, and computes its state at a time.
import type { AccessReview, CreateCampaignBody } from "../../governance/contract/campaigns.ts";
import type { OnRecord } from "./rows.ts";

/** Days that a campaign without a completion date runs. */
const DEFAULT_CAMPAIGN_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

interface Origin {
  readonly id: string;
  readonly createdById: string;
  readonly now: Date;
  readonly copied: AccessReview | undefined;
}

/**
 * The campaign that a request makes: each member from the request, else copied, else a default. It has every field of an
 * AccessReview but `closedAt`, and starts when created. Id, creator, dates, health and insights are never copied; a given
 * member replaces the copied one entirely.
 */
export function compose(
  body: CreateCampaignBody,
  { id, createdById, now, copied }: Origin,
): OnRecord<AccessReview> {
  const at = now.toISOString();
  const scopeV2 = body.scopeV2 ?? copied?.scopeV2 ?? {};
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
    ...withoutHistory(copied),
    id,
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
    scopeV2,
    ...(body.scopeV2 || !copied ? earlierScopes(scopeV2) : {}),
    autoStartCampaign: true,
    expectedTicketCount: 0,
    campaignHealth: { checkedAt: at, phantomLockedCount: 0 },
    campaignInsights: { markdown: "" },
    state: "ACCESS_REVIEW_STATE_OPEN",
    completionDate: new Date(
      body.completionDate ?? now.getTime() + DEFAULT_CAMPAIGN_DAYS * DAY_MS,
    ).toISOString(),
    scheduledStartDate: at,
    startedAt: at,
    connectorSourcesFrozenAt: at,
    createdAt: at,
    updatedAt: at,
  };
}

function withoutHistory(copied: AccessReview | undefined): Omit<AccessReview, "id" | "closedAt"> {
  if (!copied) return {};
  const { closedAt: _closed, id: _id, ...rest } = copied;
  return rest;
}

/** `scope` and `inclusionScope`, the predecessors of scopeV2, for the same selection. */
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

export function scheduled(review: AccessReview, seconds: number, now: Date): AccessReview {
  const at = new Date(now.getTime() + seconds * 1_000).toISOString();
  const { startedAt: _, connectorSourcesFrozenAt: __, ...waiting } = review;
  return { ...waiting, state: "ACCESS_REVIEW_STATE_PENDING", scheduledStartDate: at };
}

/** A campaign as it is now: it starts at its time, and closes at its completion date only with `autoCloseCampaign`. */
export function campaignNow<Review extends AccessReview>(review: Review, now: Date): Review {
  const isPast = (date: string | undefined) => date !== undefined && Date.parse(date) <= now.getTime();
  const { scheduledStartDate, completionDate, startedAt, autoCloseCampaign } = review;
  if (review.state === "ACCESS_REVIEW_STATE_CLOSED" || !isPast(scheduledStartDate)) return review;
  const started = startedAt
    ? review
    : {
        ...review,
        state: "ACCESS_REVIEW_STATE_OPEN",
        startedAt: scheduledStartDate,
        connectorSourcesFrozenAt: scheduledStartDate,
        updatedAt: scheduledStartDate,
      };
  if (!autoCloseCampaign || !isPast(completionDate)) return started;
  return {
    ...started,
    state: "ACCESS_REVIEW_STATE_CLOSED",
    closedAt: completionDate,
    updatedAt: completionDate,
  };
}
