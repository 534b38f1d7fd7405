// Grants an entitlement for some days when a ticket is approved.
import { approvedTicket, automation, planFromTicket, requireField } from "../../kit/index.ts";
import { accessGrant } from "../actions/access-grant.ts";

export const accessFromTicket = automation({
  name: "access-from-ticket",
  description: "An approved ticket grants an entitlement for some days.",
  ...approvedTicket({ form: "Access", status: "Approved" }),
  reads: accessGrant.request.reads,
  proposes: [accessGrant],
  async propose({ ticket }, context) {
    const days = requireField(ticket, "days");
    return { actions: [await planFromTicket(accessGrant, ticket, context, { days })] };
  },
});
