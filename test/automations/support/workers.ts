import type { Proposal } from "../../../src/automations/kit/proposal.ts";
import type { Ticket, TicketEvent, Worker, WorkerEvent } from "../../../src/systems/event.ts";

/** News of Ada Marsh, as an HR system sends it. */
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

/** A ticket of Jira that has come to a status. */
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

/** The actions of a proposal. @throws Error where there are none */
export function listActions(proposal: Proposal) {
  if (!("actions" in proposal)) throw new Error(`it plans nothing: ${JSON.stringify(proposal)}`);
  return proposal.actions;
}
