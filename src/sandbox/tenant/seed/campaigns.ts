// The sample campaigns.
import type { AccessReview, ScopeV2 } from "../../../governance/contract/campaigns.ts";
import { before } from "./calendar.ts";
import { samples } from "./samples.ts";

const { users, apps, policies, campaigns, entitlements } = samples;

/** Every member of a scope, with something in it. */
const SCOPES = {
  accountCelExpression: { expression: "account.disabled" },
  celExpression: { expression: "user.department == 'Finance'" },
  accountCriteria: { accountTypes: ["APP_USER_TYPE_SERVICE_ACCOUNT"], noAccountOwner: true },
  allAccessConflicts: {},
  allAccounts: {},
  allGrants: {},
  allUsers: {},
  appAccess: {},
  resourceSelection: {},
  resourceTypeSelections: {},
  scopeRoleSelection: {},
  specificAccessConflicts: {},
  specificResources: {},
  excludedResourceTypeSelections: {},
  excludedSpecificResources: {},
  appSelectionCriteria: { riskLevelAttributeValueIds: ["risk_high"] },
  grantsByCriteria: { daysSinceLastUsed: "7776000s", typeFilter: "GRANT_FILTER_TYPE_PERMANENT" },
  selectedUsers: { userIds: [users.ada.id] },
  userCriteria: { managerUserIds: [users.nora.id], userStatus: ["ENABLED"] },
} satisfies { readonly [Member in keyof typeof ScopeV2.shape]: object };

/** Campaigns with their owners, oldest first. The two closed ones have every field of an AccessReview. */
export const CAMPAIGNS: readonly { ownerIds: readonly string[]; review: AccessReview }[] = [
  {
    ownerIds: [users.gita.id, users.hugo.id],
    review: closed(campaigns.quarterly, policies.managerReview.id, 120),
  },
  { ownerIds: [users.gita.id], review: closed(campaigns.contractors, policies.securityReview.id, 60) },
  { ownerIds: [users.gita.id], review: open(campaigns.open, policies.ownerReview.id, 10) },
  // One for each member that a scope may have, each by itself.
  ...Object.entries(SCOPES).map(([member, scope], n) => ({
    ownerIds: [users.gita.id],
    review: {
      ...open({ id: `cmp_scope_${n + 1}`, name: `Of ${member}` }, policies.ownerReview.id, 9),
      scopeV2: { [member]: scope },
    },
  })),
];

/** A campaign that ran for three weeks. */
function closed(name: { id: string; name: string }, policyId: string, startedDaysAgo: number): AccessReview {
  const ended = before(startedDaysAgo - 21);
  return {
    ...open(name, policyId, startedDaysAgo),
    state: "ACCESS_REVIEW_STATE_CLOSED",
    closedAt: ended,
    completionDate: ended,
    updatedAt: ended,
  };
}

function open(
  { id, name }: { id: string; name: string },
  policyId: string,
  startedDaysAgo: number,
): AccessReview {
  const started = before(startedDaysAgo);
  return {
    id,
    displayName: name,
    description: "Who has what, and whether they still need it.",
    policyId,
    accessReviewTemplateId: "tpl_quarterly",
    createdById: users.gita.id,
    reviewInstructions: "Keep what is in use. Remove the rest.",
    scopingVersion: "2",
    state: "ACCESS_REVIEW_STATE_OPEN",
    autoCloseCampaign: true,
    autoCloseDecision: "CLOSE_DECISION_NO_ACTION",
    defaultView: "ACCESS_REVIEW_VIEW_TYPE_BY_USER",
    autoGenerateReport: true,
    autoResolve: false,
    autoStartCampaign: true,
    exemptCertifiedAccessConflicts: false,
    hasAccuracySupport: true,
    usePolicyOverride: false,
    expectedTicketCount: 42,
    bindings: {},
    campaignHealth: { checkedAt: started, phantomLockedCount: 0 },
    campaignInsights: { markdown: "Nothing unusual." },
    columnConfig: { columns: [] },
    notificationConfig: { sendClose: true, sendKickoff: true, sendReminders: true },
    reviewerAttributeConfig: { bindings: [{ appId: apps.hr.id, attributeKey: "department" }] },
    signatureConfig: {
      meaningOfSignature: "I have reviewed this access.",
      requireSignature: false,
      stepUpProviderId: "",
      tspUrl: "https://timestamp.example.com",
    },
    singleApp: { appId: apps.github.id },
    multiApp: { appEntitlementDetails: {}, appEntitlements: {} },
    scope: { appUserStatuses: ["APP_USER_STATUS_ENABLED"], appUserTypes: ["APP_USER_TYPE_USER"] },
    exclusionScope: {
      appUserStatuses: ["APP_USER_STATUS_DELETED"],
      appUserTypes: ["APP_USER_TYPE_SYSTEM_ACCOUNT"],
    },
    inclusionScope: {
      appUserStatuses: ["APP_USER_STATUS_ENABLED"],
      appUserTypes: ["APP_USER_TYPE_USER"],
      managerIds: [users.nora.id],
      multiUserProfileAttributes: {},
      noAccountOwners: false,
      userIds: [users.ada.id, users.farid.id],
      userStatuses: ["USER_ENABLED"],
    },
    scopeV2: {
      accountCriteria: {
        accountTypes: ["APP_USER_TYPE_USER"],
        appUserStatuses: ["APP_USER_STATUS_ENABLED"],
        noAccountOwner: false,
      },
      userCriteria: {
        groupAppEntitlementsRef: [{ appId: entitlements.githubAdmin.appId, id: entitlements.githubAdmin.id }],
        managerUserIds: [users.nora.id],
        multiUserProfileAttributes: {},
        userStatus: ["ENABLED"],
      },
    },
    // Seed time stands still; a campaign open then has half a year to run.
    completionDate: before(startedDaysAgo - 180),
    scheduledStartDate: started,
    startedAt: started,
    connectorSourcesFrozenAt: started,
    createdAt: before(startedDaysAgo + 7),
    updatedAt: started,
  };
}
