// Responds to commands and clicks at the address that they contain.

import { Problem } from "../../base/problem.ts";
import { isThisMachine } from "../../base/request.ts";
import { tryParseJson } from "../../base/text.ts";
import { isLocalStack, type Variables } from "../../env.ts";
import { valueAt } from "../../systems/reading/json.ts";
import { postJson, statusProblem } from "../post-json.ts";
import type { SlackMessage } from "./blocks.ts";

/** Maximum responses at an address, and their time limit in milliseconds (docs.slack.dev/interactivity). */
export const RESPONSE_URL_USES = 5;
export const RESPONSE_URL_MS = 30 * 60 * 1000;

/**
 * The error of an address that accepts no further responses. A retry is useless, but a bot token can still reach the
 * user.
 */
export class ResponseUrlGone extends Problem {
  override readonly name = "ResponseUrlGone";
}
const GONE = {
  used_url: "was used five times (used_url)",
  expired_url: "is older than 30 minutes (expired_url)",
} as const;

const HOSTS: ReadonlySet<string> = new Set(["hooks.slack.com", "hooks.slack-gov.com"]);

/**
 * Responds to a command or click. The address is a secret and appears in no message. Only Slack's own hosts are
 * accepted, which prevents requests to other servers.
 * @param shown.replaceOriginal True to replace the message whose button was clicked
 * @throws ResponseUrlGone
 * @throws Problem `sender_bad_request` (not an address of Slack), `sender_refused`, `sender_unavailable` or
 * `sender_outcome_unknown`
 */
export async function respond(
  responseUrl: string,
  message: SlackMessage,
  env: Variables,
  { replaceOriginal = false } = {},
): Promise<void> {
  const url = checkAddress(responseUrl, env);
  const body = { response_type: "ephemeral", replace_original: replaceOriginal, ...message };
  const { status, text } = await postJson("slack, response_url", url, body);
  for (const [error, why] of Object.entries(GONE))
    if (text.includes(error)) throw new ResponseUrlGone("sender_refused", `slack, response_url: it ${why}`);
  const fault = `slack, response_url: ${status} ${text.match(/\b[a-z]+(?:_[a-z]+)+\b/)?.[0] ?? ""}`.trim();
  const problem = statusProblem(isNotOk(text) ? Math.max(status, 400) : status, fault);
  if (problem) throw problem;
}

function checkAddress(responseUrl: string, env: Variables): URL {
  const url = URL.parse(responseUrl);
  const local = url !== null && isLocalStack(env) && isThisMachine(url);
  const slacks = url?.protocol === "https:" && HOSTS.has(url.hostname) && url.port === "";
  if (!url || !(local || slacks) || url.username || url.password)
    throw new Problem("sender_bad_request", "slack, response_url: this is not an address of Slack");
  return url;
}

/** True for an error that Slack returns with 200 and `{"ok":false}`. Other errors and successes are not JSON. */
const isNotOk = (text: string): boolean => valueAt(tryParseJson(text), "ok") === false;
