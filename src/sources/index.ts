import { freshservice } from "./freshservice.ts";
import { jira } from "./jira.ts";
import { jiraApp } from "./jira-app.ts";
import { jiraAutomation } from "./jira-automation.ts";
import { servicenow } from "./servicenow.ts";
import type { Source } from "./source.ts";
import { zendesk } from "./zendesk.ts";

const all: readonly Source[] = [jira, jiraApp, jiraAutomation, servicenow, zendesk, freshservice];

/** The sources by name. A `Map`, so that no name reaches an object's prototype. */
export const sources: ReadonlyMap<string, Source> = new Map(all.map((source) => [source.name, source]));
