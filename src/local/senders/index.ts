import { cloudevents } from "./cloudevents.ts";
import { github } from "./github.ts";
import { jira } from "./jira.ts";
import { linear } from "./linear.ts";
import { pagerduty } from "./pagerduty.ts";
import type { Sender } from "./sender.ts";
import { standardWebhooks } from "./standard-webhooks.ts";

/** Every sender that the local stack can play. */
export const senders: readonly Sender[] = [jira, linear, github, pagerduty, standardWebhooks, cloudevents];
