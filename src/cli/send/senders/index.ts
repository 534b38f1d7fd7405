import { actions } from "./actions.ts";
import { actionsToken } from "./actions-token.ts";
import { bamboohr } from "./bamboohr.ts";
import { cloudevents } from "./cloudevents.ts";
import { entra } from "./entra.ts";
import { freshservice } from "./freshservice.ts";
import { github } from "./github.ts";
import { gusto } from "./gusto.ts";
import { hibob } from "./hibob.ts";
import { jira } from "./jira.ts";
import { jiraApp } from "./jira-app.ts";
import { jiraAutomation } from "./jira-automation.ts";
import { linear } from "./linear.ts";
import { merge } from "./merge.ts";
import { microsoftGraph } from "./microsoft-graph.ts";
import { okta } from "./okta.ts";
import { pagerduty } from "./pagerduty.ts";
import { personio } from "./personio.ts";
import { rippling } from "./rippling.ts";
import type { Sender } from "./sender.ts";
import { servicenow } from "./servicenow.ts";
import { standardWebhooks } from "./standard-webhooks.ts";
import { workday } from "./workday.ts";
import { zendesk } from "./zendesk.ts";

/** Every sender that the local stack can play. */
export const senders: readonly Sender[] = [
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
