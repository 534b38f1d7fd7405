import { askedOf, type Run } from "../desk/run/run.ts";
import type { Variables } from "../env.ts";
import { isAlerting } from "../ledger/states.ts";
import { hasBotToken } from "./api.ts";
import type { SlackSettings } from "./settings.ts";

/** Whether operators are notified in Slack. */
export const isToldToOperators = ({ noticesChannel }: SlackSettings, env: Variables): boolean =>
  noticesChannel !== undefined && hasBotToken(env);

/** Whether anybody in Slack is to be notified that a run has come to another state, or of its notice. */
export function hasMessageInSlack(
  { approvalsChannel, noticesChannel }: SlackSettings,
  run: Run,
  about: "state" | "notice",
): boolean {
  if (about === "notice") return noticesChannel !== undefined || (run.notice?.people?.length ?? 0) > 0;
  if (run.subject.startsWith("slack:")) return true;
  if (approvalsChannel && run.asks.length > 0) return true;
  if (run.state === "awaiting_task" && askedOf(run).length > 0) return true;
  return noticesChannel !== undefined && isAlerting(run.state);
}
