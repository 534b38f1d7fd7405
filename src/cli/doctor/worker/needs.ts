// Which variables and secrets the settings call for.

import type { Automation } from "../../../automations/kit/automation.ts";
import { isSchedule } from "../../../automations/kit/schedule.ts";
import { enabledNames } from "../../../automations/settings.ts";
import type { Config } from "../../../define-config.ts";
import { VARIABLES, type VariableName } from "../../../env.ts";
import { isUsual } from "../../../systems/api/api.ts";
import { entrances, senderApis } from "../../../systems/index.ts";
import { slackSecret } from "../../../systems/slack.ts";
import type { Need } from "./questions.ts";

/** The variables that a deployment with these settings can't do its work without, and where one gets each. */
export function needsOf(
  { settings, replies, slack }: Config,
  automations: ReadonlyMap<string, Automation>,
): Need[] {
  const need = (variable: VariableName, where: string = VARIABLES[variable].says): Need => ({
    anyOf: [variable],
    where,
  });
  const needs = [
    need("GOVERNANCE_CLIENT_ID"),
    need("GOVERNANCE_CLIENT_SECRET"),
    need("ACCESS_TEAM_DOMAIN"),
    need("ACCESS_AUD"),
  ];
  const byClock = enabledNames(settings).every((name) => {
    const automation = automations.get(name);
    return automation !== undefined && isSchedule(automation.on);
  });
  const doors = entrances.map(({ secretVariable }) => secretVariable);
  if (!byClock)
    needs.push({ anyOf: doors, where: "the sender whose events are to come in: docs/senders.md" });
  for (const { system, address, variables } of senderApis) {
    if (!Object.hasOwn(replies, system)) continue;
    const names = isUsual(address) ? variables : [address.variable, ...variables];
    for (const name of names)
      needs.push(need(name, `access to ${system}, which \`replies\` in src/config.ts answers`));
  }
  if (slack.approvalsChannel ?? slack.noticesChannel)
    for (const name of [slackSecret.secretVariable, "SLACK_BOT_TOKEN"] as const)
      needs.push(need(name, "the Slack app whose channels src/config.ts names: docs/slack.md"));
  return needs;
}
