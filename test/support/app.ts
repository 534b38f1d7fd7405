/** Sends requests to Reeve with the sample's configuration, for tests that need no Worker in between. */
import { createExecutionContext } from "cloudflare:test";
import type * as z from "zod";
import { sample } from "../../src/cli/start/sample.ts";
import type { Config } from "../../src/define-config.ts";
import { httpApp } from "../../src/http/app.ts";
import { AgentSettings } from "../../src/policy/agents.ts";
import { People } from "../../src/policy/people.ts";

export const app = asked(sample);

/** Returns the app with these people, and with only these automations. */
export const appWithPeople = (people: z.input<typeof People>, automations = sample.settings.automations) =>
  asked({
    ...sample,
    settings: { ...sample.settings, automations },
    people: People.parse(people),
  });

/** Returns the app with these agent settings. */
export const appWithAgents = (agents: z.input<typeof AgentSettings>) =>
  asked({ ...sample, agents: AgentSettings.parse(agents) });

/** Returns a function for requests, each with an execution context as on the platform. */
export function asked(config: Config) {
  const { request } = httpApp(config);
  return {
    request: (path: string | Request, init?: RequestInit, env?: object, ctx = createExecutionContext()) =>
      request(path, init, env, ctx),
  };
}
