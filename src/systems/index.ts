import { actions, actionsToken } from "./actions.ts";
import { bamboohr } from "./bamboohr.ts";
import { cloudevents } from "./cloudevents.ts";
import { entra } from "./entra.ts";
import { freshservice } from "./freshservice.ts";
import { github } from "./github.ts";
import { gusto } from "./gusto.ts";
import { hibob } from "./hibob.ts";
import { jira, jiraApp, jiraAutomation } from "./jira.ts";
import { linear } from "./linear.ts";
import { merge } from "./merge.ts";
import { microsoftGraph } from "./microsoft-graph.ts";
import { okta } from "./okta.ts";
import { pagerduty } from "./pagerduty.ts";
import { personio } from "./personio.ts";
import { rippling } from "./rippling.ts";
import { servicenow } from "./servicenow.ts";
import { standardWebhooks } from "./standard-webhooks.ts";
import type { Source } from "./system.ts";
import { workday } from "./workday.ts";
import { zendesk } from "./zendesk.ts";

const all: readonly Source[] = [
  jira,
  jiraApp,
  jiraAutomation,
  servicenow,
  zendesk,
  freshservice,
  linear,
  github,
  pagerduty,
  bamboohr,
  hibob,
  personio,
  gusto,
  merge,
  rippling,
  workday,
  okta,
  microsoftGraph,
  entra,
  standardWebhooks,
  cloudevents,
  actions,
  actionsToken,
];

/** The sources by name. A `Map`, so that no name reaches an object's prototype. */
export const sources: ReadonlyMap<string, Source> = new Map(all.map((source) => [source.name, source]));
