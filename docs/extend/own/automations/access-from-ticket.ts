// Grants an entitlement for some days when a ticket is approved.
//
// For example, a ticket with the fields `entitlement` (GitHub admin), `user` (ada.marsh@example.com) and `days` (30)
// plans "Create a task that grants GitHub admin to Ada Marsh for 30 days."
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
