import * as z from "zod";
import { ok, refused } from "../base/result.ts";
import { CloudEvent, fromBinary, hasAttributes } from "./reading/cloudevents.ts";
import { parseJson, readShape, toSaid } from "./reading/json.ts";
import { asBearer, inQuery, sharedSecret } from "./schemes/shared-secret.ts";
import type { Delivery, Handshake, Source } from "./source.ts";

const STRUCTURED = "application/cloudevents+json";
const BATCHED = "application/cloudevents-batch+json";

const parseStructured = parseJson(CloudEvent, (event) => event);
const parseBatched = parseJson(z.array(CloudEvent), (events) => events);
const parseBinary: Source["parse"] = ({ headers, body }) => {
  const event = fromBinary(headers, body);
  if (!event.ok) return event;
  const read = readShape(event.value, CloudEvent);
  return read.ok ? ok(toSaid(read.value, JSON.stringify(event.value))) : read;
};

/** Which of the three modes a delivery is in, by its content type; binary where that is none of CloudEvents'. */
const parse: Source["parse"] = (delivery, now) => {
  const [type = ""] = delivery.headers.get("content-type")?.toLowerCase().split(";") ?? [];
  const mediaType = type.trim();
  if (mediaType === STRUCTURED) return parseStructured(delivery, now);
  if (mediaType === BATCHED) return parseBatched(delivery, now);
  if (!mediaType.startsWith("application/cloudevents") && hasAttributes(delivery.headers))
    return parseBinary(delivery, now);
  return refused({
    detail: `content-type: expected ${STRUCTURED}, ${BATCHED}, or headers ce-…, not ${mediaType.slice(0, 100) || "none"}`,
  });
};

/** How a sender may call itself in a handshake: a DNS name. */
const ORIGIN = /^[\w.*-]{1,253}(?::\d{1,5})?$/;
/** A rate, requests a minute. */
const RATE = /^[1-9]\d{0,8}$/;

/** Agrees to be sent events, at the rate that was asked for. The callback that may come along is not called. */
function handshake({ method, headers }: Delivery): Handshake | null {
  const origin = headers.get("webhook-request-origin") ?? "";
  if (method !== "OPTIONS" || !ORIGIN.test(origin)) return null;
  const rate = headers.get("webhook-request-rate") ?? "";
  return {
    status: 200,
    headers: {
      allow: "POST",
      "webhook-allowed-origin": origin,
      "webhook-allowed-rate": RATE.test(rate) ? rate : "*",
    },
  };
}

/**
 * Any sender of CloudEvents 1.0, one at a time in either mode or several in a batch. Nothing is signed; the secret
 * comes along, as a bearer token or as `?access_token=`. What it tells in our own words (`ticket.*`, `worker.*`,
 * `incident.*`) is taken as that; everything else is a message.
 * Source: github.com/cloudevents/spec, http-webhook.md and bindings/http-protocol-binding.md
 */
export const cloudevents: Source = {
  name: "cloudevents",
  authentication: "shared-secret",
  secretVariable: "CLOUDEVENTS_WEBHOOK_SECRET",
  verify: sharedSecret([asBearer, inQuery("access_token")]),
  signsIds: false,
  parse,
  handshake,
};
