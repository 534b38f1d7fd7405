// The rules for tickets that all automations share: the accepted projects, approved tickets, and the events that
// withdraw a request.
import { unclear } from "../base/problem.ts";
import type { Ticket, TicketEvent } from "../systems/event.ts";
import type { Settings } from "./settings.ts";

/** The accepted projects by system, as in `ticketProjects`, or `any` to accept every project of every system. */
export type TicketProjects = "any" | Readonly<Record<string, readonly string[]>>;

/**
 * Returns the reason why a ticket is not accepted because of its project, or `null` if it is accepted.
 *
 * @example
 * export const counts = ({ ticket }: TicketEvent, { settings }: Context): boolean =>
 *   whyElsewhere(ticket, settings.ticketProjects) === null;
 */
export function whyElsewhere({ system, project }: Ticket, projects: TicketProjects): string | null {
  if (projects === "any") return null;
  const counted = Object.hasOwn(projects, system) ? projects[system] : undefined;
  if (!counted) return `settings.ticketProjects lists no project of ${system}.`;
  if (counted.includes("*")) return null;
  if (project === undefined)
    return `The ticket has no project, and settings.ticketProjects lists only some projects of ${system}.`;
  return counted.includes(project)
    ? null
    : `settings.ticketProjects does not list the project "${project}" of ${system}.`;
}

/** Returns true if an event names its ticket's project, and the project is not accepted. */
const isElsewhere = ({ ticket }: TicketEvent, projects: TicketProjects): boolean =>
  ticket.project !== undefined && whyElsewhere(ticket, projects) !== null;

/** Returns true if no ticket of the event's system is accepted. */
const isForeign = ({ ticket: { system } }: TicketEvent, projects: TicketProjects): boolean =>
  projects !== "any" && !Object.hasOwn(projects, system);

type Status = NonNullable<Ticket["status"]>;

/** The form, statuses and projects of the tickets that an automation carries out. */
interface ApprovedForm {
  /** Name of the ticket's form. */
  readonly form: string;
  /** Names of the statuses that approve a ticket, as the sender spells them. @default only `statusId` applies */
  readonly status?: string | readonly string[] | undefined;
  /** Ids of the statuses that approve a ticket. Ids are the same in every language. @default only `status` applies */
  readonly statusId?: string | readonly string[] | undefined;
  /** The projects whose tickets this automation accepts. @default `ticketProjects` in `src/config.ts` */
  readonly projects?: TicketProjects | undefined;
}

const listStatuses = ({ status = [], statusId = [] }: ApprovedForm) => ({
  names: [status].flat(),
  ids: [statusId].flat(),
});
type Statuses = ReturnType<typeof listStatuses>;

const isAmong = ({ names, ids }: Statuses, { to, id }: Pick<Status, "to" | "id">): boolean =>
  names.includes(to) || (id !== undefined && ids.includes(id));

const wasAmong = (statuses: Statuses, { from = "", fromId }: Partial<Status> = {}): boolean =>
  isAmong(statuses, { to: from, ...(fromId !== undefined && { id: fromId }) });

/**
 * Names of built-in statuses, in English and lower case. Vendors translate these names in messages, so any other name
 * can be a translation of one of them.
 */
const TRANSLATED: ReadonlySet<string> = new Set(
  "new,open,pending,hold,on-hold,solved,resolved,closed,deleted,to do,in progress,done".split(","),
);

/**
 * Returns true if the status of a ticket certainly differs from the given statuses, and is not a translation of one of
 * them.
 */
function isOther(statuses: Statuses, { status, unsure = [] }: Pick<Ticket, "status" | "unsure">): boolean {
  if (!status || isAmong(statuses, status)) return false;
  if (status.id !== undefined && statuses.ids.length > 0) return true;
  if (statuses.names.length === 0) return false;
  if (!unsure.includes("status")) return true;
  if (status.to === status.id) return false;
  const isTranslated = (name: string) => TRANSLATED.has(name.toLowerCase());
  return wasAmong(statuses, status) || isTranslated(status.to) || !statuses.names.some(isTranslated);
}

/**
 * Returns the trigger of an automation that carries out approved tickets of one form: `on`, `when`, `withdrawn` and
 * `projects`. If the ticket is deleted, or no longer has an approving status, the form or an accepted project, its plan
 * is withdrawn, unless the first call has been sent.
 * @param form The form, with its statuses and projects, or a function that reads them from the settings and returns
 * `undefined` to accept no ticket
 * @example
 * export const githubOwner = automation({
 *   name: "github-owner",
 *   ...approvedTicket({ form: "Connector owner", status: "Approved" }),
 *   reads: ["searchUsers"],
 *   proposes: [addConnectorOwner],
 *   async propose({ ticket }, { governance }) {
 *     const user = await personByEmail(governance, requireField(ticket, "user"));
 *     return { actions: [addConnectorOwner({ app, connector, roleSlug: "owner", user })] };
 *   },
 * });
 */
export function approvedTicket(form: ApprovedForm | ((settings: Settings) => ApprovedForm | undefined)) {
  const read = typeof form === "function" ? form : () => form;
  return {
    on: "ticket.transitioned" as const,
    projects: (settings: Settings) => read(settings)?.projects,
    when(event: TicketEvent, settings: Settings) {
      const wanted = read(settings);
      if (!wanted) return "src/config.ts defines no form for this automation.";
      return whyNotApproved(wanted, event.ticket) ?? true;
    },
    withdrawn(event: TicketEvent, settings: Settings) {
      const wanted = read(settings);
      const { projects = settings.ticketProjects } = wanted ?? {};
      return wanted && !isForeign(event, projects) ? whyWithdrawn(wanted, event, projects) : null;
    },
  };
}

