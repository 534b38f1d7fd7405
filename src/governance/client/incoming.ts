// Signs the requests to the service's inbound webhooks.
import { base64url } from "jose";
import type { PreparedRequest } from "./attempt.ts";

/**
 * Adds the headers that an inbound webhook requires. The unit of the timestamp, Unix seconds, is assumed, because
 * the facts that Reeve has of the vendor's documentation don't state it.
 * @param eventId The service carries out each id once
 */
export async function signIncoming(
  request: PreparedRequest,
  secret: string,
  eventId: string,
  nowMs: number,
): Promise<PreparedRequest> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), algorithm, false, ["sign"]);
  const signed = await crypto.subtle.sign(
    "HMAC",
    key,
    bytes(`${timestamp}.${eventId}.${request.body ?? ""}`),
  );
  return {
    ...request,
    headers: {
      "webhook-timestamp": timestamp,
      "webhook-event-id": eventId,
      "webhook-signature": base64url.encode(new Uint8Array(signed)),
    },
  };
}
