import { env } from "cloudflare:workers";
import { automations } from "../../src/automations/index.ts";
import { RETRY_DELAYS_MS, WAITS_MS } from "../../src/base/waits.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { defineConfig } from "../../src/define-config.ts";
import { reeve } from "../../src/reeve.ts";
import { NO_BUDGETS, NO_DEFAULT_APPROVALS } from "../policy/own-rules.ts";
import { installRules } from "./rules.ts";

const { settings } = sample;

/**
 * Reeve with the automations of `rules.ts`. The variable `RULES` configures which of them are enabled, the policy,
 * replies, fields and settings, so that each test states its configuration. The default approval rules are off unless
 * the test states `defaultApprovals`.
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
  /** Waits are short, because no test is about time. A benchmark uses those of a deployment. */
  readonly shortWaits?: boolean;
};
/** Returns an enabled automation with its settings: the test's, or by default the sample's. */
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
    policy: { defaultApprovals: NO_DEFAULT_APPROVALS, budgets: NO_BUDGETS, ...stated },
    replies: answered,
    slack: spoken,
    people,
    agents,
  }),
);

export default app.handler;
export const { Control, Desk, Outbox, TokenKeeper } = app;