function whyNotApproved(wanted: ApprovedForm, { requestType, status }: Ticket): string | null {
  const { form } = wanted;
  if (requestType === undefined) return `The ticket does not name a form. The required form is "${form}".`;
  if (requestType !== form) return `The form is "${requestType}", not "${form}".`;
  const statuses = listStatuses(wanted);
  if (status && isAmong(statuses, status)) return null;
  const ids = statuses.ids.map((id) => `the status with the id ${id}`);
  const names = [...statuses.names.map((name) => `"${name}"`), ...ids].join(" or ");
  return status ? `The status is "${status.to}", not ${names}.` : `The status is not ${names}.`;
}

function whyWithdrawn(wanted: ApprovedForm, event: TicketEvent, projects: TicketProjects): string | null {
  const { type, ticket } = event;
  const { key, status, requestType, project, moved, unsure = [] } = ticket;
  const { form } = wanted;
  const statuses = listStatuses(wanted);
  const hasOtherForm = requestType !== undefined && requestType !== form;
  if (!hasOtherForm && !isElsewhere(event, projects)) {
    if (type === "ticket.deleted") return `${key} was deleted`;
    if (status && !isAmong(statuses, status))
      return isOther(statuses, ticket) ? `${key} is now “${status.to}”` : null;
    const isLost = type === "ticket.updated" && requestType === undefined && !unsure.includes("requestType");
    return isLost ? `${key} no longer has the form “${form}”` : null;
  }
  // Most tickets have other forms: search for waiting runs only if the ticket might have been approved with this form.
  const hasOtherFormNow = hasOtherForm && type !== "ticket.updated";
  const mayHaveBeen =
    moved || wasAmong(statuses, status) || (!hasOtherFormNow && (!status || isAmong(statuses, status)));
  if (!mayHaveBeen && requestType !== form) return null;
  return hasOtherForm
    ? `${key} now has the form “${requestType}”`
    : `${key} is now in the project “${project}”`;
}

/**
 * Returns the reason why an event might withdraw a request that an automation accepted, or `null` if the event can't
 * withdraw it. Used for automations that define no `withdrawn` of their own. {@link hasChanged} compares the event with
 * the request.
 * @param when The automation's own check, which ignores the project
 */
export function whyNoLongerWanted(
  event: TicketEvent,
  projects: TicketProjects,
  when: (event: TicketEvent) => true | string,
): string | null {
  const { type, ticket } = event;
  const { key, project, moved, status: { from, fromId } = {} } = ticket;
  if (isForeign(event, projects)) return null;
  // A comment or an update shows the state of the ticket, too.
  const check = (status = ticket.status) =>
    when({ ...event, type: "ticket.transitioned", ticket: { ...ticket, ...(status && { status }) } });
  const now = check();
  if (isElsewhere(event, projects)) {
    const before =
      from === undefined ? now : check({ to: from, ...(fromId !== undefined && { id: fromId }) });
    return moved || now === true || before === true ? `${key} is now in the project “${project}”` : null;
  }
  if (type === "ticket.deleted") return `${key} was deleted`;
  return now === true ? null : `${key} no longer fits: ${now.replace(/\.$/, "")}`;
}

/**
 * Returns true if a later event shows that a ticket has certainly changed since a request: it was deleted, or has
 * another status, form or project.
 */
export function hasChanged(
  asked: Ticket,
  { type, ticket }: Pick<TicketEvent, "type"> & { readonly ticket: Partial<Ticket> },
): boolean {
  const { requestType, project, moved, unsure = [] } = ticket;
  if (type === "ticket.deleted" || moved) return true;
  if (project !== undefined && asked.project !== undefined && project !== asked.project) return true;
  const isLost = type === "ticket.updated" && !unsure.includes("requestType");
  if (requestType !== asked.requestType && (requestType !== undefined || isLost)) return true;
  const { status } = asked;
  const { id } = ticket.status ?? {};
  if (status?.id !== undefined && id !== undefined) {
    if (status.id !== id) return true;
    // The status is the same. If its name is uncertain, a different name is only a translation.
    if (unsure.includes("status")) return false;
  }
  return status !== undefined && isOther({ names: [status.to], ids: [] }, ticket);
}

/** Lists the values of a ticket's field, without surrounding white space. The list is empty if the field is empty. */
export function fieldValues({ fields }: Pick<Ticket, "fields">, name: string): string[] {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return [value ?? []].flat().flatMap((text) => text.trim() || []);
}

/**
 * Returns the only value of a ticket's field, by its configured name or its id.
 *
 * @throws Problem `request_unclear` if the field is empty or has several values
 * @example
 * export const readUser = ({ ticket }: TicketEvent): string => requireField(ticket, "user");
 */
export function requireField(ticket: Pick<Ticket, "key" | "fields">, name: string): string {
  const [value, another] = fieldValues(ticket, name);
  if (value !== undefined && another === undefined) return value;
  const fault = value === undefined ? "is not filled in" : "has several values; exactly one is needed";
  throw unclear(`${ticket.key}: the field "${name}" ${fault}.`);
}
