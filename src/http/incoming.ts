// Turns a verified delivery into events for a desk to store, and limits the number and size of the events.
import { sha256, sha256Hex } from "../base/hash.ts";
import { once } from "../base/once.ts";
import { byteLength, exceeds, MAX_CONTENT_BYTES } from "../base/platform.ts";
import { isThisMachine } from "../base/request.ts";
import { ok, type Result, refused } from "../base/result.ts";
import type { Incoming } from "../desk/engine/intake.ts";
import type { DeliveryKeys } from "../desk/engine/store.ts";
import { type MatchRules, matchAutomations, NO_MATCH } from "../desk/match.ts";
import type { Variables } from "../env.ts";
import { withPlainPeople } from "../systems/event.ts";
import { joined } from "../systems/schemes/bytes.ts";
import type { Delivery, JsonBody, Malformed, ParsedDelivery, Piece, Source } from "../systems/system.ts";

/** Maximum size of an event in UTF-8 bytes: an event is stored whole or not at all. */
const MAX_EVENT_BYTES = 1_200_000;
/** Maximum bytes of an event's subject or type, and of a sender's id that is stored unchanged. */
const MAX_NAME_BYTES = 1_000;
/** Maximum length of the reason why there is no event, in characters. The reason can quote the sender. */
const MAX_DETAIL_CHARS = 1_000;
/** Maximum events in a delivery: more would keep their desks busy for longer than senders wait. */
const MAX_EVENTS = 5_000;

/**
 * Parses a verified delivery. If the parser throws an error, the delivery is treated as malformed: it is stored, and
 * the sender gets the reason, so that the sender does not repeat the delivery as it would after a 500.
 */
export function readDelivery(
  source: Source,
  delivery: Delivery,
  parsed?: Result<JsonBody, Malformed>,
): Result<readonly ParsedDelivery[], Malformed> {
  try {
    const read = source.parse(delivery, Date.now(), parsed);
    if (!read.ok) return read;
    if (read.value.length <= MAX_EVENTS)
      return ok(
        read.value.map((one) =>
          "ignored" in one.event ? one : { ...one, event: withPlainPeople(one.event) },
        ),
      );
    return refused({ detail: `the delivery has ${read.value.length} events; the limit is ${MAX_EVENTS}` });
  } catch (error) {
    return refused({ detail: `Reeve could not read the delivery: ${error}` });
  }
}

/**
 * Returns a function that ignores an event whose ticket belongs to a different site from the configured one. A ticket
 * is also accepted if it has no valid URL, if no site is configured, or if the site is a vendor's stand-in on this
 * machine. If the ticket's URL is an address in an API that all sites share, the API's address is compared instead of
 * the site, and the URL of the ticket's page replaces the URL. Such a ticket gets no URL if the site is not configured
 * or is a stand-in.
 */
export function ofOurSite({ siteVariable, sharedApi }: Source, env: Variables) {
  const [site, api] = [siteVariable, sharedApi?.variable].map((name) => URL.parse((name && env[name]) ?? ""));
  return (parsed: ParsedDelivery): ParsedDelivery => {
    const { event } = parsed;
    if (!("ticket" in event) || !URL.canParse(event.ticket.url ?? "")) return parsed;
    const { url = "", ...ticket } = event.ticket;
    const inApi = sharedApi && url.match(sharedApi.address)?.[0];
    const [ours, variable] = inApi ? [api, sharedApi.variable] : [site, siteVariable];
    const theirs = inApi ?? new URL(url).host;
    const expected = inApi ? ours?.href.replace(/\/$/, "") : ours?.host;
    if (ours && !isThisMachine(ours) && theirs !== expected)
      return {
        ...parsed,
        event: { ignored: `the ticket belongs to ${theirs}, but ${variable} is ${expected}` },
      };
    if (!inApi) return parsed;
    const page = site && !isThisMachine(site) && { url: url.replace(inApi, site.origin) };
    return { ...parsed, event: { ...event, ticket: { ...ticket, ...page } } };
  };
}

/**
 * Turns a verified delivery into events for their desks.
 * @param content The signed part, or the body if nothing is signed
 */
