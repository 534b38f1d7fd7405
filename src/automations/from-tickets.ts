// Carries out approved tickets, with one automation per action, built from a table.
import * as z from "zod";
import { draftCampaign } from "../actions/campaign.ts";
import { addConnectorOwner } from "../actions/connector-owner.ts";
import type { ActionRequest, AnyAction } from "../actions/define.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "../actions/entitlement-owner.ts";
import { takesList } from "../actions/form.ts";
import { endSessionPolicyOn, removeSessionPolicy } from "../actions/session-policy.ts";
import { retireTool, trackTool } from "../actions/tool.ts";
import { formatIssue } from "../base/configured.ts";
import { Problem } from "../base/problem.ts";
import { withUnseenNamed } from "../base/text.ts";
import { type Automation, automation, type Context } from "../kit/automation.ts";
import type { Proposal } from "../kit/proposal.ts";
import type { KnownAutomation } from "../kit/settings.ts";
import { approvedTicket, fieldValues, requireField } from "../kit/tickets.ts";
import type { Ticket } from "../systems/event.ts";

type TicketAutomation = Extract<KnownAutomation, `${string}-from-ticket`>;

/**
 * Plans the action that an approved ticket requests.
 * @throws Problem `request_unclear` if a field is empty or unclear
 */
async function fromTicket(request: ActionRequest, ticket: Ticket, context: Context): Promise<Proposal> {
  const input = Object.entries(request.input.shape).flatMap(([name, schema]) => {
    const values = fieldValues(ticket, name);
    const only = () => (values.length === 0 ? undefined : requireField(ticket, name));
    const value = takesList(schema) ? toItems(values) : only();
    if (value !== undefined) return [[name, value] as const];
    if (z.safeParse(schema, undefined).success) return [];
    throw new Problem("request_unclear", `${ticket.key}: ${called(name)} is not filled in.`);
  });
  const read = request.input.safeParse(Object.fromEntries(input), { error: formatIssue });
  const [issue] = read.error?.issues ?? [];
  const name = String(issue?.path[0] ?? "");
  if (issue && Object.hasOwn(request.input.shape, name))
    throw new Problem(
      "request_unclear",
      `${ticket.key}: ${called(name)} says “${withUnseenNamed(fieldValues(ticket, name).join(", ")).slice(0, MAX_SHOWN_CHARS)}”: ${issue.message}`,
    );
  return { actions: [await request.plan(Object.fromEntries(input), context)] };

  function called(name: string): string {
    const id = context.settings.fields[ticket.system]?.[name];
    return `the field "${name}"${id === undefined ? "" : ` (${id})`}`;
  }
}

const MAX_SHOWN_CHARS = 100;

/**
 * Splits values at commas and line breaks into the items of a list. Returns "all" instead of a list if it is the only
 * item.
 */
function toItems(values: readonly string[]): string | string[] | undefined {
  const items = values.flatMap((text) => text.split(/[,\r\n]/)).flatMap((text) => text.trim() || []);
  if (items.length === 0) return undefined;
  return items.join().toLowerCase() === "all" ? "all" : items;
}

/** The automations, each enabled by its own name. Runs store the names, so they must never change. */
const table: readonly {
  readonly name: TicketAutomation;
  readonly description: string;
  readonly action: AnyAction & { readonly request: ActionRequest };
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
      propose: ({ ticket }, context) => fromTicket(action.request, ticket, context),
    }),
  ]),
);
