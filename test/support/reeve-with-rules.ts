import { env } from "cloudflare:workers";
import { automations } from "../../src/automations/index.ts";
import { policy, replies, settings, slack } from "../../src/config.ts";
import { checkNames, checkRetention } from "../../src/desk/config-check.ts";
import { Policy } from "../../src/policy/policy.ts";
import { SlackSettings } from "../../src/slack/settings.ts";
import { Replies } from "../../src/systems/reply/replies.ts";
import { installRules } from "./rules.ts";

export * from "../../src/worker.ts";
export { default } from "../../src/worker.ts";

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
  readonly fields?: object;
  readonly ticketRequests?: object;
  readonly slack?: object;
  readonly settings?: object;
};
installRules(automations);
settings.enabled.splice(0, settings.enabled.length, ...enabled);
Object.assign(settings, { fields, ticketRequests, ...others });
Object.assign(replies, Replies.parse(answered));
Object.assign(slack, SlackSettings.parse(spoken));
// Before any Durable Object is made: those read the policy once.
Object.assign(
  policy,
  Policy.parse({
    dryRun: [],
    approvals: [],
    approvalExpiresAfterHours: 72,
    approvers: [],
    budgets: [],
    ...stated,
  }),
);
checkNames(settings, policy, automations);
checkRetention(settings, policy);
