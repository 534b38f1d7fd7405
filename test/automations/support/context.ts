import { fromTickets } from "../../../src/automations/from-tickets.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { type Governance, readOnly } from "../../../src/governance/client/index.ts";
import { type Context, noHistory } from "../../../src/kit/automation.ts";
import type { RecurringCampaign, Settings, TicketForm } from "../../../src/kit/settings.ts";

const { settings } = sample;

/**
 * Builds the context of an automation: the sample settings (`makeContext(client, { settings })` replaces them), an empty
 * history, and a morning in 2099.
 *
 * @param change Properties to replace
 * @example
 * const context = makeContext((await tenantAt("acme.example.com")).client());
 * expect(await acmeAutomation.propose(ticket, context)).toMatchObject({ actions: [{ action: "connector-owner.add" }] });
 */
export const makeContext = (governance: Governance, change: Partial<Context> = {}): Context => ({
  governance: readOnly(governance),
  settings,
  history: noHistory,
  now: Date.parse("2099-04-01T08:00:00Z"),
  since: Date.parse("2099-04-01T08:00:00Z"),
  progress: null,
  sender: { title: "Workday", holdsAccounts: false, isAsked: false },
  ...change,
});

/** Returns the configured form of tickets that request an action. */
export function findForm({ automations }: Settings, action: string): TicketForm | undefined {
  const form: unknown = automations[fromTickets.get(action)?.name ?? ""];
  return form as TicketForm | undefined;
}

/** A quarterly access review. */
export const QUARTERLY: RecurringCampaign = {
  name: "Access review",
  every: "quarter",
  policy: "Manager reviews",
  ownerEmails: ["gita.lund@example.com"],
  scope: { allGrants: {} },
  openDays: 14,
};

/** Wraps the API to record the operations called. */
export function recorded(governance: Governance): {
  readonly governance: Governance;
  readonly called: Set<string>;
} {
  const called = new Set<string>();
  return {
    called,
    governance: {
      prepare: (options) => governance.prepare(options),
      call(operation, ...rest) {
        called.add(operation.id);
        return governance.call(operation, ...rest);
      },
      items(operation, ...rest) {
        called.add(operation.id);
        return governance.items(operation, ...rest);
      },
    },
  };
}
