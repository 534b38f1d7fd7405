import { automation } from "./automation.ts";
import { fromTicket } from "./from-ticket.ts";
import { entitlementOwnerRemove } from "./requests/entitlement-owner-remove.ts";

/** An approved ticket stops an entitlement from making its holders owners of an app: `entitlement`, `app`, perhaps `role`. */
export const entitlementOwnerRemovalFromTicket = automation({
  name: "entitlement-owner-removal-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(entitlementOwnerRemove, ticket, context),
});
