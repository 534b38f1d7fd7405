import { cloudevents } from "./cloudevents.ts";
import { github } from "./github.ts";
import { jira } from "./jira.ts";
import { linear } from "./linear.ts";
import { pagerduty } from "./pagerduty.ts";
import type { Source } from "./source.ts";
import { standardWebhooks } from "./standard-webhooks.ts";

const all: readonly Source[] = [jira, linear, github, pagerduty, standardWebhooks, cloudevents];

/** The sources by name. A `Map`, so that no name reaches an object's prototype. */
export const sources: ReadonlyMap<string, Source> = new Map(all.map((source) => [source.name, source]));
