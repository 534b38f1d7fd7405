import { base64, mac, type Sender } from "./sender.ts";

/** Zendesk, a webhook of an event subscription or a trigger. */
export const zendesk: Sender = {
  source: "zendesk",
  contentType: "application/json; charset=utf-8",
  localSecret: "bG9jYWwtemVuZGVzay13ZWJob29rLXNlY3JldA==",
  freshness: { maxAge: 3 * 60 * 60, maxAhead: 5 * 60 },
  sign: async (body, { secret, at, id }) => {
    const timestamp = new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
    return {
      headers: {
        "user-agent": "Zendesk Webhook",
        "x-zendesk-account-id": "22129848",
        "x-zendesk-webhook-id": "01JXQ7C6M2WZ0V4R8A5T9D3E1B",
        "x-zendesk-webhook-invocation-id": id,
        "x-zendesk-webhook-signature": base64(await mac("SHA-256", secret, timestamp, body)),
        "x-zendesk-webhook-signature-timestamp": timestamp,
      },
    };
  },
};
