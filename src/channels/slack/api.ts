// Calls Slack's Web API, responds at the addresses of commands and clicks, and interprets Slack's errors.
import type { ModalView } from "@slack/types";
import { Problem } from "../../base/problem.ts";
import { isThisMachine } from "../../base/request.ts";
import { tryParseJson } from "../../base/text.ts";
import { isLocalStack, type Variables } from "../../env.ts";
import { type SenderRequest, senderClient } from "../../systems/api/client.ts";
import { findApi } from "../../systems/index.ts";
import { textAt, valueAt } from "../../systems/reading/json.ts";
import { postJson, statusProblem } from "../post-json.ts";
import type { SlackMessage } from "./blocks.ts";

/** Errors of calls that Slack did not carry out and that might succeed later. */
const LATER: ReadonlySet<string> = new Set(
  "ratelimited rate_limited service_unavailable team_added_to_org".split(" "),
);
/** Errors after which it is unknown whether Slack carried out the call. */
const UNSURE: ReadonlySet<string> = new Set(["internal_error", "fatal_error"]);

/**
 * Converts a response that is not `ok` into a problem: `sender_refused`, `sender_unavailable` or
 * `sender_outcome_unknown`. The problem contains Slack's error, and the missing scope or the faulty block, but nothing
 * else from the response.
 * @param reads True if a repeat is harmless
 */
export function toRefusal(method: string, answer: unknown, reads: boolean): Problem {
  const error = word(textAt(answer, "error")) ?? "the response is not ok";
  const needed = word(textAt(answer, "needed"));
  const at = JSON.stringify(answer ?? null).match(/json-pointer:([\w/-]+)/)?.[1];
  const message = `slack, ${method}: ${error}${needed ? ` (needs ${needed})` : ""}${at ? ` at ${at}` : ""}`;
  if (LATER.has(error)) return new Problem("sender_unavailable", message);
  if (UNSURE.has(error)) return new Problem(reads ? "sender_unavailable" : "sender_outcome_unknown", message);
  return new Problem("sender_refused", message);
}

const word = (text: string | undefined): string | undefined =>
  text !== undefined && /^[a-z][\w:.,-]{0,99}$/.test(text) && !/^xox/.test(text) ? text : undefined;

export interface Posted {
  readonly channel: string;
  readonly ts: string;
}

/** The scopes that each method needs. The manifest has them and `commands` (docs.slack.dev/reference/methods). */
export const SCOPES = {
  "chat.postMessage": ["chat:write"],
  "chat.postEphemeral": ["chat:write"],
  "chat.update": ["chat:write"],
  "views.open": [],
  "views.push": [],
  "auth.test": [],
  // The second scope of `users.info` is for the email, which the response omits otherwise.
  "users.info": ["users:read", "users:read.email"],
  "users.lookupByEmail": ["users:read.email"],
  "usergroups.users.list": ["usergroups:read"],
} as const satisfies Record<string, readonly string[]>;
type Method = keyof typeof SCOPES;

/** Returns true if there is a bot token. Without one, Reeve can only respond at the address of a command or click. */
export const hasBotToken = (env: Variables): boolean => Boolean(env.SLACK_BOT_TOKEN);

/**
 * Returns a client of Slack's API that uses the app's bot token. Its methods throw the problems of the HTTP client, and
 * those that {@link toRefusal} returns.
 * @throws Problem `sender_not_configured` if the token is missing or malformed
 */
