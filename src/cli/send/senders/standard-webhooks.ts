import { base64, bytes, mac, type Sender } from "./sender.ts";

/** A sender that signs as Standard Webhooks says, by version `v1`. */
export const standardWebhooks: Sender = {
  source: "standard-webhooks",
  contentType: "application/json",
  localSecret: `whsec_${btoa("local standard-webhooks secret")}`,
  otherSecret: `whsec_${btoa("another standard-webhooks secret")}`,
  freshness: { maxAge: 5 * 60, maxAhead: 5 * 60 },
  sign: async (body, { secret, at, id }) => {
    const seconds = Math.floor(at / 1000);
    const key = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (char) => char.charCodeAt(0));
    const signature = await mac("SHA-256", key, bytes([`${id}.${seconds}.`]), body);
    return {
      headers: {
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": `v1,${base64(signature)}`,
      },
    };
  },
};
