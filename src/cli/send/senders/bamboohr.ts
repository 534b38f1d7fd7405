import { hex, mac, type Sender } from "./sender.ts";

/** BambooHR: the body and then the time are signed with the webhook's private key. */
export const bamboohr: Sender = {
  source: "bamboohr",
  contentType: "application/json",
  localSecret: "local-bamboohr-webhook-secret",
  freshness: { maxAge: 3 * 60 * 60, maxAhead: 5 * 60 },
  sign: async (body, { secret, at }) => {
    const timestamp = String(Math.floor(at / 1000));
    return {
      headers: {
        "user-agent": "BambooHR-WebHooks/1.0 (+https://www.bamboohr.com)",
        "x-bamboohr-timestamp": timestamp,
        "x-bamboohr-signature": hex(await mac("SHA-256", secret, body, timestamp)),
      },
    };
  },
};
