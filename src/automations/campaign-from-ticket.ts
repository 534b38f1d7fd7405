import { automation } from "./automation.ts";
import { fromTicket } from "./from-ticket.ts";
import { campaignStart } from "./requests/campaign-start.ts";

/** An approved ticket starts a campaign: `name`, `policy`, `owners`, `users` and `due`, or `like` an earlier one. */
export const campaignFromTicket = automation({
  name: "campaign-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(campaignStart, ticket, context, { lists: ["owners", "users"] }),
});
