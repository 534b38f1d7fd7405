// `/hooks/slack`: slash commands and clicks, answered within the three seconds that Slack waits.
import type { Context } from "hono";
import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import { slackApi } from "../channels/slack/api.ts";
import {
  answerMessage,
  decisionModal,
  type SlackMessage,
  sayMessage,
} from "../channels/slack/blocks/blocks.ts";
import { commands } from "../channels/slack/commands/index.ts";
import { actOf } from "../channels/slack/grammar/command.ts";
import { type Understanding, understand } from "../channels/slack/grammar/grammar.ts";
import { misunderstoodAnswer } from "../channels/slack/grammar/help.ts";
import { hasRole, needsRole } from "../channels/slack/messenger/members.ts";
import { messengerOf } from "../channels/slack/messenger/messenger.ts";
import type { Job } from "../channels/slack/messenger/store.ts";
import { readSlack, type SlackRequest, slackHandshake, slackVerify } from "../channels/slack/requests.ts";
import { respond } from "../channels/slack/response-url.ts";
import type { Configured } from "../define-config.ts";
import type { Env } from "../env.ts";
import { ROLE_OF } from "../policy/roles.ts";
import { slackSecret } from "../systems/slack.ts";
import type { Delivery } from "../systems/system.ts";
import type { Ignoring } from "./ignored.ts";
import { problemResponse } from "./problem-response.ts";
import { readBody } from "./read-body.ts";
import { countRefusal } from "./refused.ts";
import { secretsOf } from "./secrets.ts";

export { perform } from "../channels/slack/messenger/decision.ts";

type SlackContext = Context<{ Bindings: Env; Variables: Configured & Ignoring }>;

/**
 * `POST /hooks/slack`: slash commands and interactivity. Slack waits for three seconds: what a text means is said at
 * once, from the text alone, and the rest is the messenger's, which has it on disk before Slack hears that it was taken in.
 */
export async function receiveSlack(c: SlackContext): Promise<Response> {
  const { method, headers } = c.req.raw;
  const delivery: Delivery = { method, url: new URL(c.req.url), headers, body: await readBody(c.req.raw) };
  const handshake = slackHandshake(delivery);
  if (handshake) return new Response(null, { status: handshake.status });
  if (method !== "POST") throw new Problem("method_not_allowed", `slack accepts POST, not ${method}`);
  const verified = await slackVerify(delivery, secretsOf(slackSecret, c.env), Date.now());
  if (!verified.ok) {
    log("delivery_refused", { source: "slack", check: verified.reason.check });
    countRefusal(c, "slack", verified.reason.check);
    throw new Problem("delivery_refused", verified.reason.check);
  }
  const { slack } = c.var.config;
  const read = readSlack(delivery, slack.appId ?? null);
  const foreign = read.ok && slack.teamId !== undefined && isOfAnother(read.value, slack.teamId);
  if (read.ok && !foreign) return answer(c, read.value);
  log("delivery", { source: "slack", malformed: true });
  const detail = read.ok ? "team: it comes from another workspace" : read.reason.detail;
  return problemResponse(new Problem("delivery_malformed", detail), detail);
}

const isOfAnother = (request: SlackRequest, team: string): boolean =>
  request.kind !== "ignored" && request.user.team !== team;

async function answer(c: SlackContext, request: SlackRequest): Promise<Response> {
  switch (request.kind) {
    case "command":
      return command(c, request);
    case "click":
      return click(c, request);
    case "submission": {
      const { key, user, privateMetadata: button, values } = request;
      const comment =
        Object.values(values)
          .flatMap(Object.values)
          .find((value) => value) ?? null;
      await keep(c, key, { kind: "submission", user, button, comment });
      return c.body(null, 200);
    }
    case "ignored":
      return c.body(null, 200);
    default:
      return request satisfies never;
  }
}

async function command(
  c: SlackContext,
  request: Extract<SlackRequest, { kind: "command" }>,
): Promise<Response> {
  const { key, user, channel, text, responseUrl } = request;
  const understood = understand(text, { now: Date.now(), timeZone: c.var.config.settings.timeZone });
  switch (understood.kind) {
    case "help":
      return c.json(ephemeral(answerMessage(understood.answer)));
    case "misunderstood":
      return c.json(ephemeral(answerMessage(misunderstoodAnswer(understood))));
    case "understood": {
      const kept = await keep(c, key, { kind: "command", user, channel, text, responseUrl });
      return c.json(ephemeral(sayMessage(kept ? takenIn(understood) : NOT_KEPT)));
    }
    default:
      return understood satisfies never;
  }
}

/**
 * A click on Approve, Deny or Not done opens the modal at once: Slack's leave to do so lasts for three seconds, and nothing is
 * decided by it. What any other button does is the messenger's.
 */
async function click(c: SlackContext, request: Extract<SlackRequest, { kind: "click" }>): Promise<Response> {
  const { key, user, value, responseUrl, triggerId } = request;
  const pressed = await messengerOf(c.env).button(value);
  const { does } = pressed?.button ?? {};
  if (pressed && (does === "approve" || does === "deny" || does === "task_not_done")) {
    const { button, state } = pressed;
    const act = does === "task_not_done" ? "completed" : "approved";
    const why = async (): Promise<string | null> => {
      if (state === "used") return "This has been decided already.";
      if (state === "expired") return "This has expired and can't be decided any more.";
      return (await hasRole(user.id, ROLE_OF[act], c.var.config, c.env)) ? null : needsRole(act);
    };
    const open = async () => {
      const refusal = await why();
      if (refusal !== null) {
        if (responseUrl) await respond(responseUrl, sayMessage(refusal), c.env);
        return;
      }
      const summaries = "summaries" in button ? button.summaries : [];
      const cautions = "cautions" in button ? button.cautions : [];
      const view = decisionModal({ does, summaries, cautions, metadata: value });
      await slackApi(c.env).openView(triggerId, view);
    };
    c.executionCtx.waitUntil(
      open().catch((error: unknown) => log("slack_modal_failed", { error: String(error) })),
    );
    return c.body(null, 200);
  }
  await keep(c, key, { kind: "click", user, button: value, responseUrl });
  return c.body(null, 200);
}

/** What is said of a command at once: of a change, nobody has been asked yet. */
function takenIn({ command, sentence }: Extract<Understanding, { kind: "understood" }>): string {
  const known = commands.get(command);
  return known && actOf(known) === "ask" ? `Planning, for you to confirm: ${sentence}` : `On it: ${sentence}`;
}

const NOT_KEPT = "Reeve could not accept this just now. Nothing was done; please try again.";

/** Has the messenger keep a job. @returns whether it could: Slack does not send a command again, so its user has to */
async function keep(c: SlackContext, key: string, job: Job): Promise<boolean> {
  try {
    const fresh = await messengerOf(c.env).accept(key, job);
    log("delivery", { source: "slack", job: job.kind, key, duplicate: !fresh });
    return true;
  } catch (error) {
    log("messenger_unreachable", { level: "alert", job: job.kind, error: String(error) });
    return false;
  }
}

const ephemeral = (message: SlackMessage) => ({ response_type: "ephemeral", ...message });
