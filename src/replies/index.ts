import { Problem } from "../base/problem.ts";
import type { Channel } from "./channel.ts";
import { entra } from "./entra.ts";
import { freshservice } from "./freshservice.ts";
import { github } from "./github.ts";
import { jira } from "./jira.ts";
import { linear } from "./linear.ts";
import { pagerduty } from "./pagerduty.ts";
import { servicenow } from "./servicenow.ts";
import { zendesk } from "./zendesk.ts";

const channels: readonly Channel[] = [
  jira,
  servicenow,
  zendesk,
  freshservice,
  linear,
  github,
  pagerduty,
  entra,
];

/** The systems that can be answered. */
export const CHANNEL_SYSTEMS = channels.map(({ system }) => system);

/** @throws Problem `configuration_invalid` for a system that can't be answered any more */
export function channelOf(system: string): Channel {
  const channel = channels.find((one) => one.system === system);
  if (!channel) throw new Problem("configuration_invalid", `nothing answers "${system}"`);
  return channel;
}
