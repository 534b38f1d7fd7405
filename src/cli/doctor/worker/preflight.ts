// The Worker that examines the working tree: one address for each question.
import * as z from "zod";
import { actions } from "../../../actions/index.ts";
import { fromTickets } from "../../../automations/from-tickets.ts";
import type { Automation } from "../../../automations/kit/automation.ts";
import type { Config } from "../../../define-config.ts";
import { loadConfiguration } from "./config.ts";
import { examine, type Means } from "./examine.ts";
import { errorMessage } from "./finding.ts";
import { listenersOf } from "./listening.ts";
import type { SettingsAnswer, TicketFormFacts } from "./questions.ts";
import { askNames, askTenant } from "./tenant.ts";
import { brokenBy, type UpgradeRules } from "./upgrade.ts";

/** What is looked at: the working tree's, or in a test other than that. */
export interface Subject extends Means {
  readonly rules: UpgradeRules & { readonly automations: ReadonlyMap<string, Automation> };
}

const FormNow = z.object({ requestType: z.string(), status: z.array(z.string()) });

function settingsOf({ settings, people, policy }: Config): SettingsAnswer {
  const { timeZone, defaultOwnerRole = null, automations, fields, ticketProjects } = settings;
  const forms = Array.from(fromTickets, ([name, { name: automation }]): TicketFormFacts => {
    const request = actions.get(name)?.request;
    if (!request || !("input" in request)) throw new Error(`there is no way to ask for ${name}`);
    const inputs = Object.entries(request.input.shape).map(([input, schema]) => ({
      name: input,
      required: !z.safeParse(schema, undefined).success,
      description: z.globalRegistry.get(schema)?.description ?? "",
    }));
    const now = FormNow.safeParse(automations[automation]).data ?? null;
    return { automation, action: name, description: request.description, now, inputs };
  });
  const { dryRun, unknownRequestersFrom } = policy;
  return {
    names: settings,
    timeZone,
    defaultOwnerRole,
    fields,
    ticketProjects,
    people,
    dryRun,
    unknownRequestersFrom,
    automations,
    forms,
  };
}

/**
 * A Worker that looks at configuration and code, and changes nothing. It runs in workerd, like what it looks at: the
 * client of the governance API needs it.
 */
export const preflight = ({ rules, ...means }: Subject): ExportedHandler => ({
  async fetch(request) {
    switch (new URL(request.url).pathname) {
      case "/doctor":
        return Response.json(await examine(await request.json(), means, rules.automations));
      case "/tenant":
        return Response.json(await askTenant(await request.json(), means));
      case "/settings": {
        const { configuration, mistakes } = await loadConfiguration(means.load);
        if (configuration) return Response.json(settingsOf(configuration));
        return new Response(`src/config.ts has mistakes; correct them first:\n  ${mistakes.join("\n  ")}`, {
          status: 422,
        });
      }
      case "/names":
        return askNames(await request.json(), means).then(
          (answers) => Response.json(answers),
          (error: unknown) => new Response(errorMessage(error), { status: 422 }),
        );
      case "/mistakes":
        return Response.json((await loadConfiguration(means.load)).mistakes);
      case "/listeners":
        return Response.json(listenersOf(rules.automations, await request.json()));
      case "/upgrade":
        return Response.json(brokenBy(rules, await request.json()));
      default:
        return new Response(null, { status: 404 });
    }
  },
});
