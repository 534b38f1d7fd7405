// Answers commands and clicks where Slack asked, at the address that came with them.
import { Problem } from "../../base/problem.ts";
import { isThisMachine } from "../../base/this-machine.ts";
import { isLocalStack, type Variables } from "../../env.ts";
import { valueAt } from "../../systems/reading/json.ts";
import type { SlackMessage } from "./blocks.ts";

/** How often, and for how long from the command or click on, an address takes answers (docs.slack.dev/interactivity). */
export const RESPONSE_URL_USES = 5;
export const RESPONSE_URL_MS = 30 * 60 * 1000;

/** The address takes no answers any more. To try again is no use; a bot token may still reach the user. */
export class ResponseUrlGone extends Problem {
  override readonly name = "ResponseUrlGone";
}
const GONE = {
  used_url: "was used five times (used_url)",
  expired_url: "is older than 30 minutes (expired_url)",
} as const;

const HOSTS: ReadonlySet<string> = new Set(["hooks.slack.com", "hooks.slack-gov.com"]);
const TIMEOUT_MS = 10_000;
/** An answer is "ok", or the name of an error. */
const MAX_ANSWER_BYTES = 4096;

/**
 * Answers a command or click. The address is a secret of its own: it goes into no message. Slack's own host is the only
 * one it may be of, whatever the request says.
 * @param shown.replaceOriginal Puts the answer in the place of the message whose button was clicked
 * @throws ResponseUrlGone
 * @throws Problem `sender_bad_request` (no address of Slack), `sender_refused`, `sender_unavailable` or
 * `sender_outcome_unknown`
 */
export async function respond(
  responseUrl: string,
  message: SlackMessage,
  env: Variables,
  { replaceOriginal = false } = {},
): Promise<void> {
  const url = addressOf(responseUrl, env);
  const body = { response_type: "ephemeral", replace_original: replaceOriginal, ...message };
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "user-agent": "reeve" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = response.status;
    text = await beginningOf(response);
  } catch (error) {
    const name = error instanceof Error ? error.name : "no answer";
    throw new Problem("sender_outcome_unknown", `slack, response_url: ${name}`);
  }
  for (const [error, why] of Object.entries(GONE))
    if (text.includes(error)) throw new ResponseUrlGone("sender_refused", `slack, response_url: it ${why}`);
  const said = `slack, response_url: ${status} ${text.match(/\b[a-z]+(?:_[a-z]+)+\b/)?.[0] ?? ""}`.trim();
  if (status === 429 || status === 503) throw new Problem("sender_unavailable", said);
  if (status === 408 || status >= 500) throw new Problem("sender_outcome_unknown", said);
  if (status >= 300 || isNotOk(text)) throw new Problem("sender_refused", said);
}

function addressOf(responseUrl: string, env: Variables): URL {
  const url = URL.parse(responseUrl);
  const local = url !== null && isLocalStack(env) && isThisMachine(url);
  const slacks = url?.protocol === "https:" && HOSTS.has(url.hostname) && url.port === "";
  if (!url || !(local || slacks) || url.username || url.password)
    throw new Problem("sender_bad_request", "slack, response_url: it is not an address of Slack's");
  return url;
}

async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER_BYTES) break;
  }
  return text.slice(0, MAX_ANSWER_BYTES);
}

/** Slack answers some errors with 200 and `{"ok":false}`; others and successes are no JSON. */
function isNotOk(text: string): boolean {
  try {
    return valueAt(JSON.parse(text), "ok") === false;
  } catch {
    return false;
  }
}
