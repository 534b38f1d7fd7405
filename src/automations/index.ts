import { accessReviewSchedule } from "./access-review-schedule.ts";
import { type Automation, hears } from "./automation.ts";
import { connectorOwnerFromTicket } from "./connector-owner-from-ticket.ts";

const all: readonly Automation[] = [connectorOwnerFromTicket, accessReviewSchedule];

/** Every automation there is, by name; `enabled` in `src/config.ts` says which of them run. */
export const automations: ReadonlyMap<string, Automation> = new Map(
  all.map((automation) => [automation.name, automation]),
);

/** The names of those among the enabled ones that an event is for. */
export const listeners = (
  enabled: readonly string[],
  event: { readonly type: string; readonly subject: string },
): string[] =>
  enabled.filter((name) => {
    const automation = automations.get(name);
    return automation !== undefined && hears(automation, event);
  });
