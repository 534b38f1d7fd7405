// Asks the enabled automations on receipt of an event if it is for them.
import { type Automation, hears, type Relevance } from "../automations/kit/automation.ts";
import { withNamedFields } from "../automations/kit/fields.ts";
import { enabledNames, type Settings } from "../automations/settings.ts";
import { log } from "../base/log.ts";
import type { Passed } from "../ledger/shapes.ts";
import type { Policy } from "../policy/policy.ts";
import type { Event } from "../systems/event.ts";
import type { Mode } from "./run/run.ts";

/** Most characters of a kept reason, which may quote what was sent. */
const MAX_REASON_CHARS = 200;
const MAX_ERROR_CHARS = 200;

/** An event on receipt. */
export interface WantedEvent {
  /** The event's id, for the log; `null` if the desk asks again and logs. */
  readonly id: string | null;
  /** The event's type, and others that it may turn out to have. */
  readonly types: readonly string[];
  readonly subject: string;
  /** The event as JSON text; parsed only if an automation listens. */
  readonly event: string | null;
}

export interface ForWhom {
  /** The automations that act on the event, each in a run of its own. */
  readonly wanting: readonly { readonly name: string; readonly mode: Mode }[];
  readonly passed: readonly Passed[];
}

interface Rules {
  readonly automations: ReadonlyMap<string, Automation>;
  readonly settings: Settings;
  readonly policy: Pick<Policy, "dryRun">;
}

/** Sorts the enabled automations that listen to an event by their answer. */
export function forWhom(
  { automations, settings, policy }: Rules,
  { id, types, subject, event: json }: WantedEvent,
): ForWhom {
  const listening = enabledNames(settings).flatMap((name) => {
    const automation = automations.get(name);
    return automation && types.some((type) => hears(automation, { type, subject })) ? automation : [];
  });
  if (listening.length === 0 || json === null) return { wanting: [], passed: [] };
  const event = withNamedFields(JSON.parse(json), settings.fields);
  const wanting: { name: string; mode: Mode }[] = [];
  const passed = new Map<string, string[]>();
  for (const automation of listening) {
    const { name } = automation;
    const relevance = ask(automation, event, settings, id);
    if (relevance === true) wanting.push({ name, mode: policy.dryRun.includes(name) ? "dry_run" : "live" });
    else passed.set(relevance, [...(passed.get(relevance) ?? []), name]);
  }
  return {
    wanting,
    passed: Array.from(passed, ([reason, names]) => ({
      reason: reason.slice(0, MAX_REASON_CHARS).toWellFormed(),
      automations: names,
    })),
  };
}

/** An automation whose `when` throws gets a run, which fails with the same error: no event is lost. */
function ask(automation: Automation, event: Event, settings: Settings, id: string | null): Relevance {
  try {
    return automation.when(event, settings);
  } catch (error) {
    if (id !== null)
      log("when_threw", {
        level: "alert",
        automation: automation.name,
        event: id,
        error: String(error).slice(0, MAX_ERROR_CHARS),
      });
    return true;
  }
}
