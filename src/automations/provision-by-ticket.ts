// Creates a ticket for a provisioning step of the governance service, and answers once the ticket is resolved.
import {
  type AskEvent,
  answerInTime,
  asComment,
  automation,
  completeProvision,
  failProvision,
  findReference,
  isAnsweredBy,
  RECORDED_WITHIN_MS,
  readSettings,
  type TicketEvent,
} from "../kit/index.ts";

/**
 * Creates a ticket for each provisioning step. The run of the ticket's event reports the access as provisioned or not.
 * If no run has done so when the deadline is near, the run of the request gives the default answer.
 */
export const provisionByTicket = automation({
  name: "provision-by-ticket",
  description: "Creates a ticket for each provisioning step, and answers it when the ticket is closed.",
  on: ["provision-step.asked", "ticket.transitioned", "ticket.updated"],
  proposes: [completeProvision, failProvision],
  // The automation only acts on tickets that Reeve has created, in the project that its settings name.
  projects: "any",
  when(event, settings) {
    const own = settings.automations["provision-by-ticket"];
    if ("ask" in event) return isAnsweredBy(event, own);
    if (!isCreated(event, own)) return "Reeve did not create this ticket.";
    const { to = "unknown" } = event.ticket.status ?? {};
    return isFinal(event, own) || `The ticket's status “${to}” is not final.`;
  },
  withdrawn(event, settings) {
    const own = settings.automations["provision-by-ticket"];
    const { key, status } = event.ticket;
    return status && isCreated(event, own) && !isFinal(event, own) ? `${key} is “${status.to}” again` : null;
  },
  async propose(event, context) {
    const { history, settings, now } = context;
    const own = readSettings(settings, "provision-by-ticket");
    const isAnswered = (subject: string, since: number) =>
      history.hasCalled({ operation: "answerWebhook", subject, since });
    if ("ask" in event) {
      const { ask, subject } = event;
      for (const { ticket, since, ...created } of await history.created({ subject }))
        if (isSame(created.event, event) && (await isAnswered(ticket, since)))
          return { ignore: `the request was already answered through the ticket ${ticket}` };
      return answerInTime(event, context, own, ({ until }) => ({
        waitUntil: Date.parse(until),
        for: "its ticket",
        notice: {
          title: ask.title,
          summary: `Provision the access that request ${ask.key} has granted. Reeve reports the result of this ticket to the governance service.`,
          lines: listFacts(ask),
          ticket: own.ticket,
        },
      }));
    }
    // Ignore events about other tickets into which a person copied the reference.
    const found = await history.created({ event: findReference(event.ticket) ?? "" });
    const created = found.find(({ ticket }) => ticket === event.subject);
    const recorded = context.since + RECORDED_WITHIN_MS;
    if (!created && now < recorded) return { waitUntil: recorded, for: "the ticket's creation record" };
    if (!created || !("ask" in created.event)) return { ignore: "Reeve did not create this ticket" };
    if (await isAnswered(event.subject, created.since)) return { ignore: "the request was already answered" };
    const { key, status } = event.ticket;
    return answerInTime(created.event, { ...context, since: created.since }, own, (asked) => {
      const comment = asComment(`${key} is “${status?.to}”.`);
      const answer = own.completeIn.includes(status?.to ?? "") ? completeProvision : failProvision;
      return { actions: [answer({ ...asked, comment })] };
    });
  },
});

type Own = ReturnType<typeof readSettings<"provision-by-ticket">>;

const isCreated = ({ ticket }: TicketEvent, own?: Own): own is Own =>
  ticket.system === own?.ticket.system && findReference(ticket) !== null;

const isFinal = ({ ticket: { status } }: TicketEvent, { completeIn, errorIn }: Own): boolean =>
  status !== undefined && [completeIn, errorIn].flat().includes(status.to);

const isSame = (one: object, { ask }: AskEvent): boolean =>
  "ask" in one && JSON.stringify(one.ask) === JSON.stringify(ask);

const listFacts = ({ person, requester, app, entitlement }: AskEvent["ask"]) =>
  Object.entries({ Person: person, "Requested by": requester, App: app, Entitlement: entitlement }).flatMap(
    ([name, fact]) =>
      fact ? [{ name, detail: [fact.name, "email" in fact && fact.email].filter(Boolean).join(", ") }] : [],
  );
