import { askedOf, type Run } from "../../desk/run/run.ts";
import type { RunMessage } from "../../desk/run-message.ts";
import { isSet, type Variables } from "../../env.ts";
import { isAlerting } from "../../ledger/states.ts";
import type { SlackSettings } from "./settings.ts";

/** Whether there is a bot token: without one, Slack can be answered where it asked, and gets nothing else. */
export const hasBotToken = (env: Variables): boolean => Boolean(env.SLACK_BOT_TOKEN);

/** Whether operators are notified in Slack. */
export const isToldToOperators = ({ noticesChannel }: SlackSettings, env: Variables): boolean =>
  noticesChannel !== undefined && hasBotToken(env);

/** Whether plans that wait for an approval are brought to their approvers. */
export const isToldToApprovers = ({ approvalsChannel }: SlackSettings, env: Variables): boolean =>
  (approvalsChannel !== undefined && hasBotToken(env)) || isSet(env, "TEAMS_WEBHOOK_URL");

/** Whether the channel in Teams is told this of a run. */
export const isForTeams = (
  { about, run }: { readonly about: RunMessage["about"]; readonly run: Pick<Run, "state"> },
  env: Variables,
): boolean => isSet(env, "TEAMS_WEBHOOK_URL") && run.state === "awaiting_approval" && about !== "notice";

/** Whether anybody in Slack is to be told this of a run. */
export function hasMessageInSlack(
  { approvalsChannel, noticesChannel }: SlackSettings,
  run: Run,
  about: RunMessage["about"],
): boolean {
  if (about === "notice") return noticesChannel !== undefined || (run.notice?.people?.length ?? 0) > 0;
  if (about === "reminder") return true;
  if (run.subject.startsWith("slack:")) return true;
  if (approvalsChannel && run.asks.length > 0) return true;
  if (run.state === "awaiting_task" && askedOf(run).length > 0) return true;
  return noticesChannel !== undefined && isAlerting(run.state);
}
