// Answers approval steps of the governance service based on the ticket that the request names.
import {
  type AskEvent,
  answerInTime,
  answerOtherwise,
  approveStep,
  asComment,
  automation,
  comparable,
  denyStep,
  type Event,
  HOUR_MS,
  isAnsweredBy,
  type Person,
  RECORDED_WITHIN_MS,
  readSettings,
  reassignStep,
  type TicketEvent,
  whyElsewhere,
} from "../kit/index.ts";

/** The pattern of ticket keys: those of Jira, Linear and ServiceNow, and numbers after a hash sign. */
const KEYS = /\b[A-Z][A-Z0-9_]*-\d+\b|\b(?:RITM|REQ|INC|CHG|SCTASK)\d{5,}\b|#\d+\b/g;

/**
 * Approves a step if its request names exactly one ticket, and this ticket is approved and names the request's person,
 * and the request's app or entitlement. Waits while the ticket has a status from `waitsIn`, and briefly for a late
 * report about the ticket. Otherwise gives the answer of the setting `otherwise`, such as a denial, with the reason as
 * the comment.
 */
export const policyStepByTicket = automation({
  name: "policy-step-by-ticket",
  description: "Approves a step of a request if its ticket is approved and names the person and the app.",
  on: "policy-step.asked",
  reads: ["searchUsers"],
  proposes: [approveStep, denyStep, reassignStep],
  when: (event, settings) => isAnsweredBy(event, settings.automations["policy-step-by-ticket"]),
  async propose(event, context) {
    const { history, settings, now } = context;
    const own = readSettings(settings, "policy-step-by-ticket");
    const { ask } = event;
    return answerInTime(event, context, own, async (asked) => {
      const no = (reason: string) => answerOtherwise(own.otherwise, reason, asked, context);
      const recorded = context.since + RECORDED_WITHIN_MS;
      const notYet = (reason: string) =>
        now < recorded ? { waitUntil: recorded, for: "a report from the ticket's system" } : no(reason);
      const [key, another] = new Set(ask.texts.flatMap((text) => text.match(KEYS) ?? []));
      if (key === undefined) return no("The request names no ticket.");
      if (another !== undefined) return no(`The request names several tickets: ${key}, ${another}.`);
      const found = findTicket(await history.known({ ticket: key }));
      if (!found) return notYet(`No ticketing system has reported ${key} to Reeve.`);
      const { ticket, approver } = found;
      const elsewhere = whyElsewhere(ticket, settings.ticketProjects);
      if (elsewhere) return no(`${key} does not count. ${elsewhere}`);
      const status = ticket.status?.to ?? "unknown";
      if (own.waitsIn.includes(status))
        return { waitUntil: now + HOUR_MS, for: `a decision about ${key}, which is “${status}”` };
      if (!own.status.includes(status)) return notYet(`The status of ${key} is “${status}”.`);
      const missing = findUnnamed(ask, ticket);
      if (missing) return no(`${key} does not name ${missing}.`);
      const gains = [ask.person, ask.requester].flatMap((one) => (one?.id ? [one] : []));
      const approvalReasons = isOther(approver, gains)
        ? []
        : [`nobody but the requester or ${ask.person?.name ?? "the user"} is known to have approved ${key}`];
      const people = gains.map(({ id = "", name = id }) => ({ id, name }));
      const each = people.filter(({ id }, n) => people.findIndex((one) => one.id === id) === n);
      if (each.length === 0) return no("The request names no user or requester.");
      const comment = asComment(`${key} is “${status}”, and names the person and the access.`);
      return { actions: [approveStep({ ...asked, comment, for: each })], approvalReasons };
    });
  },
});

/**
 * Returns a ticket's present state, from the newest of its events, and the person who moved the ticket to its status,
 * if known. Returns `null` if the ticket is deleted or unknown.
 */
function findTicket(events: readonly Event[]) {
  const own = events
    .filter((event): event is TicketEvent => "ticket" in event)
    .toSorted((one, other) => Date.parse(other.occurredAt ?? "") - Date.parse(one.occurredAt ?? "") || 0);
  const [newest] = own;
  if (!newest || newest.type === "ticket.deleted") return null;
  const { ticket } = newest;
  const moved = own.find(({ type }) => type === "ticket.transitioned");
  const approver = moved?.ticket.status?.to === ticket.status?.to ? moved?.actor : undefined;
  return { ticket, approver };
}

/**
 * Returns the name of the person or app that a ticket's title, requester and fields don't name, or `null` if they name
 * both. The ticket must contain the person's email. The entitlement's name can replace the app's name.
 */
function findUnnamed(
  { person, app, entitlement }: AskEvent["ask"],
  ticket: TicketEvent["ticket"],
): string | null {
  const { title, requester, fields } = ticket;
  const texts = [title, requester?.email ?? "", ...Object.values(fields).flat()].map(comparable);
  const names = (name: string | undefined) => {
    if (!name) return false;
    const word = new RegExp(`(?<![\\w.+-])${RegExp.escape(comparable(name))}(?![\\w@-])`, "u");
    return texts.some((text) => word.test(text));
  };
  if (!names(person?.email)) return person?.name ?? "the person";
  return names(app?.name) || names(entitlement?.name) ? null : (app?.name ?? "the app");
}

/**
 * Returns true if the emails of a person and of all other given people are known, and the person's email differs from
 * all of theirs.
 */
const isOther = (somebody: Person | undefined, people: readonly Person[]): boolean =>
  somebody?.email !== undefined &&
  people.every(({ email }) => email !== undefined && comparable(email) !== comparable(somebody.email ?? ""));
