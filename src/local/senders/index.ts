import { freshservice } from "./freshservice.ts";
import { jira } from "./jira.ts";
import { jiraApp } from "./jira-app.ts";
import { jiraAutomation } from "./jira-automation.ts";
import type { Sender } from "./sender.ts";
import { servicenow } from "./servicenow.ts";
import { zendesk } from "./zendesk.ts";

/** Every sender that the local stack can play. */
export const senders: readonly Sender[] = [jira, jiraApp, jiraAutomation, servicenow, zendesk, freshservice];
