// Carries out approved tickets, with one automation per action, built from a table.
import {
  type Automation,
  addConnectorOwner,
  approvedTicket,
  automation,
  draftCampaign,
  endSessionPolicyOn,
  type KnownAutomation,
  planFromTicket,
  type RequestableAction,
  removeEntitlementOwner,
  removeSessionPolicy,
  removeUserEntitlementOwner,
  retireTool,
  startServiceAutomation,
  trackTool,
} from "../kit/index.ts";

type TicketAutomation = Extract<KnownAutomation, `${string}-from-ticket`>;

/**
 * One row for each automation: its action, its name, and the effect of an approved ticket. Runs store the names, so the
 * names must never change.
 */
const table: readonly (readonly [action: RequestableAction, name: TicketAutomation, effect: string])[] = [
  [
    addConnectorOwner,
    "connector-owner-from-ticket",
    "makes a person an owner of a connector, with or without a last day",
  ],
  [
    removeEntitlementOwner,
    "entitlement-owner-removal-from-ticket",
    "removes an entitlement as owner of an app",
  ],
  [
    removeUserEntitlementOwner,
    "user-entitlement-owner-removal-from-ticket",
    "removes an entitlement as owner of a person's account in an app",
  ],
  [retireTool, "tool-retirement-from-ticket", "retires an MCP tool"],
  [removeSessionPolicy, "session-policy-removal-from-ticket", "deletes a session policy"],
  [
    draftCampaign,
    "campaign-from-ticket",
    "creates a draft of an access review, new or copied from an earlier one",
  ],
  [trackTool, "tool-track-from-ticket", "starts tracking an MCP tool"],
  [endSessionPolicyOn, "session-policy-end-from-ticket", "deletes a session policy after a given day"],
  [
    startServiceAutomation,
    "service-automation-from-ticket",
    "starts an automation of the governance service",
  ],
];

export const fromTickets: ReadonlyMap<string, Automation> = new Map(
  table.map(([action, name, effect]) => [
    action.actionName,
    automation({
      name,
      description: `An approved ticket ${effect}.`,
      ...approvedTicket(({ automations: { [name]: form } }) => form && { ...form, form: form.requestType }),
      reads: action.request.reads,
      proposes: [action],
      propose: async ({ ticket }, context) => ({ actions: [await planFromTicket(action, ticket, context)] }),
    }),
  ]),
);
