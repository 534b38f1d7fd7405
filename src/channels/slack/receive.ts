// Slash commands and clicks, answered within the three seconds that Slack waits.
import { log } from "../../base/log.ts";
import { ok, type Result, refused } from "../../base/result.ts";
import type { Env } from "../../env.ts";
import { ROLE_OF } from "../../policy/roles.ts";
import type { Delivery, Malformed } from "../../systems/system.ts";
import type { ChannelConfig } from "../channel.ts";
import { outboxIn } from "../outbox.ts";
import { slackApi } from "./api.ts";
import type { SlackMessage } from "./blocks.ts";
import { commands } from "./commands/index.ts";
import { classifyCommand } from "./grammar/command.ts";
import { type Understanding, understand } from "./grammar/grammar.ts";
import { misunderstoodAnswer } from "./grammar/help.ts";
import { hasRole, needsRole } from "./members.ts";
import { answerMessage, decisionModal, plainMessage } from "./messages.ts";
import { readSlack, type SlackJob } from "./requests.ts";
import { respond } from "./response-url.ts";

/** The Worker's side of a request. */
interface Receiving extends ChannelConfig {
  readonly env: Env;
  readonly ctx: Pick<ExecutionContext, "waitUntil">;
}

/**
 * Answers a verified request of Slack with what its text alone says; the outbox keeps the rest on disk before Slack gets
 * the answer.
 */
export async function answerSlack(
  delivery: Delivery,
  around: Receiving,
): Promise<Result<Response, Malformed>> {
  const { appId = null, teamId } = around.config.slack;
  const read = readSlack(delivery, appId);
  if (!read.ok) return read;
  const request = read.value;
  if (request.kind === "ignored") return ok(taken());
  if (teamId !== undefined && request.user.team !== teamId)
    return refused({ detail: "team: it comes from another workspace" });
  if (request.kind === "command") return ok(await command(request, around));
  if (request.kind === "click" && (await openModal(request, around))) return ok(taken());
  await keep(request, around);
  return ok(taken());
}

const taken = () => new Response(null, { status: 200 });

async function command(
  request: Extract<SlackJob, { kind: "command" }>,
  around: Receiving,
): Promise<Response> {
  const understood = understand(request.text, { now: Date.now(), timeZone: around.config.settings.timeZone });
  switch (understood.kind) {
    case "help":
      return ephemeral(answerMessage(understood.answer));
    case "misunderstood":
      return ephemeral(answerMessage(misunderstoodAnswer(understood)));
    case "understood": {
      const kept = await keep(request, around);
      return ephemeral(plainMessage(kept ? takenIn(understood) : NOT_KEPT));
    }
    default:
      return understood satisfies never;
  }
}

/**
 * Opens the modal that a button asks for, within Slack's three seconds. The modal decides nothing by itself.
 * @returns true for such a button; the outbox handles all others
 */
async function openModal(
  { user, button: id, responseUrl, triggerId }: Extract<SlackJob, { kind: "click" }>,
  { ctx, ...around }: Receiving,
): Promise<boolean> {
  const { env } = around;
  const pressed = await outboxIn(env).button(id);
  if (!pressed) return false;
  const { button, state } = pressed;
  const { does } = button;
  if (does !== "approve" && does !== "deny" && does !== "task_not_done") return false;
  const act = does === "task_not_done" ? "completed" : "approved";
  const refusal = async (): Promise<string | null> => {
    if (state === "used") return "This has been decided already.";
    if (state === "expired") return "This has expired and can't be decided any more.";
    return (await hasRole(user.id, ROLE_OF[act], around)) ? null : needsRole(act);
  };
  const open = async () => {
    const why = await refusal();
    if (why !== null) return responseUrl ? respond(responseUrl, plainMessage(why), env) : undefined;
    await slackApi(env).openView(triggerId, decisionModal({ cautions: [], ...button, does, metadata: id }));
  };
  ctx.waitUntil(open().catch((error: unknown) => log("slack_modal_failed", { error: String(error) })));
  return true;
}

/** The immediate answer to a command, before anything is done. */
function takenIn({ command, sentence }: Extract<Understanding, { kind: "understood" }>): string {
  const known = commands.get(command);
  return known && classifyCommand(known) === "ask"
    ? `Planning, for you to confirm: ${sentence}`
    : `On it: ${sentence}`;
}

const NOT_KEPT = "Reeve could not accept this just now. Nothing was done; please try again.";

/** Keeps a job in the outbox. @returns false if it could not: Slack does not send a command again, so its user has to */
async function keep(job: SlackJob, { env }: Receiving): Promise<boolean> {
  try {
    const fresh = await outboxIn(env).keepJob(job);
    log("delivery", { source: "slack", job: job.kind, key: job.key, duplicate: !fresh });
    return true;
  } catch (error) {
    log("outbox_unreachable", { level: "alert", job: job.kind, error: String(error) });
    return false;
  }
}

const ephemeral = (message: SlackMessage) => Response.json({ response_type: "ephemeral", ...message });
