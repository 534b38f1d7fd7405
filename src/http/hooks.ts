import { Hono } from "hono";
import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import { type DirectoryEnv, deskFor } from "../desk/directory.ts";
import type { Accepted, Incoming } from "../desk/intake.ts";
import { sources } from "../sources/index.ts";
import type { Delivery, Source } from "../sources/source.ts";
import { readBody } from "./read-body.ts";
import { secretsOf } from "./secrets.ts";

/** Bindings of the front door. */
export type HooksEnv = DirectoryEnv;

/** Payloads above this stay out of the record, which names their size instead: a row holds two million bytes. */
const MAX_RECORDED_PAYLOAD_CHARS = 512 * 1024;

/** `POST /hooks/{source}`: verify, parse, keep, answer 202. */
export const hooks = new Hono<{ Bindings: HooksEnv }>().post("/:source", async (c) => {
  const source = sources.get(c.req.param("source"));
  if (!source) throw new Problem("unknown_source", "no such source");
  const secrets = secretsOf(source, c.env);
  const delivery: Delivery = { headers: c.req.raw.headers, body: await readBody(c.req.raw) };

  const verified = await source.verify(delivery, secrets);
  if (!verified.ok) {
    log("delivery_refused", { source: source.name, check: verified.reason.check });
    throw new Problem("delivery_refused", verified.reason.check);
  }

  const { incoming, malformed } = await read(source, delivery);
  const { eventId, duplicate } = await keep(c.env, incoming);
  log("delivery", {
    source: source.name,
    event: eventId,
    type: incoming.type,
    duplicate,
    malformed: malformed !== null,
  });
  if (malformed !== null) throw new Problem("delivery_malformed", malformed);
  return c.json({ event: eventId }, duplicate ? 200 : 202);
});

/** A verified delivery as its desk wants it. One that can't be read is kept too, so that an operator sees it. */
async function read(
  source: Source,
  delivery: Delivery,
): Promise<{ incoming: Incoming; malformed: string | null }> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", delivery.body)).toHex();
  // The id travels outside what is signed, so a replayed body under another id must be known by its digest.
  const bodyKey = `${source.name}:sha256:${digest}`;
  const common = { source: source.name, authentication: source.authentication };
  const parsed = source.parse(delivery);
  if (!parsed.ok) {
    const { detail } = parsed.reason;
    return {
      malformed: detail,
      incoming: {
        ...common,
        keys: [bodyKey],
        type: null,
        subject: bodyKey,
        detail,
        event: null,
        payload: recordedPayload(JSON.stringify(new TextDecoder().decode(delivery.body))),
      },
    };
  }
  const { deliveryId, event, payload } = parsed.value;
  return {
    malformed: null,
    incoming: {
      ...common,
      keys: deliveryId === null ? [bodyKey] : [bodyKey, `${source.name}:id:${deliveryId}`],
      type: event.type,
      subject: event.subject,
      detail: null,
      event: JSON.stringify(event),
      payload: recordedPayload(payload),
    },
  };
}

/** A payload's JSON text, or what is recorded in its place where it is too large. */
const recordedPayload = (json: string): string =>
  json.length <= MAX_RECORDED_PAYLOAD_CHARS
    ? json
    : JSON.stringify({ omitted: "too large to record", chars: json.length });

async function keep(env: HooksEnv, incoming: Incoming): Promise<Accepted> {
  try {
    return await deskFor(env, incoming.subject).accept(incoming);
  } catch (error) {
    log("desk_unreachable", { source: incoming.source, error: String(error) });
    throw new Problem("desk_unavailable", "the desk could not be reached", { cause: error });
  }
}
