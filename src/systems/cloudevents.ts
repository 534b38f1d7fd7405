// Receives events from any sender that uses CloudEvents over HTTP.
import * as z from "zod";
import { ok, type Result, refused } from "../base/result.ts";
import { compact, ofShape, parseBody, parseJson, type ReadEvent, readJson } from "./reading/json.ts";
import { readOwnFormat } from "./reading/normalized.ts";
import { fromBase64 } from "./schemes/bytes.ts";
import { asBearer, inQuery, sharedSecret } from "./schemes/shared-secret.ts";
import { defineSystem, type Malformed, type Source } from "./system.ts";

const Text = z.string().min(1);

const CloudEvent = z
  .looseObject({
    id: Text,
    source: Text,
    specversion: z.literal("1.0"),
    type: Text,
    subject: Text.nullish(),
    time: z.unknown().optional(),
    datacontenttype: Text.nullish(),
    data: z.unknown().optional(),
    data_base64: z.string().nullish(),
  })
  .refine(({ data, data_base64 }) => data_base64 == null || data === undefined, {
    path: ["data_base64"],
    message: "data is set too: send only one of them",
  });

function readCloudEvent({ id, source, ...event }: z.infer<typeof CloudEvent>): Omit<ReadEvent, "payload"> {
  const { data_base64, datacontenttype } = event;
  const data = data_base64 == null ? ok(event.data ?? null) : readBase64(data_base64, datacontenttype ?? "");
  return {
    // JSON escapes both values, so that no two pairs of source and id have the same text.
    id: JSON.stringify([source, id]),
    event: data.ok
      ? readOwnFormat("cloudevents", { ...event, data: data.value })
      : { detail: `data_base64: ${data.reason.detail}` },
  };
}

/**
 * Converts a binary-mode event to the JSON format: its attributes are in `ce-…` headers, and its data is in the body.
 */
function fromBinary(headers: Headers, body: Uint8Array): Result<object, Malformed> {
  const datacontenttype = headers.get("content-type");
  const attributes: Record<string, string> = {};
  for (const [header, value] of headers) {
    const name = header.match(/^ce-([a-z0-9]+)$/)?.[1];
    if (name === undefined || name === "data" || name === "datacontenttype") continue;
    const text = readAttribute(value);
    if (text === null) return refused({ detail: `${header}: expected percent-encoded UTF-8` });
    attributes[name] = text;
  }
  const data = body.length === 0 ? ok(null) : readBytes(body, datacontenttype ?? "");
  if (!data.ok) return data;
  return ok({ ...attributes, ...compact({ datacontenttype, data: data.value }) });
}

const hasAttributes = (headers: Headers): boolean =>
  Array.from(headers.keys()).some((name) => name.startsWith("ce-"));

/**
 * Decodes an attribute in a header: removes the quotes that older senders add, and percent-decodes the text once.
 * Returns `null` if the result is not valid UTF-8.
 */
function readAttribute(header: string): string | null {
  const quoted = header.match(/^"((?:[^"\\]|\\.)*)"$/)?.[1];
  try {
    return decodeURIComponent(quoted?.replace(/\\(.)/g, "$1") ?? header);
  } catch {
    return null;
  }
}

function readBase64(text: string, mediaType: string): Result<unknown, Malformed> {
  const bytes = fromBase64(text, "base64");
  return bytes === null ? refused({ detail: "expected base64" }) : readBytes(bytes, mediaType);
}

const JSON_TYPE = /^\s*[\w.+-]+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const TEXT_TYPE = /^\s*text\//i;

function readBytes(bytes: Uint8Array, mediaType: string): Result<unknown, Malformed> {
  if (JSON_TYPE.test(mediaType)) return readJson(bytes, z.unknown());
  if (!TEXT_TYPE.test(mediaType)) return ok(bytes.toBase64());
  try {
    return ok(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    return refused({ detail: "the body is not UTF-8 text" });
  }
}

const STRUCTURED = "application/cloudevents+json";
const BATCHED = "application/cloudevents-batch+json";

const readOne = ofShape(CloudEvent, readCloudEvent);
const parseStructured = parseBody(readOne);
const parseBatched = parseJson(z.array(CloudEvent), (events) =>
  events.map((event) => ({ ...readCloudEvent(event), payload: event })),
);
const parseBinary: Source["parse"] = (delivery, now) => {
  const event = fromBinary(delivery.headers, delivery.body);
  return event.ok ? readOne({ json: event.value, text: JSON.stringify(event.value) }, delivery, now) : event;
};

/**
 * Parses a delivery in the mode that its content type names, or in binary mode if its content type is not one of
 * CloudEvents' own.
 */
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

/** The sender's origin in a handshake: a DNS name. */
const ORIGIN = /^[\w.*-]{1,253}(?::\d{1,5})?$/;
/** The rate in a handshake, in requests per minute. */
const RATE = /^[1-9]\d{0,8}$/;

/**
 * Receives CloudEvents 1.0 from any sender: single events in structured or binary mode, or batches. Nothing is signed;
 * the secret is a bearer token or `?access_token=`. Reeve reads events of its own types (`ticket.*`, `worker.*`) and
 * ignores all others. Source: github.com/cloudevents/spec, http-webhook.md and bindings/http-protocol-binding.md
 */
export const cloudevents = defineSystem({
  name: "cloudevents",
  title: "a CloudEvent",
  secretVariable: "CLOUDEVENTS_WEBHOOK_SECRET",
  setUp: "Any CloudEvents sender over HTTP; use the secret as its access token.",
  ...sharedSecret([asBearer, inQuery("access_token")]),
  parse,
  /**
   * Permits the sender to deliver events, at the rate that it requested. Never calls the callback URL in the request.
   */
  handshake: ({ method, headers }) => {
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
  },
});
