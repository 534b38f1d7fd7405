// Verifies deliveries that are signed with an HMAC, and rejects a signature whose time is too old or too far ahead,
// which limits replay attacks.
import { hmacKey } from "../../base/hash.ts";
import { ok, type Result, refused } from "../../base/result.ts";
import { parseText, valueAt } from "../reading/json.ts";
import { type Piece, refuse, type Source, type Verify } from "../system.ts";
import { decodeBytes, type Encoding, joined } from "./bytes.ts";

/** The format of a signing time, and its maximum age on arrival. */
export interface Freshness {
  readonly unit: "seconds" | "milliseconds" | "iso";
  readonly maxAgeSeconds: number;
}

/**
 * The tolerance that senders document for the time of a signature: five minutes, in seconds. Standard Webhooks'
 * reference libraries and Slack use it.
 */
export const FIVE_MINUTES = 5 * 60;

/**
 * The maximum age of a signature, in seconds, for senders that might retry a delivery with its first signature: as long
 * as their retries last.
 */
export const THREE_HOURS = 3 * 60 * 60;

/** Maximum time by which a sender's clock can be ahead, in seconds. */
const MAX_AHEAD_SECONDS = FIVE_MINUTES;

/** 1 January 2100, in seconds: later values are in another unit. */
const MAX_SECONDS = 4_102_444_800;
/** 9 September 2001, in milliseconds: earlier values are in seconds. */
const MIN_MILLISECONDS = 1_000_000_000_000;

/**
 * Reads a timestamp as Unix milliseconds. Rejects a time in another unit. Rejects a leading zero too: if a signature
 * covers the body followed by the time, an attacker could otherwise move a zero from the body's end to the time.
 */
export function readTimestamp(
  value: unknown,
  unit: Freshness["unit"],
): Result<number, "timestamp_missing" | "timestamp_malformed"> {
  if (value === null || value === undefined || value === "") return refused("timestamp_missing");
  const text = typeof value === "object" ? "" : String(value);
  const at = unit === "iso" ? fromIso(text) : /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
  const isOtherUnit =
    (unit === "seconds" && at > MAX_SECONDS) || (unit === "milliseconds" && at < MIN_MILLISECONDS);
  if (Number.isNaN(at) || isOtherUnit) return refused("timestamp_malformed");
  return ok(unit === "seconds" ? at * 1000 : at);
}

const fromIso = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;

/**
 * Returns the error for a signature's timestamp if it is invalid, too old or too far ahead, or `null` if it is
 * acceptable.
 * @param now Unix milliseconds
 */
export function timeFault(value: unknown, now: number, { unit, maxAgeSeconds }: Freshness) {
  const at = readTimestamp(value, unit);
  if (!at.ok) return refuse(at.reason, `a time in ${unit}`, "none");
  const age = (now - at.value) / 1000;
  if (age > maxAgeSeconds) return refuse("timestamp_stale", `at most ${maxAgeSeconds} s old`, `${age} s`);
  if (-age <= MAX_AHEAD_SECONDS) return null;
  return refuse("timestamp_future", `at most ${MAX_AHEAD_SECONDS} s ahead`, `${-age} s`);
}

type Hash = "SHA-256" | "SHA-512";

/** A sender's HMAC signature, as the sender documents it. */
export interface HmacScheme {
  readonly hash: Hash;
  readonly header: string;
  readonly encoding: Encoding;
  /** The text before the signature, for example `sha256=`. @default nothing */
  readonly prefix?: string;
  /** The time of signing, in a header or at the top level of the JSON body. @default none */
  readonly timestamp?: Freshness & ({ readonly header: string } | { readonly member: string });
  /** Returns the signed pieces; `timestamp` is the header's text. @default the body */
  readonly signed?: (pieces: { body: Uint8Array<ArrayBuffer>; timestamp: string }) => readonly Piece[];
}

/**
 * Returns the verification properties of a source whose deliveries are signed with an HMAC over the raw bytes; the key
 * is the secret's UTF-8 bytes. Anyone can send requests to a source, so cheap checks run first: the time in a header,
 * then one HMAC for each secret. A time in the body is read only after the signature was verified.
 *
 * @example
 * export const signed = hmac({ hash: "SHA-256", header: "x-signature", encoding: "hex", prefix: "sha256=" });
 */
export function hmac(scheme: HmacScheme): Pick<Source, "authentication" | "verify"> {
  const { hash, header, encoding, prefix = "", timestamp, signed = ({ body }) => [body] } = scheme;
  const importKey = keptKeys((secret) => hmacKey(secret, hash));
  const verify: Verify = async (delivery, secrets, now) => {
    const value = delivery.headers.get(header);
    if (value === null) return refuse("signature_missing", header, "no such header");
    const signature = value.startsWith(prefix)
      ? decodeBytes(value.slice(prefix.length), encoding, MAC_BYTES[hash])
      : null;
    const form = `${prefix}, then ${MAC_BYTES[hash]} bytes in ${encoding}`;
    if (!signature) return refuse("signature_malformed", form, `${value.length} other characters`);

    const stamp = timestamp && "header" in timestamp ? delivery.headers.get(timestamp.header) : "";
    const early = timestamp && "header" in timestamp && timeFault(stamp, now, timestamp);
    if (early) return early;
    const content = signed({ body: delivery.body, timestamp: stamp ?? "" });
    for (const [secret, text] of secrets.entries()) {
      if (!(await crypto.subtle.verify("HMAC", await importKey(text), signature, joined(content)))) continue;
      if (!timestamp || "header" in timestamp) return ok({ secret, signed: content });
      const parsed = parseText(delivery.body);
      const late = timeFault(parsed.ok ? valueAt(parsed.value.json, timestamp.member) : null, now, timestamp);
      return late ?? ok({ secret, signed: content, parsed });
    }
    return refuse("signature_mismatch", `${hash} HMAC with a secret in use (${secrets.length})`, "another");
  };
  return { authentication: "signed", verify };
}

const MAC_BYTES = { "SHA-256": 32, "SHA-512": 64 } as const satisfies Record<Hash, number>;

/**
 * Maximum number of cached keys, more than the two that a rotation needs. When it is reached, the next new key clears
 * the cache.
 */
const MAX_KEPT_KEYS = 8;

/**
 * Makes a function that returns a secret's key, and caches the key, because importing it costs as much as signing.
 * @param make Imports the key of a new secret
 */
export function keptKeys<Key>(
  make: (secret: string) => Promise<Key>,
): (secret: string) => Key | Promise<Key> {
  const kept = new Map<string, Key>();
  const made = async (secret: string): Promise<Key> => {
    const key = await make(secret);
    if (kept.size >= MAX_KEPT_KEYS) kept.clear();
    kept.set(secret, key);
    return key;
  };
  return (secret) => kept.get(secret) ?? made(secret);
}
