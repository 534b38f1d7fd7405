import type { Run } from "../desk/run.ts";
import type { SlackSettings } from "./settings.ts";

/** Whether anybody in Slack is to be told that a run has come to another state: who asked, approvers, operators. */
export function isToldInSlack({ approvalsChannel, noticesChannel }: SlackSettings, run: Run): boolean {
  if (run.subject.startsWith("slack:")) return true;
  if (approvalsChannel && run.asks.length > 0) return true;
  const stopped = run.state === "failed" || run.state === "held" || run.state === "needs_review";
  return noticesChannel !== undefined && stopped;
}
