import { automation } from "./automation.ts";
import { fromTicket } from "./from-ticket.ts";
import { userEntitlementOwnerRemove } from "./requests/user-entitlement-owner-remove.ts";

/** An approved ticket stops an entitlement from making its holders owners of an account: `entitlement`, `app`, `user`, perhaps `role`. */
export const userEntitlementOwnerRemovalFromTicket = automation({
  name: "user-entitlement-owner-removal-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(userEntitlementOwnerRemove, ticket, context),
});