export async function readIncoming(
  source: Source,
  content: readonly Piece[],
  parsed: readonly ParsedDelivery[],
  rules: MatchRules,
): Promise<Incoming[]> {
  // Compute the digest only if it is needed: most deliveries have an id, which is enough to recognize them.
  const digest = once(() => digestKey(source, content));
  return Promise.all(
    parsed.map(async ({ id, event, payload }, n): Promise<Incoming> => {
      const contentKey = async () => (parsed.length > 1 ? `${await digest()}:${n}` : digest());
      const json = JSON.stringify(event);
      const { subject = "" } = event;
      const type = "type" in event ? event.type : "";
      const size = sizeRefusal({ type, subject }, json);
      if (size !== null) {
        const key = await contentKey();
        return noEvent(source, { unread: "rejected", keys: [key], subject: key, detail: size, payload });
      }
      const keys = await makeKeys(source, id, contentKey);
      if ("ignored" in event) {
        const detail = event.ignored.slice(0, MAX_DETAIL_CHARS);
        const about = subject
          ? ({ unread: "unknown", subject } as const)
          : ({ unread: "ignored", subject: await contentKey() } as const);
        return noEvent(source, { ...about, keys, detail, payload });
      }
      return {
        ...of(source),
        keys,
        type,
        subject,
        detail: null,
        event: json,
        payload: recordedPayload(payload, byteLength(json)),
        match: matchAutomations(rules, event),
      };
    }),
  );
}

/** Returns the reason why an event is too large to store, or `null` if it fits. */
function sizeRefusal(names: Readonly<Record<string, string>>, event: string): string | null {
  const tooLong = Object.keys(names).find((name) => exceeds(names[name] ?? "", MAX_NAME_BYTES));
  if (tooLong) return `the event's ${tooLong} is longer than ${MAX_NAME_BYTES} bytes`;
  if (!exceeds(event, MAX_EVENT_BYTES)) return null;
  return `the event has ${byteLength(event)} bytes; the limit is ${MAX_EVENT_BYTES}`;
}

/** Returns the row for a verified delivery that can't be parsed. The row is stored, so that operators can see it. */
export async function rejected(
  source: Source,
  content: readonly Piece[],
  body: Uint8Array<ArrayBuffer>,
  { detail }: Malformed,
): Promise<Incoming> {
  const key = await digestKey(source, content);
  return noEvent(source, {
    unread: "rejected",
    keys: [key],
    subject: key,
    detail: detail.slice(0, MAX_DETAIL_CHARS),
    // Omit a body that might contain a callback address: anyone who reads the address can answer in Reeve's place.
    payload: JSON.stringify(
      source.isAnswered ? { omitted: "it might contain a callback address" } : new TextDecoder().decode(body),
    ),
  });
}

/** Returns the row for a delivery without an event. The payload can be JSON text of any size. */
const noEvent = (
  source: Source,
  { payload, ...row }: Pick<Incoming, "unread" | "keys" | "subject" | "detail" | "payload">,
): Incoming => ({
  ...of(source),
  ...row,
  type: null,
  event: null,
  payload: recordedPayload(payload, 0),
  match: NO_MATCH,
});

const of = ({ name, authentication }: Source) => ({ source: name, authentication });

/**
 * Returns the keys that identify a delivery. If a signature does not cover the id, the id is not enough: a replay could
 * send the same bytes with another id. If nothing is signed, the id is enough.
 */
async function makeKeys(
  { name, signsIds, authentication }: Source,
  id: string | null,
  contentKey: () => Promise<string>,
): Promise<DeliveryKeys> {
  if (id === null) return [await contentKey()];
  // SQLite replaces invalid UTF-16, so the stored key would not match.
  const short = exceeds(id, MAX_NAME_BYTES) ? `sha256:${await sha256Hex(id)}` : id.toWellFormed();
  const idKey = `${name}:id:${short}`;
  return signsIds || authentication === "shared-secret" ? [idKey] : [await contentKey(), idKey];
}

const digestKey = async ({ name }: Source, content: readonly Piece[]): Promise<string> =>
  `${name}:sha256:${(await sha256(joined(content))).toHex()}`;

/** Returns a payload's JSON text, or a placeholder if the event and the payload together are too large for one row. */
const recordedPayload = (json: string, eventBytes: number): string =>
  exceeds(json, MAX_CONTENT_BYTES - eventBytes)
    ? JSON.stringify({ omitted: `it is too large to record: ${byteLength(json)} bytes` })
    : json;
