import { automation } from "./automation.ts";
import { fromTicket } from "./from-ticket.ts";
import { toolRetire } from "./requests/tool-retire.ts";

/** An approved ticket retires an MCP tool: `tool`, and `connector` where the tool is said by its id. */
export const toolRetirementFromTicket = automation({
  name: "tool-retirement-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(toolRetire, ticket, context),
});
