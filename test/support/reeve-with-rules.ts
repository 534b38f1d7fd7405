import { env } from "cloudflare:workers";
import { automations } from "../../src/automations/index.ts";
import { RETRY_DELAYS_MS, WAITS_MS } from "../../src/base/waits.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { defineConfig } from "../../src/define-config.ts";
import { reeve } from "../../src/reeve.ts";
import { installRules } from "./rules.ts";

const { settings } = sample;

/**
 * Reeve as it is, with the automations of `rules.ts`. Which of them run, what policy says of them, who is answered,
 * what fields are called and what automations go by is in the variable `RULES`, so that each test states it where it can be read.
 */
const { RULES = "{}" } = env as { readonly RULES?: string };
const {
  enabled = [],
  policy: stated = {},
  replies: answered = {},
  fields = {},
  automations: changed = {},
  slack: spoken = {},
  people = sample.people,
  agents = {},
  settings: others = {},
  shortWaits = false,
} = JSON.parse(RULES) as {
  readonly enabled?: readonly string[];
  readonly policy?: object;
  readonly replies?: Parameters<typeof defineConfig>[0]["replies"];
  readonly fields?: typeof settings.fields;
  readonly automations?: typeof settings.automations;
  readonly slack?: object;
  readonly people?: typeof sample.people;
  readonly agents?: object;
  readonly settings?: object;
  /** No test is about how long a wait is; a measurement has those of a deployment. */
  readonly shortWaits?: boolean;
};
/** An automation that runs, with what it goes by: the test's, or else the sample's. */
const own = (name: string) => [name, changed[name] ?? settings.automations[name] ?? {}] as const;

installRules(automations);
if (shortWaits) {
  Object.assign(WAITS_MS, { gather: 10, join: 3_000, refusals: 50, fault: 300 } satisfies typeof WAITS_MS);
  RETRY_DELAYS_MS.splice(0, 4, 100, 400, 1_600, 6_400);
}

const app = reeve(
  defineConfig({
    ...sample,
    settings: { ...settings, fields, ...others, automations: Object.fromEntries(enabled.map(own)) },
    policy: { approvals: [], budgets: [], ...stated },
    replies: answered,
    slack: spoken,
    people,
    agents,
  }),
);

export default app.handler;
export const { Control, Desk, Outbox, TokenKeeper } = app;