export function slackApi(env: Variables) {
  const client = senderClient(findApi("slack"), env);
  const call = async (
    method: Method,
    request: Omit<SenderRequest, "path" | "method">,
    expected: readonly string[] = [],
  ): Promise<unknown> => {
    const reads = request.query !== undefined;
    const answer = await client.call({
      method: reads ? "GET" : "POST",
      path: `/api/${method}`,
      headers: reads ? {} : { "content-type": "application/json; charset=utf-8" },
      ...request,
    });
    if (valueAt(answer, "ok") === true || expected.includes(textAt(answer, "error") ?? "")) return answer;
    throw toRefusal(method, answer, reads);
  };
  return {
    /**
     * Posts a message.
     * @param to.thread `ts` of the message to reply to: the reply appears in its thread and in the channel
     */
    async postMessage(
      { channel, thread }: { readonly channel: string; readonly thread?: string },
      message: SlackMessage,
    ): Promise<Posted> {
      const reply = thread !== undefined && { thread_ts: thread, reply_broadcast: true };
      const answer = await call("chat.postMessage", { body: { channel, ...reply, ...unfurled, ...message } });
      return { channel: readText(answer, "channel"), ts: readText(answer, "ts") };
    },
    /** Shows a message to one user, who must be in the channel. The message can't be changed later. */
    async postEphemeral(
      { channel, user }: { readonly channel: string; readonly user: string },
      message: SlackMessage,
    ): Promise<void> {
      await call("chat.postEphemeral", { body: { channel, user, ...message } });
    },
    async update({ channel, ts }: Posted, message: SlackMessage): Promise<void> {
      // Repeating the same content changes nothing.
      await call("chat.update", { body: { channel, ts, ...message }, reads: true });
    },
    /**
     * Opens a modal. Slack allows this within three seconds of the user's action.
     * @param method `views.push` opens the modal on top of an open one
     * @returns the view's id
     */
    async openView(
      triggerId: string,
      view: ModalView,
      method: "views.open" | "views.push" = "views.open",
    ): Promise<string> {
      const answer = await call(method, { body: { trigger_id: triggerId, view } });
      return readText(answer, "view", "id");
    },
    /** Returns the id of the organization's member with the given email, or `null` if there is none. */
    async userByEmail(email: string): Promise<string | null> {
      const answer = await call("users.lookupByEmail", { query: { email } }, ["users_not_found"]);
      const user = valueAt(answer, "user");
      return user !== undefined && isMember(user) ? readText(user, "id") : null;
    },
    async user(id: string) {
      const user = valueAt(await call("users.info", { query: { user: id } }), "user");
      return {
        id: readText(user, "id"),
        name: textAt(user, "profile", "real_name") ?? textAt(user, "real_name") ?? readText(user, "name"),
        /** The email; `null` for bots and other accounts without one. */
        email: textAt(user, "profile", "email") ?? null,
        member: isMember(user),
        /**
         * The workspaces of the account. For people in shared channels, these are the workspaces of their own
         * organization.
         */
        teams: [textAt(user, "team_id") ?? [], valueAt(user, "enterprise_user", "teams") ?? []]
          .flat()
          .filter((team) => typeof team === "string"),
      };
    },
    async ownTeam(): Promise<string> {
      return readText(await call("auth.test", { body: {}, reads: true }), "team_id");
    },
    async groupMembers(group: string): Promise<readonly string[]> {
      const answer = await call("usergroups.users.list", { query: { usergroup: group } });
      const users = valueAt(answer, "users");
      return Array.isArray(users) ? users.filter((one) => typeof one === "string") : [];
    },
  };
}

const NO_MEMBERS = ["deleted", "is_bot", "is_restricted", "is_ultra_restricted", "is_stranger"] as const;
/**
 * Returns true for an active account of a person in this organization, and false for bots, guests and people from other
 * organizations.
 */
const isMember = (user: unknown): boolean => !NO_MEMBERS.some((mark) => valueAt(user, mark) === true);

/** Properties that turn off link previews in a message. */
const unfurled = { unfurl_links: false, unfurl_media: false };

function readText(answer: unknown, ...path: readonly string[]): string {
  const text = textAt(answer, ...path);
  if (text === undefined) throw new Problem("sender_refused", `slack: the response has no ${path.join(".")}`);
  return text;
}

/** Maximum responses at the address of a command or click (docs.slack.dev/interactivity). */
export const RESPONSE_URL_USES = 5;
/** How long the address of a command or click accepts responses, in milliseconds. */
export const RESPONSE_URL_MS = 30 * 60 * 1000;

/**
 * The error if the response URL of a command or click accepts no further responses. A retry is useless, but the bot can
 * still message the user if there is a bot token.
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
 * Responds to a command or click. The address is a secret and appears in no message. To prevent requests to other
 * servers, only Slack's own hosts are accepted and, on the local stack, this machine.
 * @param shown.replaceOriginal True to replace the message whose button was clicked
 * @throws ResponseUrlGone if the address accepts no further responses
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
    throw new Problem("sender_bad_request", "slack, response_url: this is not a Slack address");
  return url;
}

/**
 * Returns true for an error that Slack returns with status 200 and `{"ok":false}`. Other errors and successes are not
 * JSON.
 */
const isNotOk = (text: string): boolean => valueAt(tryParseJson(text), "ok") === false;
