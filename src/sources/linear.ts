import { parseJson } from "./reading/json.ts";
import { LinearWebhook, readLinearWebhook } from "./reading/linear.ts";
import { hmac } from "./schemes/hmac.ts";
import type { Source } from "./source.ts";

/**
 * Linear's tolerance: its own client library takes no webhook that is older. A failed delivery is sent again after a
 * minute, an hour and six hours; whether with a new time is not documented, and with the first one it is refused.
 */
const ONE_MINUTE = 60;

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
    timestamp: { member: "webhookTimestamp", unit: "milliseconds", maxAgeSeconds: ONE_MINUTE },
  }),
  signsIds: false,
  parse: parseJson(LinearWebhook, (webhook, { headers }) => ({
    id: headers.get("linear-delivery") || null,
    event: readLinearWebhook(webhook),
  })),
  accepted: 200,
};
