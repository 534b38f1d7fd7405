// Verifies deliveries that are signed with an HMAC, in the vendor's format.
import { ok } from "../../base/result.ts";
import { parseText, valueAt } from "../reading/json.ts";
import { type Piece, refuse, type Source, type Verify } from "../system.ts";
import { decodeBytes, type Encoding, joined, utf8 } from "./bytes.ts";
import { type Freshness, timeFault } from "./timestamp.ts";

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
 * Verifies an HMAC over the raw bytes; the key is the secret's UTF-8 bytes. Anyone can send requests here, so cheap
 * checks run first: the time in a header, then one HMAC for each secret. A time in the body is read only after its
 * signature was verified.
 *
 * @example
 * export const signed = hmac({ hash: "SHA-256", header: "x-signature", encoding: "hex", prefix: "sha256=" });
 */
export function hmac(scheme: HmacScheme): Pick<Source, "authentication" | "verify"> {
  const { hash, header, encoding, prefix = "", timestamp, signed = ({ body }) => [body] } = scheme;
  const importKey = keptKeys((secret) => hmacKey(utf8(secret), hash));
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

export const hmacKey = (bytes: Uint8Array<ArrayBuffer>, hash: Hash): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash }, false, ["sign", "verify"]);

/**
 * Maximum number of cached keys, more than the two that a rotation needs. When it is reached, the next new key clears
 * the cache.
 */
const MAX_KEPT_KEYS = 8;

/**
 * Caches each secret's key, because importing it costs as much as signing.
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
