// Verifies and reads Slack's requests: commands, clicks and modals sent off.
import * as z from "zod";
import { ok, type Result, refused } from "../../base/result.ts";
import { isForm, readForm } from "../../systems/reading/form.ts";
import { Members, readJson, readShape, textAt, valueAt } from "../../systems/reading/json.ts";
import { hmac } from "../../systems/schemes/hmac.ts";
import { FIVE_MINUTES } from "../../systems/schemes/timestamp.ts";
import { slackSecret } from "../../systems/slack.ts";
import type { Delivery, Handshake, Malformed, Verify } from "../../systems/system.ts";

/** Something that somebody did in Slack. `key` is the same whenever Slack sends the same thing again. */
export type SlackJob =
  | {
      readonly kind: "command";
      readonly key: string;
      readonly user: SlackUser;
      /** The text after the command, as it was typed; with `should_escape`, mentions are `<@U123|name>`. */
      readonly text: string;
      readonly responseUrl: string;
    }
  | {
      readonly kind: "click";
      readonly key: string;
      readonly user: SlackUser;
      /** Opaque: the store has its meaning. */
      readonly button: string;
      readonly responseUrl: string | null;
      readonly triggerId: string;
    }
  | {
      readonly kind: "submission";
      readonly key: string;
      readonly user: SlackUser;
      /** The button that the modal was opened for. */
      readonly button: string;
      /** The text that was entered; `null` for none. */
      readonly comment: string | null;
    };

/** A verified delivery of Slack. */
type SlackRequest = SlackJob | { readonly kind: "ignored"; readonly reason: string };

/** A Slack user by their id, which alone proves anything; `team` is null in installations for an organization. */
interface SlackUser {
  readonly id: string;
  readonly team: string | null;
}

/**
 * Reads a verified delivery of Slack. Without I/O.
 * @param appId The app that requests have to come from (`api_app_id`); null where any app with the secret will do
 */
export function readSlack(delivery: Delivery, appId: string | null = null): Result<SlackRequest, Malformed> {
  const form = isForm(delivery) ? readForm(delivery.body) : null;
  if (form === null) return refused({ detail: "the body is not a form in UTF-8" });
  if (form["ssl_check"] === "1") return ok(ignored("a check of the address's certificate"));
  const { payload } = form;
  if (payload === undefined) return isForeign(form, appId) ? foreign : readCommand(form);
  if (form["command"] !== undefined) return refused({ detail: "the form has both a command and a payload" });
  const read = readJson(new TextEncoder().encode(payload), Members);
  if (!read.ok) return refused({ detail: `payload: ${read.reason.detail}` });
  const { json } = read.value;
  const type = textAt(json, "type");
  const reader = type === "block_actions" ? readClick : type === "view_submission" ? readSubmission : null;
  if (!reader) return ok(ignored(`nothing is done on ${type?.slice(0, 100) ?? "a payload without a type"}`));
  return isForeign(json, appId) ? foreign : reader(json);
}

const ignored = (reason: string): SlackRequest => ({ kind: "ignored", reason });

const Text = z.string().min(1);

const Command = z.object({
  command: Text.startsWith("/"),
  text: z.string().default(""),
  channel_id: Text,
  user_id: Text,
  team_id: z.string().optional(),
  response_url: Text,
  trigger_id: Text,
});

function readCommand(form: Readonly<Record<string, string>>): Result<SlackRequest, Malformed> {
  const read = readShape(form, Command);
  if (!read.ok) return read;
  const { value } = read;
  return ok({
    kind: "command",
    key: `command:${value.trigger_id}`,
    user: { id: value.user_id, team: value.team_id || null },
    text: value.text,
    responseUrl: value.response_url,
  });
}

const Interaction = z.object({ user: z.object({ id: Text }) });

const Click = Interaction.extend({
  trigger_id: Text,
  response_url: Text.nullish(),
  // One that is used at a time; whoever sends several means something else than a click.
  actions: z.tuple([
    z.object({ type: Text, action_id: Text, action_ts: Text, value: z.string().optional() }),
  ]),
});

function readClick(json: unknown): Result<SlackRequest, Malformed> {
  const read = readShape(json, Click);
  if (!read.ok) return read;
  const {
    actions: [{ type, action_id: actionId, action_ts: at, value }],
    user,
    response_url: responseUrl = null,
    trigger_id: triggerId,
  } = read.value;
  // Slack also tells of buttons that only lead to a page.
  if (type !== "button" || !value) return ok(ignored("no button with a value"));
  return ok({
    kind: "click",
    key: `click:${at}:${user.id}:${actionId}`,
    user: userOf(json, user.id),
    button: value,
    responseUrl,
    triggerId,
  });
}

const TextInput = z.object({ value: z.string().nullish() });

const Submission = Interaction.extend({
  view: z.object({
    id: Text,
    hash: Text,
    private_metadata: z.string().default(""),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), TextInput)) }),
  }),
});

function readSubmission(json: unknown): Result<SlackRequest, Malformed> {
  const read = readShape(json, Submission);
  if (!read.ok) return read;
  const { user, view } = read.value;
  const inputs = Object.values(view.state.values).flatMap((block) => Object.values(block));
  return ok({
    kind: "submission",
    key: `submission:${view.id}:${view.hash}`,
    user: userOf(json, user.id),
    button: view.private_metadata,
    comment: inputs.find(({ value }) => value)?.value ?? null,
  });
}

const userOf = (json: unknown, id: string): SlackUser => ({
  id,
  team: textAt(json, "team", "id") ?? textAt(json, "user", "team_id") ?? null,
});

const isForeign = (request: unknown, appId: string | null): boolean =>
  appId !== null && valueAt(request, "api_app_id") !== appId;

const foreign = refused({ detail: "api_app_id: it comes from another app" });

/** Source: docs.slack.dev/authentication/verifying-requests-from-slack */
export const slackVerify: Verify = hmac({
  hash: "SHA-256",
  header: "x-slack-signature",
  encoding: "hex",
  prefix: "v0=",
  timestamp: { header: "x-slack-request-timestamp", unit: "seconds", maxAgeSeconds: FIVE_MINUTES },
  signed: ({ timestamp, body }) => [`v0:${timestamp}:`, body],
});

/** Longest body that is looked at before it is verified: Slack's check has a token of 24 characters beside its flag. */
const MAX_CHECK_BYTES = 4096;

/**
 * Slack's check of the address's certificate, which comes unsigned: a form with `ssl_check=1`. Whatever else it holds,
 * it is answered and nothing more; so nobody gets anything done by adding the flag.
 */
export function slackHandshake({ method, body }: Delivery): Handshake | null {
  if (method !== "POST" || body.length > MAX_CHECK_BYTES) return null;
  return readForm(body)?.["ssl_check"] === "1" ? { status: 200 } : null;
}

/** The entrance of Slack's requests. */
export const slackEntrance = { ...slackSecret, verify: slackVerify, handshake: slackHandshake };
