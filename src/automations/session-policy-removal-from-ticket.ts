import { automation } from "./automation.ts";
import { fromTicket } from "./from-ticket.ts";
import { sessionPolicyRemove } from "./requests/session-policy-remove.ts";

/** An approved ticket deletes a session policy: `policy`. */
export const sessionPolicyRemovalFromTicket = automation({
  name: "session-policy-removal-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(sessionPolicyRemove, ticket, context),
});
