import { automation } from "./automation.ts";
import { fromTicket } from "./from-ticket.ts";
import { connectorOwnerAdd } from "./requests/connector-owner-add.ts";

/** An approved ticket makes a person an owner of a connector: `user` (an email), `connector`, perhaps `role` and `until`. */
export const connectorOwnerFromTicket = automation({
  name: "connector-owner-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(connectorOwnerAdd, ticket, context),
});
