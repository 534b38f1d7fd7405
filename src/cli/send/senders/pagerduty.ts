import { hex, mac, type Sender } from "./sender.ts";

/** PagerDuty, a v3 webhook subscription. */
export const pagerduty: Sender = {
  source: "pagerduty",
  contentType: "application/json",
  localSecret: "local-pagerduty-webhook-secret",
  sign: async (body, { secret, id }) => ({
    headers: {
      "user-agent": "PagerDuty-Webhook/V3.0",
      "x-webhook-id": id,
      "x-pagerduty-signature": `v1=${hex(await mac("SHA-256", secret, body))}`,
    },
  }),
};
