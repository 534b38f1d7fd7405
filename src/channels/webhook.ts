// The channel to other services, for example for mail or paging: every notice as one signed Standard Webhook.
import { Problem } from "../base/problem.ts";
import { isSet, readVariable } from "../env.ts";
import { signWebhook } from "../systems/schemes/standard-webhooks.ts";
import { formatNotification, isNews, type MessageChannel } from "./channel.ts";
import { postText, statusProblem } from "./post-json.ts";

/**
 * Sends each message as JSON, signed according to Standard Webhooks, until it is accepted. Repeats have the same
 * `webhook-id`. Source: github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md
 */
export const webhookChannel: MessageChannel = {
  name: "webhook",
  addresses: (message, { env }) => (isSet(env, "NOTIFY_WEBHOOK_URL") && isNews(message) ? ["webhook"] : []),
  joins: () => true,
  async send(_, message, by) {
    const { env } = by;
    const address = readVariable(env, "NOTIFY_WEBHOOK_URL");
    const secrets = readVariable(env, "NOTIFY_WEBHOOK_SECRET");
    if (!address || !secrets)
      throw new Problem("sender_not_configured", "set both NOTIFY_WEBHOOK_URL and NOTIFY_WEBHOOK_SECRET");
    const { type, ...data } = formatNotification(message, by);
    const run =
      "run" in message
        ? { id: message.run.id, automation: message.run.automation, state: message.run.state }
        : null;
    const id = "run" in message ? `${message.run.id}_${message.run.version}_${message.about}` : message.key;
    const notice = { type: `reeve.${type}`, timestamp: new Date().toISOString(), data: { ...data, run } };
    const body = JSON.stringify(notice);
    const signature = await signWebhook(secrets, id.replace(/[^\w-]/g, "_"), body, Date.now());
    const headers = { "content-type": "application/json", ...signature };
    const problem = await postText("webhook", address, body, headers).then(
      ({ status }) => statusProblem(status, `webhook: ${status}; check NOTIFY_WEBHOOK_URL`),
      (error: unknown) => error,
    );
    // Retry: the receiver recognizes a repeat by its id.
    if (problem instanceof Problem && problem.code === "sender_outcome_unknown")
      throw new Problem("sender_unavailable", problem.message);
    if (problem) throw problem;
  },
};
