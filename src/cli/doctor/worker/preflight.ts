// The Worker that examines the working tree: one address for each question.
import type { Automation } from "../../../automations/kit/automation.ts";
import { loadConfiguration } from "./config.ts";
import { examine, type Means } from "./examine.ts";
import { listenersOf } from "./listening.ts";
import { needsOf } from "./needs.ts";
import { askTenant } from "./tenant.ts";
import { brokenBy, type UpgradeRules } from "./upgrade.ts";

/** What is looked at: the working tree's, or in a test other than that. */
export interface Subject extends Means {
  readonly rules: UpgradeRules & { readonly automations: ReadonlyMap<string, Automation> };
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
      case "/mistakes":
        return Response.json((await loadConfiguration(means.load)).mistakes);
      case "/needs": {
        const { finding, configuration } = await loadConfiguration(means.load);
        if (!configuration) return new Response(`${finding.what}: ${finding.detail}`, { status: 422 });
        return Response.json(needsOf(configuration, rules.automations));
      }
      case "/listeners":
        return Response.json(listenersOf(rules.automations, await request.json()));
      case "/upgrade":
        return Response.json(brokenBy(rules, await request.json()));
      default:
        return new Response(null, { status: 404 });
    }
  },
});
