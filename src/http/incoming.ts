import type { Incoming } from "../desk/intake.ts";
import type { DeliveryKeys } from "../desk/store.ts";
import type { Malformed, Said, Source } from "../sources/source.ts";

/** Payloads above this stay out of the record, which names their size instead: a row holds two million bytes. */
const MAX_RECORDED_PAYLOAD_CHARS = 512 * 1024;

/**
 * What a verified delivery says, as its desk wants it.
 * @param content The bytes that were signed, or where nothing is, the body.
 */
export async function incomingOf(
  source: Source,
  content: Uint8Array<ArrayBuffer>,
  said: readonly Said[],
): Promise<Incoming[]> {
  const digest = await digestKey(source, content);
  return said.map(({ id, event, payload }, n) => {
    const contentKey = said.length > 1 ? `${digest}:${n}` : digest;
    const common = { ...of(source), keys: keysOf(source, id, contentKey), payload: recordedPayload(payload) };
    return "ignored" in event
      ? { ...common, unread: "ignored", type: null, subject: contentKey, detail: event.ignored, event: null }
      : {
          ...common,
          type: event.type,
          subject: event.subject,
          detail: null,
          event: JSON.stringify(event),
          ...mayBe(event),
        };
  });
}

/** A verified delivery that can't be read. It is kept too, so that an operator sees it. */
export async function rejected(
  source: Source,
  content: Uint8Array<ArrayBuffer>,
  body: Uint8Array<ArrayBuffer>,
  { detail }: Malformed,
): Promise<Incoming> {
  const key = await digestKey(source, content);
  const payload = recordedPayload(JSON.stringify(new TextDecoder().decode(body)));
  return {
    ...of(source),
    keys: [key],
    unread: "rejected",
    type: null,
    subject: key,
    detail,
    event: null,
    payload,
  };
}

const of = ({ name, authentication }: Source) => ({ source: name, authentication });

const mayBe = (event: Exclude<Said["event"], { readonly ignored: string }>) =>
  "mayBe" in event && event.mayBe ? { mayBe: event.mayBe } : {};

/**
 * What a delivery is known by. An id that travels outside what is signed does not do alone: a replayer would give the
 * same bytes another one.
 */
function keysOf(
  { name, signsIds, authentication }: Source,
  id: string | null,
  contentKey: string,
): DeliveryKeys {
  if (id === null) return [contentKey];
  const idKey = `${name}:id:${id}`;
  return signsIds || authentication === "shared-secret" ? [idKey] : [contentKey, idKey];
}

async function digestKey({ name }: Source, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return `${name}:sha256:${digest.toHex()}`;
}

/** A payload's JSON text, or what is recorded in its place where it is too large. */
const recordedPayload = (json: string): string =>
  json.length <= MAX_RECORDED_PAYLOAD_CHARS
    ? json
    : JSON.stringify({ omitted: "too large to record", chars: json.length });
