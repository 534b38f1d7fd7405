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

/** The automations, each enabled by its own name. Runs store the names, so they must never change. */
const table: readonly {
  readonly name: TicketAutomation;
  readonly description: string;
  readonly action: RequestableAction;
}[] = [
  {
    name: "connector-owner-from-ticket",
    description: "An approved ticket makes a person an owner of a connector, with or without a last day.",
    action: addConnectorOwner,
  },
  {
    name: "entitlement-owner-removal-from-ticket",
    description: "An approved ticket removes an entitlement as owner of an app.",
    action: removeEntitlementOwner,
  },
  {
    name: "user-entitlement-owner-removal-from-ticket",
    description: "An approved ticket removes an entitlement as owner of a person's account in an app.",
    action: removeUserEntitlementOwner,
  },
  {
    name: "tool-retirement-from-ticket",
    description: "An approved ticket retires an MCP tool.",
    action: retireTool,
  },
  {
    name: "session-policy-removal-from-ticket",
    description: "An approved ticket deletes a session policy.",
    action: removeSessionPolicy,
  },
  {
    name: "campaign-from-ticket",
    description: "An approved ticket creates an access review as a draft: new, or a copy of an earlier one.",
    action: draftCampaign,
  },
  {
    name: "tool-track-from-ticket",
    description: "An approved ticket starts the tracking of an MCP tool.",
    action: trackTool,
  },
  {
    name: "session-policy-end-from-ticket",
    description: "An approved ticket deletes a session policy after a given day.",
    action: endSessionPolicyOn,
  },
  {
    name: "service-automation-from-ticket",
    description: "An approved ticket starts an automation of the governance service.",
    action: startServiceAutomation,
  },
];

export const fromTickets: ReadonlyMap<string, Automation> = new Map(
  table.map(({ name, description, action }) => [
    action.actionName,
    automation({
      name,
      description,
      ...approvedTicket(({ automations: { [name]: form } }) => form && { ...form, form: form.requestType }),
      reads: action.request.reads,
      proposes: [action],
      propose: async ({ ticket }, context) => ({ actions: [await planFromTicket(action, ticket, context)] }),
    }),
  ]),
);
