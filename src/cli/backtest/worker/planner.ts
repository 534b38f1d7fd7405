// The Worker that plans recorded events again, over HTTP, and acts on nothing.
import { type Automation, hears } from "../../../automations/kit/automation.ts";
import { noHistory } from "../../../automations/kit/no-history.ts";
import { enabledNames, type Settings } from "../../../automations/settings.ts";
import { propose, toFailure } from "../../../desk/engine/propose.ts";
import { createGovernance, type GovernanceBindings, readOnly } from "../../../governance/client/index.ts";
import { partyFinder } from "../../../policy/parties.ts";
import type { Policy } from "../../../policy/policy.ts";
import { complete } from "../../../systems/api/complete.ts";
import type { Event } from "../../../systems/event.ts";
import { READS_RECORD } from "./compare.ts";
import type { EnabledModes, PlanQuestion, Replanned, WantedEvents, WantedQuestion } from "./questions.ts";

/** What decides: what there is in the working tree, or in a test other than that. */
export interface Rules {
  readonly automations: ReadonlyMap<string, Automation>;
  readonly settings: Settings;
  readonly policy: Policy;
}

/**
 * A Worker that plans and can't act: of the governance API it has the reading half, and of Reeve neither the code that
 * sends effects nor the ledger. It runs in workerd, since that is where the plans it repeats were made.
 */
export const planner = (rules: Rules): ExportedHandler<GovernanceBindings> => ({
  async fetch(request, env) {
    switch (new URL(request.url).pathname) {
      case "/modes":
        return Response.json(modes(rules));
      case "/wanted":
        return Response.json(wanted(rules, await request.json()));
      case "/plan":
        return Response.json(await replan(rules, await request.json(), env));
      default:
        return new Response(null, { status: 404 });
    }
  },
});

function modes({ automations, settings, policy }: Rules): EnabledModes {
  const enabled = new Set(enabledNames(settings));
  const modeOf = (name: string) => (policy.dryRun.includes(name) ? "dry_run" : "live");
  return Object.fromEntries(
    Array.from(automations.keys(), (name) => [name, enabled.has(name) ? modeOf(name) : "off"]),
  );
}

const wanted = (rules: Rules, { automation, events }: WantedQuestion): WantedEvents => {
  const asked = automationOf(rules, automation);
  return events.filter((event) => hears(asked, event)).map(({ id }) => id);
};

async function replan(
  rules: Rules,
  { automation, event, authentication }: PlanQuestion,
  env: GovernanceBindings,
): Promise<Replanned> {
  const asked = automationOf(rules, automation);
  try {
    // On record is what `source.parse` gave, whose type this is.
    const heard = { event: await complete(event as Event, env), authentication };
    const governance = readOnly(createGovernance(env));
    const now = Date.now();
    // Without the ledger, nothing is on record: what an automation does not do again, it plans here.
    const find = partyFinder(governance);
    const views = { ...rules, governance, find, history: noHistory, now, since: now, progress: null };
    const intent = await propose(asked, heard, views);
    if (intent.type === "ignored") return { now: "ignored", reason: intent.reason };
    if (intent.type === "progressed") return { now: "ignored", reason: READS_RECORD };
    if (intent.type === "scheduled") return { now: "ignored", reason: `waits for ${intent.what}` };
    const { plan, asks } = intent;
    return { now: "planned", hash: plan.hash, summaries: plan.actions.map(({ summary }) => summary), asks };
  } catch (error) {
    const { code, message } = toFailure(error);
    return { now: "failing", code, message };
  }
}

function automationOf({ automations }: Rules, name: string): Automation {
  const automation = automations.get(name);
  if (!automation) throw new Error(`there is no automation "${name}"`);
  return automation;
}
