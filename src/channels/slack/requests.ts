// Verifies and reads Slack's requests: commands, clicks, shortcuts, submitted modals and requests for suggestions.
import * as z from "zod";
import { ok, type Result, refused } from "../../base/result.ts";
import { isForm, readForm } from "../../systems/reading/form.ts";
import { Members, readJson, readShape, textAt, valueAt } from "../../systems/reading/json.ts";
import { FIVE_MINUTES, hmac } from "../../systems/schemes/hmac.ts";
import { slackSecret } from "../../systems/slack.ts";
import type { Delivery, Handshake, Malformed } from "../../systems/system.ts";
import { ElementState, quoteMessage, readState } from "./forms.ts";

const Text = z.string().min(1);

/** A command with its text as typed. With `should_escape`, mentions have the form `<@U123|name>`. */
const Command = z
  .object({
    command: Text.startsWith("/"),
    text: z.string().default(""),
    channel_id: Text,
    user_id: Text,
    team_id: z.string().optional(),
    response_url: Text,
    trigger_id: Text,
  })
  .transform(({ user_id: id, team_id: team, text, response_url: responseUrl, trigger_id: triggerId }) => {
    const user = { id, team: team || null };
    return { kind: "command" as const, key: `command:${triggerId}`, user, text, responseUrl, triggerId };
  });

const Interaction = z.object({
  user: z.object({ id: Text, team_id: z.string().nullish().catch(null) }),
  team: z.object({ id: z.string() }).nullish().catch(null),
});
/**
 * Reads a Slack user. Only the id identifies a person. `team` is `null` if Slack names none, as in installations for an
 * organization.
 */
const toSlackUser = ({ user, team }: z.output<typeof Interaction>) => ({
  id: user.id,
  team: team?.id ?? user.team_id ?? null,
});

/**
 * A click. `button` is an opaque id, whose meaning is in the store, or `ask:` and the name of the action whose form to
 * open. Slack also reports clicks on buttons that only open a page.
 */
const Click = Interaction.extend({
  trigger_id: Text,
  response_url: Text.nullish(),
  view: z.object({ private_metadata: z.string() }).nullish().catch(null),
  // A request with several actions is not a click.
  actions: z.tuple([
    z.object({ type: Text, action_id: Text, action_ts: Text, value: z.string().optional() }),
  ]),
}).transform(
  ({ trigger_id: triggerId, response_url: responseUrl = null, view, actions: [action], ...who }) => {
    const { type, action_id, action_ts, value: button } = action;
    if (type !== "button" || !button) return ignored("the action is not a button with a value");
    const key = `click:${action_ts}:${who.user.id}:${action_id}`;
    return {
      kind: "click" as const,
      key,
      user: toSlackUser(who),
      button,
      responseUrl,
      triggerId,
      metadata: view?.private_metadata ?? null,
    };
  },
);

/**
 * A submitted modal. `metadata` identifies the button that opened the modal, or contains the data that a form stored in
 * the modal. `values` contains the values by field name.
 */
const Submission = Interaction.extend({
  view: z.object({
    id: Text,
    hash: Text,
    private_metadata: z.string().default(""),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), ElementState)) }),
  }),
}).transform(({ view: { id, hash, private_metadata: metadata, state }, ...who }) => ({
  kind: "submission" as const,
  key: `submission:${id}:${hash}`,
  user: toSlackUser(who),
  metadata,
  values: readState(state.values),
}));

const Shortcut = Interaction.extend({
  trigger_id: Text,
  response_url: Text.nullish(),
  message: z.object({ text: z.string().optional() }).optional().catch(undefined),
}).transform(({ trigger_id: triggerId, response_url: responseUrl = null, message, ...who }) => ({
  kind: "shortcut" as const,
  key: `shortcut:${triggerId}`,
  user: toSlackUser(who),
  responseUrl,
  triggerId,
  ...(message?.text && { text: quoteMessage(message.text) }),
}));

