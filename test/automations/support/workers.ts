import type { Proposal } from "../../../src/kit/proposal.ts";
import type { Ticket, TicketEvent, Worker, WorkerEvent } from "../../../src/systems/event.ts";

/** Builds an event about Ada Marsh from an HR system. */
export const workerNews = (
  type: WorkerEvent["type"],
  { worker, ...event }: Partial<Omit<WorkerEvent, "worker">> & { readonly worker?: Partial<Worker> } = {},
): WorkerEvent => ({
  type,
  subject: "workday:1",
  ...event,
  worker: {
    system: "workday",
    id: "1",
    name: "Ada Marsh",
    email: "ada.marsh@example.com",
    manager: { email: "nora.field@example.com" },
    fields: {},
    ...worker,
  },
});

/** Builds the event of a Jira ticket that was moved to a status. */
export const ticketNews = (change: Partial<Ticket> = {}): TicketEvent => ({
  type: "ticket.transitioned",
  subject: "jira:1",
  ticket: {
    system: "jira",
    id: "1",
    key: "IAM-1",
    project: "IAM",
    title: "",
    status: { to: "Approved" },
    fields: {},
    ...change,
  },
});

/** Returns the actions of a proposal. @throws Error if it has none */
export function listActions(proposal: Proposal) {
  if (!("actions" in proposal)) throw new Error(`it plans nothing: ${JSON.stringify(proposal)}`);
  return proposal.actions;
}
