import { Problem } from "../../base/problem.ts";
import { isThisMachine } from "../../base/this-machine.ts";
import { isLocalStack, type Variables } from "../../env.ts";
import { valueAt } from "../../systems/reading/json.ts";
import type { SlackMessage } from "./blocks/blocks.ts";

/** How often, and for how long from the command or click on, an address takes answers (docs.slack.dev/interactivity). */
export const RESPONSE_URL_USES = 5;
export const RESPONSE_URL_MS = 30 * 60 * 1000;

/** How an answer is shown. */
export interface Shown {
  /** Only to who asked, or to everyone in the channel. @default "ephemeral" */
  readonly to?: "ephemeral" | "in_channel";
  /** Puts it in the place of the message whose button was clicked. */
  readonly replaceOriginal?: boolean;
}

/** The address takes no answers any more: there is no use in trying again, and a bot token may still reach the user. */
export class ResponseUrlGone extends Problem {
  override readonly name = "ResponseUrlGone";
  readonly reason: "used" | "expired";

  constructor(reason: "used" | "expired") {
    const why =
      reason === "used" ? "was used five times (used_url)" : "is older than 30 minutes (expired_url)";
    super("sender_refused", `slack, response_url: it ${why}`);
    this.reason = reason;
  }
}

const HOSTS: ReadonlySet<string> = new Set(["hooks.slack.com", "hooks.slack-gov.com"]);
const TIMEOUT_MS = 10_000;
/** What is read of an answer: "ok", or the name of an error. */
const MAX_ANSWER_BYTES = 4096;

/**
 * Answers a command or click where Slack asked. The address is a secret of its own: it goes into no message. Slack's
 * own host is the only one it may be of, whatever the request says.
 * @throws ResponseUrlGone
 * @throws Problem `sender_bad_request` (no address of Slack), `sender_refused`, `sender_unavailable` or
 * `sender_outcome_unknown`
 */
export async function respond(
  responseUrl: string,
  message: SlackMessage | { readonly deleteOriginal: true },
  env: Variables,
  { to = "ephemeral", replaceOriginal = false }: Shown = {},
): Promise<void> {
  const url = addressOf(responseUrl, env);
  const body =
    "deleteOriginal" in message
      ? { delete_original: true }
      : { response_type: to, replace_original: replaceOriginal, ...message };
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
  const error = text.match(/\b(?:used_url|expired_url)\b/)?.[0];
  if (error) throw new ResponseUrlGone(error === "used_url" ? "used" : "expired");
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
