// Events that give every unscheduled automation something to do on the tenant's sample data.
import { fromTickets } from "../../src/automations/from-tickets.ts";
import { sample } from "../../src/cli/start/sample.ts";
import type { Fields, SenderEvent } from "../../src/systems/event.ts";
import { findForm } from "./support/context.ts";
import { ticketNews, workerNews } from "./support/workers.ts";

/** The input of each action in tickets and in requests by name. */
export const asked: Readonly<Record<string, Readonly<Record<string, string | string[]>>>> = {
  "connector-owner.add": { user: "ada.marsh@example.com", connector: "GitHub MCP" },
  "entitlement-owner.remove": { entitlement: "GitHub admin", app: "Jira" },
  "user-entitlement-owner.remove": {
    entitlement: "GitHub maintainer",
    app: "GitHub",
    user: "ada.marsh@example.com",
  },
  "tool.retire": { tool: "Create issue" },
  "session-policy.remove": { policy: "Shared kiosks" },
  "campaign.create": { name: "Spring", like: "Contractors 2026", owners: ["ada.marsh@example.com"] },
  "tool.track": { tool: "Delete branch" },
  "service-automation.start": {
    automation: "Close account",
    user: "ada.marsh@example.com",
    values: "ticket=1",
  },
  "session-policy.end-on": { policy: "Shared kiosks", until: "2099-12-31" },
};

/** Builds the event of an approved ticket that requests an action. */
function ticket(action: string, fields: Fields): SenderEvent {
  const form = findForm(sample.settings, action);
  if (!form) throw new Error(`no ticket asks for ${action}`);
  const { requestType, status } = form;
  return ticketNews({ requestType, status: { to: status[0] ?? "" }, fields });
}

/** The event for each automation, by the automation's name. */
export const events: Readonly<Record<string, readonly SenderEvent[]>> = {
  ...Object.fromEntries(
    Array.from(fromTickets, ([action, { name }]) => [name, [ticket(action, asked[action] ?? {})]]),
  ),
  "requested-action": Object.entries(asked).map(([action, input]) => ({
    type: "request.made",
    subject: "request:1",
    request: { action, input },
  })),
  joiner: [workerNews("worker.hired", { worker: { department: "Security" } })],
  mover: [workerNews("worker.changed", { changed: ["department"] })],
  leaver: [workerNews("worker.terminated")],
};
