import * as z from "zod";
import { HiBobWebhook, readHiBobWebhook } from "./reading/hibob.ts";
import { parseJson, readJson } from "./reading/json.ts";
import { hmac } from "./schemes/hmac.ts";
import type { Delivery, Handshake, Source } from "./source.ts";

/**
 * HiBob, webhooks v2. Nothing but the body is signed, and there is no delivery id: an event is known by its type,
 * employee and time. Events name what changed and hold no values. `employee.joined` and `employee.left` come on the day
 * that they speak of.
 * Source: apidocs.hibob.com/docs/working-with-webhooks, /docs/employee-data-webhooks
 */
export const hibob: Source = {
  name: "hibob",
  authentication: "signed",
  secretVariable: "HIBOB_WEBHOOK_SECRET",
  verify: hmac({ hash: "SHA-512", header: "bob-signature", encoding: "base64" }),
  signsIds: true,
  handshake: ping,
  parse: parseJson(HiBobWebhook, readHiBobWebhook),
};

/** What HiBob posts when a webhook is made, to see that somebody answers: a text, and where that fails an object. */
const PING = "Ping test";
const Ping = z.union([z.literal(PING), z.strictObject({ text: z.literal(PING) })]);

function ping({ method, body }: Delivery): Handshake | null {
  if (method !== "POST" || body.length > 64) return null;
  const isPing = new TextDecoder().decode(body).trim() === PING || readJson(body, Ping).ok;
  return isPing ? { status: 200 } : null;
}
