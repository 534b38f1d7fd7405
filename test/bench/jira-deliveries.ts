import { createHmac } from "node:crypto";
import { fixture } from "../../src/cli/send/deliver.ts";
import { jira } from "../../src/sandbox/vendors/senders.ts";
import { momentAt } from "../../src/sandbox/vendors/template.ts";
import type { LoadRequest } from "./load.ts";

/** The recorded ticket was approved two seconds and a fraction before its moment. */
const RECORDED_AGE_MS = 3_000;

let made = 0;

/**
 * Signed Jira deliveries, no two alike: ticket and id differ.
 * @param form The default is one that no automation is about, so that each delivery becomes an event for nobody, and no
 * tenant is needed. "Connector owner" makes one.
 * @param ageMs How long ago the tickets were approved. The default is the next second, so that no desk starts after it and
 * takes the event for a late one.
 */
export function jiraDeliveries(
  count: number,
  form: "New laptop" | "Connector owner" = "New laptop",
  ageMs = 0,
): LoadRequest[] {
  const recorded = fixture(
    "jira",
    "issue_updated.transitioned",
    momentAt(Date.now() + RECORDED_AGE_MS - ageMs),
  );
  const template = recorded.body.replace("Connector owner", form);
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
