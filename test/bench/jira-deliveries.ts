import { createHmac } from "node:crypto";
import { jira } from "../../src/sandbox/vendors/senders.ts";
import { jiraFixture } from "../vendors/jira.ts";
import type { LoadRequest } from "./load.ts";

let made = 0;

/**
 * Signed Jira deliveries, no two alike: ticket, time and id differ.
 * @param form The default is one that no automation is about, so that each delivery becomes an event for nobody, and no
 * tenant is needed. "Connector owner" makes one.
 */
export function jiraDeliveries(
  count: number,
  form: "New laptop" | "Connector owner" = "New laptop",
): LoadRequest[] {
  const template = jiraFixture("issue_updated.transitioned").replace("Connector owner", form);
  return Array.from({ length: count }, () => {
    const n = made++;
    const body = template
      .replaceAll("10427", String(1_000_000 + n))
      .replaceAll("IAM-42", `IAM-${n}`)
      .replace("1781510400123", String(1_781_510_400_123 + n));
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
