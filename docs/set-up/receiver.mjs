// Receives notices: sends mail, or an alert to PagerDuty for a failed run.
import { createServer } from "node:http";
import nodemailer from "nodemailer";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.NOTIFY_WEBHOOK_SECRET);
const mail = nodemailer.createTransport(process.env.SMTP_URL);

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  try {
    const { type, data } = webhook.verify(body, request.headers);
    await (type === "reeve.failed" ? page(data, request.headers["webhook-id"]) : send(data));
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error.name === "WebhookVerificationError" ? 401 : 503).end();
  }
}).listen(process.env.PORT ?? 8080);

// Mail to the recipients of the notice, or else to the team.
const send = ({ title, text, to, link }) =>
  mail.sendMail({
    from: "reeve@example.com",
    to: to.length > 0 ? to : "identity-team@example.com",
    subject: title,
    text: [...text, link].join("\n\n"),
  });

// PagerDuty, Events API v2: the id makes a repeat the same alert.
async function page({ title, link }, id) {
  const answer = await fetch(process.env.PAGERDUTY_URL ?? "https://events.pagerduty.com/v2/enqueue", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      routing_key: process.env.PAGERDUTY_ROUTING_KEY,
      event_action: "trigger",
      dedup_key: id,
      payload: { summary: title, source: "reeve", severity: "error" },
      links: link ? [{ href: link, text: "The run" }] : [],
    }),
  });
  if (!answer.ok) throw new Error(`PagerDuty: ${answer.status}`);
}
