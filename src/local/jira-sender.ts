import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { root } from "./bundle.ts";
import { LOCAL_SECRETS } from "./stack.ts";

/** A recorded Jira delivery, as `test/fixtures/jira` keeps them. */
export const jiraFixture = (name: string): string =>
  readFileSync(root(`test/fixtures/jira/${name}.json`), "utf8");

/** Sends a body as Jira does, signed with the secret. */
export function sendAsJira(
  reeve: URL,
  body: string,
  { id, secret = LOCAL_SECRETS.JIRA_WEBHOOK_SECRET }: { id: string; secret?: string },
): Promise<Response> {
  return fetch(new URL("/hooks/jira", reeve), {
    method: "POST",
    headers: {
      "content-type": "application/json; charset=UTF-8",
      "user-agent": "Atlassian Webhook HTTP Client",
      "x-atlassian-webhook-identifier": id,
      "x-hub-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
    body,
  });
}
