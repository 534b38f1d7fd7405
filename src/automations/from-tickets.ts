import * as z from "zod";
import { campaignStart } from "../actions/campaign.ts";
import { connectorOwnerAdd } from "../actions/connector-owner.ts";
import { entitlementOwnerRemove, userEntitlementOwnerRemove } from "../actions/entitlement-owner.ts";
import type { ActionRequest } from "../actions/request.ts";
import { sessionPolicyEndOn, sessionPolicyRemove } from "../actions/session-policy.ts";
import { toolRetire, toolWatch } from "../actions/tool.ts";
import { Problem } from "../base/problem.ts";
import type { Ticket } from "../systems/event.ts";
import { automation, type Context } from "./kit/automation.ts";
import type { Decision } from "./kit/proposal.ts";

/**
 * What an approved ticket asks for: one request, whose input is in the ticket's fields of the same names. Which tickets
 * these are, `ticketRequests` in the settings says.
 * @param lists Members of the input that are lists
 * @throws Problem `request_unclear` where a field that is needed is empty, or has several values where one is meant
 */
async function fromTicket(
  request: ActionRequest,
  ticket: Ticket,
  context: Context,
  { lists = [] }: { readonly lists?: readonly string[] } = {},
): Promise<Decision> {
  const form = context.settings.ticketRequests[request.action];
  if (!form) return { ignore: `ticketRequests in src/config.ts has nothing for ${request.action}` };
  const { requestType, status, projects = context.settings.ticketProjects } = form;
  const elsewhere = whyElsewhere(ticket, projects);
  if (elsewhere) return { ignore: `${elsewhere}, so it can't ask for ${request.action}` };
  if (ticket.requestType !== requestType) return { ignore: `not a "${requestType}" request` };
  if (!ticket.status || !status.includes(ticket.status.to))
    return { ignore: `the status is not ${status.map((name) => `"${name}"`).join(" or ")}` };

  const input = Object.entries(request.input.shape).flatMap(([name, schema]) => {
    const values = valuesOf(ticket, name);
    const value = lists.includes(name) ? itemsOf(values) : onlyOne(values, ticket, name);
    if (value !== undefined) return [[name, value] as const];
    if (z.safeParse(schema, undefined).success) return [];
    throw new Problem("request_unclear", `${ticket.key}: the field "${name}" is not filled in.`);
  });
  return { actions: [await request.plan(Object.fromEntries(input), context)] };
}

/** Why the settings do not count a ticket by where it is; `null` where they do. */
function whyElsewhere(
  { system, project }: Ticket,
  projects: Readonly<Record<string, readonly string[]>>,
): string | null {
  const counted = Object.hasOwn(projects, system) ? projects[system] : undefined;
  if (!counted) return `src/config.ts names no projects of ${system}`;
  if (counted.includes("*")) return null;
  if (project === undefined) return `the ticket says no project, and src/config.ts names those of ${system}`;
  return counted.includes(project)
    ? null
    : `src/config.ts does not name the project "${project}" of ${system}`;
}

/** What is filled in. */
function valuesOf({ fields }: Ticket, name: string): string[] {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return [value ?? []].flat().flatMap((text) => text.trim() || []);
}

function onlyOne([value, another]: readonly string[], { key }: Ticket, name: string): string | undefined {
  if (another !== undefined)
    throw new Problem("request_unclear", `${key}: the field "${name}" has several values, and needs one.`);
  return value;
}

/** The items of a list, which may be written as text; the one word "all" stays a word. */
function itemsOf(values: readonly string[]): string | string[] | undefined {
  const items = values.flatMap((text) => text.split(/[,\r\n]/)).flatMap((text) => text.trim() || []);
  if (items.length === 0) return undefined;
  return items.join().toLowerCase() === "all" ? "all" : items;
}

/** An approved ticket starts a campaign: `name`, `policy`, `owners`, `users` and `due`, or `like` an earlier one. */
export const campaignFromTicket = automation({
  name: "campaign-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(campaignStart, ticket, context, { lists: ["owners", "users"] }),
});

/** An approved ticket makes a person an owner of a connector: `user` (an email), `connector`, perhaps `role` and `until`. */
export const connectorOwnerFromTicket = automation({
  name: "connector-owner-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(connectorOwnerAdd, ticket, context),
});

/** An approved ticket stops an entitlement from making its holders owners of an app: `entitlement`, `app`, perhaps `role`. */
export const entitlementOwnerRemovalFromTicket = automation({
  name: "entitlement-owner-removal-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(entitlementOwnerRemove, ticket, context),
});

/** An approved ticket has a session policy end after a day: `policy`, `until`. */
export const sessionPolicyEndFromTicket = automation({
  name: "session-policy-end-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(sessionPolicyEndOn, ticket, context),
});

/** An approved ticket deletes a session policy: `policy`. */
export const sessionPolicyRemovalFromTicket = automation({
  name: "session-policy-removal-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(sessionPolicyRemove, ticket, context),
});

/** An approved ticket retires an MCP tool: `tool`, and `connector` where the tool is said by its id. */
export const toolRetirementFromTicket = automation({
  name: "tool-retirement-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(toolRetire, ticket, context),
});

/** An approved ticket has an MCP tool watched: `tool`, and `connector` where the tool is said by its id. */
export const toolWatchFromTicket = automation({
  name: "tool-watch-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(toolWatch, ticket, context),
});

/** An approved ticket stops an entitlement from making its holders owners of an account: `entitlement`, `app`, `user`, perhaps `role`. */
export const userEntitlementOwnerRemovalFromTicket = automation({
  name: "user-entitlement-owner-removal-from-ticket",
  on: "ticket.transitioned",
  decide: ({ ticket }, context) => fromTicket(userEntitlementOwnerRemove, ticket, context),
});
