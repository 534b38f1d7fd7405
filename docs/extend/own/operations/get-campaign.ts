// getCampaign: reads an access review campaign.
import { createCampaign, defineOperation } from "../../governance/contract/kit.ts";

export const getCampaign = defineOperation({
  id: "getCampaign",
  method: "GET",
  path: "/api/v1/access_review/{id}",
  effect: "read",
  summary: "Read an access review campaign.",
  source: "the vendor's API reference, Access Review, Get",
  response: createCampaign.response,
  echoes: { id: ["accessReview.accessReview.id"] },
});
