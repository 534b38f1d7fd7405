import { parseJson } from "./reading/json.ts";
import { PagerDutyWebhook, readPagerDutyWebhook } from "./reading/pagerduty.ts";
import { hmac } from "./schemes/hmac.ts";
import type { Source } from "./source.ts";

/**
 * PagerDuty, v3 webhook subscriptions: incidents. While a secret is being replaced there is a signature by each, of
 * which one has to fit.
 * Source: github.com/PagerDuty/developer-docs, docs/webhooks
 */
export const pagerduty: Source = {
  name: "pagerduty",
  authentication: "signed",
  secretVariable: "PAGERDUTY_WEBHOOK_SECRET",
  verify: hmac({
    hash: "SHA-256",
    header: "x-pagerduty-signature",
    prefix: "v1=",
    encoding: "hex",
    separator: ",",
  }),
  signsIds: true,
  parse: parseJson(PagerDutyWebhook, ({ event }) => ({ id: event.id, event: readPagerDutyWebhook(event) })),
};
