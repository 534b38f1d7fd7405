import { bamboohr } from "./bamboohr.ts";
import { entra } from "./entra.ts";
import { gusto } from "./gusto.ts";
import { hibob } from "./hibob.ts";
import { jira } from "./jira.ts";
import { merge } from "./merge.ts";
import { microsoftGraph } from "./microsoft-graph.ts";
import { okta } from "./okta.ts";
import { personio } from "./personio.ts";
import { rippling } from "./rippling.ts";
import type { Sender } from "./sender.ts";
import { workday } from "./workday.ts";

/** Every sender that the local stack can play. */
export const senders: readonly Sender[] = [
  jira,
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
];
