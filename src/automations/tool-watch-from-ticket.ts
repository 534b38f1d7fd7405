import { automation } from "./automation.ts";
import { fromTicket } from "./from-ticket.ts";
import { toolWatch } from "./requests/tool-watch.ts";

/** An approved ticket has an MCP tool watched: `tool`, and `connector` where the tool is said by its id. */
export const toolWatchFromTicket = automation({
  name: "tool-watch-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(toolWatch, ticket, context),
});
