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
import { type Automation, automation, type Context, type Relevance } from "../kit/automation.ts";
import { whyElsewhere } from "../kit/projects.ts";
import type { Proposal } from "../kit/proposal.ts";
import type { KnownAutomation, Settings, TicketForm } from "../kit/settings.ts";
import type { Ticket, TicketEvent } from "../systems/event.ts";

type TicketAutomation = Extract<KnownAutomation, `${string}-from-ticket`>;

/** Checks whether a ticket has the automation's form, is approved, and is in an accepted project. */
function asksFor(
  name: TicketAutomation,
  ticket: Ticket,
  { automations, ticketProjects }: Settings,
): Relevance {
  const form = automations[name];
  if (!form) return `src/config.ts has no ticket form for ${name}.`;
  const { requestType, projects = ticketProjects } = form;
  const elsewhere = whyElsewhere(ticket, projects);
  if (elsewhere) return elsewhere;
  if (ticket.requestType === undefined)
    return `The ticket does not name a form. The required form is "${requestType}".`;
  if (ticket.requestType !== requestType) return `The form is "${ticket.requestType}", not "${requestType}".`;
  if (ticket.status && isApproved(form, ticket.status)) return true;
  const ids = form.statusId?.map((id) => `the one with the id ${id}`) ?? [];
  const wanted = [...form.status.map((name) => `"${name}"`), ...ids].join(" or ");
  return ticket.status
    ? `The status is "${ticket.status.to}", not ${wanted}.`
    : `The status is not ${wanted}.`;
}

type Status = NonNullable<Ticket["status"]>;

const isApproved = ({ status, statusId = [] }: TicketForm, { to, id }: Pick<Status, "to" | "id">): boolean =>
  status.includes(to) || (id !== undefined && statusId.includes(id));

const wasApproved = (form: TicketForm, { from = "", fromId }: Partial<Status> = {}): boolean =>
  isApproved(form, { to: from, ...(fromId !== undefined && { id: fromId }) });

/**
 * Returns true if a status certainly differs from the statuses in the form, and is not a translation of one of them.
 * @param isUnsure True if the sender might have translated the status's name
 */
function isCertain(form: TicketForm, status: Status, isUnsure: boolean): boolean {
  if (status.id !== undefined && form.statusId) return true;
  if (form.status.length === 0) return false;
  if (!isUnsure) return true;
  if (status.to === status.id) return false;
  const isTranslated = (name: string) => TRANSLATED.has(name.toLowerCase());
  return wasApproved(form, status) || isTranslated(status.to) || !form.status.some(isTranslated);
}

function findWithdrawalReason(
  name: TicketAutomation,
  { type, ticket }: TicketEvent,
  { automations, ticketProjects }: Settings,
): string | null {
  const form = automations[name];
  const { key, system, status, requestType, project, moved, unsure = [] } = ticket;
  if (!form || type === "ticket.created") return null;
  const { projects = ticketProjects } = form;
  if (!Object.hasOwn(projects, system)) return null;
  const isOther = requestType !== undefined && requestType !== form.requestType;
  const isElsewhere = project !== undefined && whyElsewhere(ticket, projects) !== null;
  if (!isOther && !isElsewhere) {
    if (type === "ticket.deleted") return `${key} was deleted`;
    if (status && !isApproved(form, status))
      return isCertain(form, status, unsure.includes("status")) ? `${key} is now “${status.to}”` : null;
    const isLost = type === "ticket.updated" && requestType === undefined && !unsure.includes("requestType");
    return isLost ? `${key} no longer has the form “${form.requestType}”` : null;
  }
  // Most tickets have other forms: search for waiting runs only if the ticket might have been approved with this form.
  const isOtherNow = isOther && type !== "ticket.updated";
  const mayHaveBeen =
    moved || wasApproved(form, status) || (!isOtherNow && (!status || isApproved(form, status)));
  if (!mayHaveBeen && requestType !== form.requestType) return null;
  return isOther ? `${key} now has the form “${requestType}”` : `${key} is now in the project “${project}”`;
}

/**
 * Built-in statuses. Vendors translate their names in messages, so any other name can be a translation of one of them.
 */
const TRANSLATED: ReadonlySet<string> = new Set(
  "new,open,pending,hold,on-hold,solved,resolved,closed,deleted,to do,in progress,done".split(","),
);

/**
 * Plans the action that an approved ticket requests.
 * @throws Problem `request_unclear` if a field is empty or unclear
 */
async function fromTicket(request: ActionRequest, ticket: Ticket, context: Context): Promise<Proposal> {
  const input = Object.entries(request.input.shape).flatMap(([name, schema]) => {
    const values = splitValues(ticket, name);
    const value = takesList(schema) ? toItems(values) : onlyOne(values, ticket, name);
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
      `${ticket.key}: ${called(name)} says “${withUnseenNamed(splitValues(ticket, name).join(", ")).slice(0, MAX_SHOWN_CHARS)}”: ${issue.message}`,
    );
  return { actions: [await request.plan(Object.fromEntries(input), context)] };

  function called(name: string): string {
    const id = context.settings.fields[ticket.system]?.[name];
    return `the field "${name}"${id === undefined ? "" : ` (${id})`}`;
  }
}

const MAX_SHOWN_CHARS = 100;

function splitValues({ fields }: Ticket, name: string): string[] {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return [value ?? []].flat().flatMap((text) => text.trim() || []);
}

function onlyOne([value, another]: readonly string[], { key }: Ticket, name: string): string | undefined {
  if (another !== undefined)
    throw new Problem(
      "request_unclear",
      `${key}: the field "${name}" has several values; exactly one is needed.`,
    );
  return value;
}

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
      on: "ticket.transitioned",
      reads: action.request.reads,
      proposes: [action],
      when: ({ ticket }, settings) => asksFor(name, ticket, settings),
      withdrawn: (event, settings) => findWithdrawalReason(name, event, settings),
      propose: ({ ticket }, context) => fromTicket(action.request, ticket, context),
    }),
  ]),
);
