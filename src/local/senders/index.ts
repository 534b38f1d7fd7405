import { bamboohr } from "./bamboohr.ts";
import { gusto } from "./gusto.ts";
import { hibob } from "./hibob.ts";
import { jira } from "./jira.ts";
import { merge } from "./merge.ts";
import { personio } from "./personio.ts";
import type { Sender } from "./sender.ts";

/** Every sender that the local stack can play. */
export const senders: readonly Sender[] = [jira, bamboohr, hibob, personio, gusto, merge];
