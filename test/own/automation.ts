import { describe, expect, it } from "vitest";
import { Problem } from "../../src/base/problem.ts";
import type { Automation, Context } from "../../src/kit/automation.ts";
import { withNamedFields } from "../../src/kit/fields.ts";
import type { Proposal } from "../../src/kit/proposal.ts";
import { isSchedule } from "../../src/kit/schedule.ts";
import type { Settings } from "../../src/kit/settings.ts";
import type { Event } from "../../src/systems/event.ts";
import { makeContext, recorded } from "../automations/support/context.ts";
import { tick } from "../automations/support/proposed.ts";
import { forbidAllElse, frozen, recordedEvents } from "../automations/support/recorded-events.ts";
import { tenantAt } from "../governance/tenant.ts";
import { expectPlannable } from "./action.ts";

/** Maximum steps of one proposal. */
const MAX_STEPS = 100;

/**
 * Describes what must hold for every automation. Its events are the recorded deliveries, tickets as its `when` wants
 * them, or its schedule; a tenant with the sample data answers its calls.
 *
 * @example
 * describeAutomation(acmeAutomation);
 */
export function describeAutomation(automation: Automation): void {
  const { name, operations, proposes } = automation;

  describe(`the automation ${name}`, () => {
    it("decides by the event and the settings alone whether it wants an event, and says why it does not", async () => {
      const { settings } = makeContext((await tenantAt(`when.${name}.example.com`)).client());
      const events = await recordedEvents();
      forbidAllElse();
      for (const [file, event] of events) {
        const wants = automation.when(frozen(structuredClone(event)), frozen(structuredClone(settings)));
        if (wants !== true) expect(wants, file).toMatch(/^\S.{0,198}\.$/s);
        expect(automation.when(event, settings), file).toBe(wants);
      }
    });

    it("calls only operations in `reads` and `proposes`, and proposes only actions in `proposes`", async () => {
      const { governance, called } = recorded((await tenantAt(`${name}.example.com`)).client());
      const context = makeContext(governance);
      for (const [file, event] of await eventsFor(automation, context)) {
        const proposal = await propose(automation, event, context);
        for (const action of "actions" in proposal ? proposal.actions : []) {
          for (const { operation } of action.effects) called.add(operation);
          const declared = proposes.find(({ actionName }) => actionName === action.action);
          expect(declared, `${action.action} for ${file} is not in \`proposes\``).toBeDefined();
          if (declared) await expectPlannable(declared, action);
        }
      }
      expect(operations).toEqual(expect.arrayContaining([...called]));
    });
  });
}

/** Lists the events of an automation's trigger, each with its origin. */
async function eventsFor(
  automation: Automation,
  { now, settings }: Context,
): Promise<readonly (readonly [string, Event])[]> {
  const { on } = automation;
  if (isSchedule(on)) return [["its schedule", tick(automation, new Date(now).toISOString())]];
  const own = (await recordedEvents()).filter(([, { type }]) => [on].flat().some((one) => one === type));
  return own.flatMap(([file, recorded]) => {
    const event = withNamedFields(recorded, settings.fields);
    return [
      [file, event],
      [`${file}, as wanted`, asWanted(automation, event, settings)],
    ];
  });
}

/** Changes a ticket's form and status to names in the reasons for which the automation declines it. */
function asWanted(automation: Automation, event: Event, settings: Settings, seen: string[] = []): Event {
  const why = automation.when(event, settings);
  if (why === true || !("ticket" in event)) return event;
  const reasons = [...seen, why];
  const changed = Array.from(why.matchAll(/"([^"]+)"/g), ([, name = ""]) => name)
    .flatMap((to) => [{ requestType: to }, { status: { to } }])
    .map((change) => ({ ...event, ticket: { ...event.ticket, ...change } }))
    .find((one) => !reasons.includes(String(automation.when(one, settings))));
  return changed ? asWanted(automation, changed, settings, reasons) : event;
}

/** Returns the final proposal. A Problem is a result too: it tells the requester what is missing. */
async function propose(automation: Automation, event: Event, context: Context): Promise<Proposal> {
  let proposal: Proposal = { ignore: "" };
  let progress: unknown = null;
  for (let step = 0; step < MAX_STEPS; step++) {
    try {
      proposal = await automation.propose(event, { ...context, progress });
    } catch (error) {
      if (error instanceof Problem) return { ignore: error.message };
      throw new Error(`propose threw for ${JSON.stringify(event)}`, { cause: error });
    }
    if (!("goOn" in proposal)) return proposal;
    progress = proposal.goOn.state;
  }
  throw new Error(`propose does not end within ${MAX_STEPS} steps for ${JSON.stringify(event)}`);
}
