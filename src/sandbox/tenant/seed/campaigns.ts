// The sample campaigns.
import type { AccessReview } from "../../../governance/contract/campaigns.ts";
import { compose } from "../handlers/campaigns.ts";
import { before } from "./means.ts";
import { samples } from "./samples.ts";

const { users, apps, policies, campaigns, entitlements } = samples;

/** Campaigns with their owners, oldest first. The two closed ones have every field of an AccessReview. */
export const CAMPAIGNS: readonly { ownerIds: readonly string[]; review: AccessReview }[] = [
  {
    ownerIds: [users.gita.id, users.hugo.id],
    review: closed(campaigns.quarterly, policies.managerReview.id, 120),
  },
  { ownerIds: [users.gita.id], review: closed(campaigns.contractors, policies.securityReview.id, 60) },
  { ownerIds: [users.gita.id], review: open(campaigns.open, policies.ownerReview.id, 10) },
];

function closed(name: { id: string; name: string }, policyId: string, startedDaysAgo: number): AccessReview {
  const ended = before(startedDaysAgo - 21);
  return {
    ...open(name, policyId, startedDaysAgo),
    state: "ACCESS_REVIEW_STATE_CLOSED",
    autoCloseCampaign: true,
    closedAt: ended,
    completionDate: ended,
    updatedAt: ended,
  };
}

/** A campaign as a request makes it, with values that differ from a copy's defaults. */
function open(
  { id, name }: { id: string; name: string },
  policyId: string,
  startedDaysAgo: number,
): AccessReview {
  const made = compose(
    {
      displayName: name,
      description: "Who has what, and whether they still need it.",
      policyId,
      notificationConfig: { sendClose: true, sendKickoff: true, sendReminders: true },
      // Seed time is fixed; a campaign open then has half a year to run.
      completionDate: before(startedDaysAgo - 180),
      scopeV2: {
        accountCriteria: {
          accountTypes: ["APP_USER_TYPE_USER"],
          appUserStatuses: ["APP_USER_STATUS_ENABLED"],
          noAccountOwner: false,
        },
        userCriteria: {
          groupAppEntitlementsRef: [
            { appId: entitlements.githubAdmin.appId, id: entitlements.githubAdmin.id },
          ],
          managerUserIds: [users.nora.id],
          multiUserProfileAttributes: {},
          userStatus: ["ENABLED"],
        },
      },
    },
    { id, createdById: users.gita.id, now: new Date(before(startedDaysAgo)), copied: undefined },
  );
  return {
    ...made,
    accessReviewTemplateId: "tpl_quarterly",
    reviewInstructions: "Keep what is in use. Remove the rest.",
    autoGenerateReport: true,
    campaignInsights: { markdown: "Nothing unusual." },
    reviewerAttributeConfig: { bindings: [{ appId: apps.hr.id, attributeKey: "department" }] },
    singleApp: { appId: apps.github.id },
    exclusionScope: {
      appUserStatuses: ["APP_USER_STATUS_DELETED"],
      appUserTypes: ["APP_USER_TYPE_SYSTEM_ACCOUNT"],
    },
    createdAt: before(startedDaysAgo + 7),
  };
}
