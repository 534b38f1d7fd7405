import { entra } from "./entra.ts";
import { jira } from "./jira.ts";
import { microsoftGraph } from "./microsoft-graph.ts";
import { okta } from "./okta.ts";
import { rippling } from "./rippling.ts";
import type { Sender } from "./sender.ts";
import { workday } from "./workday.ts";

/** Every sender that the local stack can play. */
export const senders: readonly Sender[] = [jira, rippling, workday, okta, microsoftGraph, entra];
