import { automation } from "./automation.ts";
import { fromTicket } from "./from-ticket.ts";
import { sessionPolicyEndOn } from "./requests/session-policy-end-on.ts";

/** An approved ticket has a session policy end after a day: `policy`, `until`. */
export const sessionPolicyEndFromTicket = automation({
  name: "session-policy-end-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(sessionPolicyEndOn, ticket, context),
});