const Suggestion = Interaction.extend({ value: z.string().default("") }).transform(
  ({ value: words, ...who }) => ({
    kind: "suggestion" as const,
    user: toSlackUser(who),
    words: words.trim().slice(0, 200),
  }),
);

type SlackRequest = z.output<
  typeof Command | typeof Click | typeof Submission | typeof Shortcut | typeof Suggestion
>;

/** A person's action in Slack. `key` stays the same if Slack repeats the action. */
export type SlackJob = Exclude<SlackRequest, { kind: "ignored" | "shortcut" | "suggestion" }>;

export type JobOf<Kind extends SlackJob["kind"]> = Extract<SlackJob, { kind: Kind }>;

const ignored = (reason: string) => ({ kind: "ignored" as const, reason });

/** The error for a body that is not a form. Event Subscriptions send JSON, beginning with `url_verification`. */
const NO_FORM =
  "the body is not a form in UTF-8: enter this address for commands and interactivity, not for Event Subscriptions";

/**
 * Parses a verified delivery from Slack, without side effects.
 * @param appId Id of the app that must have sent the delivery, or `null` to accept any app
 */
export function readSlack(delivery: Delivery, appId: string | null = null): Result<SlackRequest, Malformed> {
  const form = isForm(delivery) ? readForm(delivery.body) : null;
  if (form === null) return refused({ detail: NO_FORM });
  if (form["ssl_check"] === "1") return ok(ignored("Slack's certificate check"));
  const { payload } = form;
  if (payload === undefined) return isForeign(form, appId) ? foreign : readShape(form, Command);
  if (form["command"] !== undefined) return refused({ detail: "the form has both a command and a payload" });
  const read = readJson(new TextEncoder().encode(payload), Members);
  if (!read.ok) return refused({ detail: `payload: ${read.reason.detail}` });
  const json = read.value;
  const type = textAt(json, "type");
  const shape = type !== undefined && Object.hasOwn(SHAPES, type) ? SHAPES[type] : undefined;
  if (!shape) return ok(ignored(`Reeve ignores ${type?.slice(0, 100) ?? "a payload without a type"}`));
  return isForeign(json, appId) ? foreign : readShape(json, shape);
}

const SHAPES: Readonly<
  Record<string, typeof Click | typeof Submission | typeof Shortcut | typeof Suggestion>
> = {
  block_actions: Click,
  view_submission: Submission,
  block_suggestion: Suggestion,
  shortcut: Shortcut,
  message_action: Shortcut,
};

const isForeign = (request: unknown, appId: string | null): boolean =>
  appId !== null && valueAt(request, "api_app_id") !== appId;

const foreign = refused({ detail: "api_app_id: the request comes from another app" });

/** Verifies Slack's signatures. Source: docs.slack.dev/authentication/verifying-requests-from-slack */
export const { verify: slackVerify } = hmac({
  hash: "SHA-256",
  header: "x-slack-signature",
  encoding: "hex",
  prefix: "v0=",
  timestamp: { header: "x-slack-request-timestamp", unit: "seconds", maxAgeSeconds: FIVE_MINUTES },
  signed: ({ timestamp, body }) => [`v0:${timestamp}:`, body],
});

/**
 * Maximum bytes of an unverified body that are read: Slack's check has a token of 24 characters in addition to its
 * flag.
 */
const MAX_CHECK_BYTES = 4096;

/**
 * Answers Slack's unsigned certificate check, `ssl_check=1`, and ignores the rest of its body. Returns `null` for any
 * other request.
 */
export function slackHandshake({ method, body }: Delivery): Handshake | null {
  if (method !== "POST" || body.length > MAX_CHECK_BYTES) return null;
  return readForm(body)?.["ssl_check"] === "1" ? { status: 200 } : null;
}

export const slackEntrance = { ...slackSecret, verify: slackVerify, handshake: slackHandshake };
