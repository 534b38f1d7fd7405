import { bytes, hex, mac, type Sender } from "./sender.ts";

const TIME = /("webhookTimestamp"\s*:\s*)\d+/;

/** Linear, a webhook with a secret. The time of sending is a member of the body. */
export const linear: Sender = {
  source: "linear",
  contentType: "application/json; charset=utf-8",
  localSecret: "lin_wh_local-linear-webhook-secret",
  freshness: { maxAge: 8 * 60 * 60, maxAhead: 5 * 60 },
  sign: async (body, { secret, at, id }) => {
    const text = new TextDecoder().decode(body);
    const timed = TIME.test(text) ? bytes([text.replace(TIME, `$1${at}`)]) : body;
    return {
      headers: {
        "user-agent": "Linear-Webhook",
        "linear-delivery": id,
        "linear-timestamp": String(at),
        "linear-signature": hex(await mac("SHA-256", secret, timed)),
      },
      body: timed,
    };
  },
};
