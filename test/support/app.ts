/** Reeve's URLs with the sample's configuration, for tests that ask them without a Worker in between. */
import { createExecutionContext } from "cloudflare:test";
import type * as z from "zod";
import { sample } from "../../src/cli/start/sample.ts";
import type { Config } from "../../src/define-config.ts";
import { httpApp } from "../../src/http/app.ts";
import { AgentSettings } from "../../src/policy/agents.ts";
import { People } from "../../src/policy/people.ts";

export const app = asked(sample);

/** The same, with these people, and these automations alone. */
export const appWithPeople = (people: z.input<typeof People>, automations = sample.settings.automations) =>
  asked({
    ...sample,
    settings: { ...sample.settings, automations },
    people: People.parse(people),
  });

/** The same with agents, as the settings say. */
export const appWithAgents = (agents: z.input<typeof AgentSettings>) =>
  asked({ ...sample, agents: AgentSettings.parse(agents) });

/** Each request has a context, as it has on the platform. */
export function asked(config: Config) {
  const { request } = httpApp(config);
  return {
    request: (path: string | Request, init?: RequestInit, env?: object, ctx = createExecutionContext()) =>
      request(path, init, env, ctx),
  };
}
