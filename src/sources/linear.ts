import { parseJson } from "./reading/json.ts";
import { LinearWebhook, readLinearWebhook } from "./reading/linear.ts";
import { hmac } from "./schemes/hmac.ts";
import type { Source } from "./source.ts";

/**
 * Linear's own client library takes no webhook that is older than a minute. A failed delivery is sent again after a
 * minute, an hour and six hours, and it is not documented that it then says another time: by that minute it would be
 * lost. A copy that somebody else sends meanwhile is known as one, for 30 days.
 */
const EIGHT_HOURS = 8 * 60 * 60;

/**
 * Linear, webhooks of a workspace or a team: issues and comments. The time is a member of the signed body; the header
 * `Linear-Timestamp` says one too, but anybody could change it, so it is not asked. Linear takes no answer but 200.
 * Source: linear.app/developers/webhooks, github.com/linear/linear (packages/sdk/src/webhooks)
 */
export const linear: Source = {
  name: "linear",
  authentication: "signed",
  secretVariable: "LINEAR_WEBHOOK_SECRET",
  verify: hmac({
    hash: "SHA-256",
    header: "linear-signature",
    encoding: "hex",
    timestamp: { member: "webhookTimestamp", unit: "milliseconds", maxAgeSeconds: EIGHT_HOURS },
  }),
  signsIds: false,
  parse: parseJson(LinearWebhook, (webhook, { headers }) => ({
    id: headers.get("linear-delivery") || null,
    event: readLinearWebhook(webhook),
  })),
  accepted: 200,
};
