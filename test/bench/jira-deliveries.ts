import { createHmac } from "node:crypto";
import { fixture } from "../../src/cli/send/deliver.ts";
import { jira } from "../../src/sandbox/vendors/senders.ts";
import { momentAt } from "../../src/sandbox/vendors/template.ts";
import type { LoadRequest } from "./load.ts";

/** Upper bound of the recorded ticket's age: it was approved between two and three seconds before its moment. */
const RECORDED_AGE_MS = 3_000;

let made = 0;

/**
 * Creates signed Jira deliveries with different tickets and ids.
 * @param form The default is a form that concerns no automation, so that each delivery is ignored and no tenant is
 * needed. "Connector owner" makes an owner.
 * @param ageMs How long ago the tickets were approved. By default it is the next second, so that no desk starts after
 * it and treats the event as late.
 * @param fields Further fields of the tickets
 */
export function jiraDeliveries(
  count: number,
  form: "New laptop" | "Connector owner" = "New laptop",
  ageMs = 0,
  fields: Readonly<Record<string, string>> = {},
): LoadRequest[] {
  const recorded = fixture(
    "jira",
    "issue_updated.transitioned",
    momentAt(Date.now() + RECORDED_AGE_MS - ageMs),
  );
  const ticket = JSON.parse(recorded.body.replace("Connector owner", form));
  Object.assign(ticket.issue.fields, fields);
  const template = JSON.stringify(ticket);
  return Array.from({ length: count }, () => {
    const n = made++;
    const body = template.replaceAll("10427", String(1_000_000 + n)).replaceAll("IAM-42", `IAM-${n}`);
    return {
      path: "/hooks/jira",
      headers: {
        "content-type": "application/json; charset=UTF-8",
        "user-agent": "Atlassian Webhook HTTP Client",
        "x-atlassian-webhook-identifier": `bench-${process.pid}-${n}`,
        "x-hub-signature": `sha256=${createHmac("sha256", jira.localSecret).update(body).digest("hex")}`,
      },
      body,
    };
  });
}
