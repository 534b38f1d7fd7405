// Creates the access review campaigns of each month or quarter, as drafts.
import {
  automation,
  type Context,
  draftCampaign,
  findZone,
  personByEmail,
  type RecurringCampaign,
  readSettings,
  requireName,
  schedule,
  toIsoDay,
} from "../kit/index.ts";

/**
 * Creates the month's campaigns on the first of each month, and the quarter's campaigns on the first of each quarter,
 * unless the inventory already contains them.
 */
export const recurringCampaigns = automation({
  name: "recurring-campaigns",
  description: "Drafts access reviews, once each month or quarter.",
  on: schedule("0 7 1 * *"),
  reads: ["searchUsers"],
  proposes: [draftCampaign],
  async propose({ schedule: { dueAt } }, context) {
    const { settings, history } = context;
    // Use the due time: a missed period is caught up under its own name, and a plan that is made again stays the same.
    const today = toIsoDay(Date.parse(dueAt), findZone(settings, "recurring-campaigns"));
    const due = readSettings(settings, "recurring-campaigns")
      .campaigns.filter(({ every }) => every === "month" || Number(today.slice(5, 7)) % 3 === 1)
      .map((campaign) => ({ ...campaign, name: `${campaign.name} ${namePeriod(campaign, today)}` }));
    const missing = [];
    for (const campaign of due) if (!(await history.entry("campaign", campaign.name))) missing.push(campaign);
    const [first, ...others] = await Promise.all(missing.map((one) => proposePlan(one, context)));
    if (due.length === 0) return { ignore: "no campaign is due" };
    if (!first) return { ignore: `all campaigns that are due (${due.length}) have already been created` };
    return { actions: [first, ...others] };
  },
});

const namePeriod = ({ every }: RecurringCampaign, day: string): string =>
  every === "month" ? day.slice(0, 7) : `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

async function proposePlan(
  { name, description, policy, ownerEmails, scope, openDays, notifications }: RecurringCampaign,
  { governance, settings }: Context,
) {
  const chosen = requireName(settings.reviewPolicies, "review policy", policy);
  return draftCampaign({
    name,
    ...(description ? { description } : {}),
    policy: { id: chosen.value, name: chosen.name },
    owners: await Promise.all(ownerEmails.map((email) => personByEmail(governance, email))),
    scope,
    ...(notifications && { notifications }),
    openDays,
  });
}
