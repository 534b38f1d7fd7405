import { env } from "cloudflare:workers";
import { automations } from "../../src/automations/index.ts";
import config from "../../src/config.ts";
import { defineConfig } from "../../src/define-config.ts";
import { reeve } from "../../src/reeve.ts";
import { installRules } from "./rules.ts";

const { settings } = config;

/**
 * Reeve as it is, with the automations of `rules.ts`. Which of them run, what policy says of them, who is answered,
 * what fields are called and which tickets ask for what is in the variable `RULES`, so that each test states it where it can be read.
 */
const { RULES = "{}" } = env as { readonly RULES?: string };
const {
  enabled = [],
  policy: stated = {},
  replies: answered = {},
  fields = {},
  ticketRequests = settings.ticketRequests,
  slack: spoken = {},
  settings: others = {},
} = JSON.parse(RULES) as {
  readonly enabled?: readonly string[];
  readonly policy?: object;
  readonly replies?: object;
  readonly fields?: typeof settings.fields;
  readonly ticketRequests?: typeof settings.ticketRequests;
  readonly slack?: object;
  readonly settings?: object;
};
installRules(automations);

const app = reeve(
  defineConfig({
    ...config,
    settings: { ...settings, enabled: [...enabled], fields, ticketRequests, ...others },
    policy: {
      dryRun: [],
      approvals: [],
      approvalExpiresAfterHours: 72,
      approvers: [],
      budgets: [],
      ...stated,
    },
    replies: answered,
    slack: spoken,
  }),
);

export default app.handler;
export const { Control, Courier, Desk, Talk, TokenKeeper } = app;
