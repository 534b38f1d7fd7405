// Matches an event with the enabled automations, once, when it is received.
import { log } from "../base/log.ts";
import { describeThrown } from "../base/text.ts";
import { type Automation, listensTo, type Relevance } from "../kit/automation.ts";
import { withNamedFields } from "../kit/fields.ts";
import { enabledNames, isEnabled, type Settings } from "../kit/settings.ts";
import type { Declined } from "../ledger/shapes.ts";
import type { Policy } from "../policy/policy.ts";
import type { Mode } from "../runs/run.ts";
import type { Event, ScheduleEvent, SenderEvent } from "../systems/event.ts";

const MAX_REASON_CHARS = 200;
const MAX_ERROR_CHARS = 200;
const COULD_NOT_TELL = "the automation could not determine whether the event withdraws the request";

/** The results of the enabled automations for an event: plain data, which is sent to the event's desk. */
export interface Match {
  readonly wanting: readonly { readonly name: string; readonly mode: Mode }[];
  readonly declined: readonly Declined[];
  /** The reasons why the event withdraws waiting runs of its subject, by automation. */
  readonly withdrawalReasons: ReadonlyMap<string, string>;
}

/** The match of an event that concerns no automation. */
export const NO_MATCH: Match = { wanting: [], declined: [], withdrawalReasons: new Map() };

export interface MatchRules {
  readonly automations: ReadonlyMap<string, Automation>;
  readonly settings: Settings;
  readonly policy: Pick<Policy, "dryRun">;
}

/**
 * Returns the reason why an automation only plans under the current rules, or `null` if it may act. A run checks this
 * each time before it acts, because the rules might have changed since its event was received.
 */
export function findDryReason({ automations, settings, policy }: MatchRules, name: string): string | null {
  if (!automations.has(name)) return `the automation ${name} no longer exists`;
  if (!isEnabled(settings, name)) return `settings.automations no longer enables ${name}`;
  return policy.dryRun.includes(name) ? `policy.dryRun lists ${name}` : null;
}

/**
 * Sorts the enabled automations that listen to an event into those that want the event and those that decline it, and
 * finds the automations whose waiting runs the event withdraws.
 */
export function matchAutomations(
  { automations, settings, policy }: MatchRules,
  received: SenderEvent | ScheduleEvent,
): Match {
  const { type, subject } = received;
  const types: readonly string[] = [type, ...(("possibleTypes" in received && received.possibleTypes) || [])];
  const enabled = enabledNames(settings).flatMap((name) => automations.get(name) ?? []);
  const listening = enabled.filter((one) => types.some((type) => listensTo(one, { type, subject })));
  const isTicket = types.some((type) => type.startsWith("ticket."));
  const withdrawing = isTicket ? enabled.filter(({ withdrawn }) => withdrawn) : [];
  if (listening.length === 0 && withdrawing.length === 0) return NO_MATCH;
  const event = withNamedFields(received, settings.fields);
  const wanting: { name: string; mode: Mode }[] = [];
  const declined = new Map<string, string[]>();
  for (const automation of listening) {
    const { name } = automation;
    const relevance = ask<Relevance>(name, subject, () => automation.when(event, settings), true);
    if (relevance === true) wanting.push({ name, mode: policy.dryRun.includes(name) ? "dry_run" : "live" });
    else declined.set(relevance, [...(declined.get(relevance) ?? []), name]);
  }
  return {
    wanting,
    withdrawalReasons: new Map(
      withdrawing.flatMap(({ name, withdrawn }) => {
        const reason = askWithdrawn({ name, withdrawn }, event, settings);
        return reason === null ? [] : [[name, reason]];
      }),
    ),
    declined: Array.from(declined, ([reason, names]) => ({ reason: cutReason(reason), automations: names })),
  };
}

/**
 * Returns the reason why an event withdraws an automation's waiting runs, or `null` if it does not. If `withdrawn`
 * throws, or returns anything but a string, `null` or `undefined`, the runs are withdrawn.
 */
export const askWithdrawn = (
  { name, withdrawn }: Pick<Automation, "name" | "withdrawn">,
  event: Event,
  settings: Settings,
): string | null => {
  const answer = () => {
    const reason = withdrawn?.(event, settings) ?? null;
    return reason === null ? null : cutReason(reason);
  };
  return ask(name, event.subject, answer, COULD_NOT_TELL);
};

/** Shortens a reason. @throws TypeError for anything but a string */
const cutReason = (reason: string): string => reason.slice(0, MAX_REASON_CHARS).toWellFormed();

/**
 * Calls an automation's `when` or `withdrawn`, and returns `otherwise` if it throws. If `when` throws, the automation
 * gets a run, which fails with the error, so that no event is lost.
 */
function ask<Answer>(name: string, subject: string, answer: () => Answer, otherwise: Answer): Answer {
  try {
    return answer();
  } catch (error) {
    const text = describeThrown(error, MAX_ERROR_CHARS);
    log("when_threw", { level: "alert", automation: name, subject, error: text });
    return otherwise;
  }
}
