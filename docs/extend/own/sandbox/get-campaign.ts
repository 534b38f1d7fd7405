// The embedded tenant's handler for getCampaign.
import { campaignNow, type Handler, requireCampaign } from "../../sandbox/tenant/kit.ts";

/** Returns the current state of a campaign. @throws TenantError 404 if there is none */
export const getCampaign: Handler<"getCampaign"> = ({ path }, { sql, now }) => ({
  accessReview: { accessReview: campaignNow(requireCampaign(sql, path.id).review, now()) },
});
