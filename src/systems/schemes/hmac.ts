// Verifies deliveries that are signed by an HMAC, as the vendor describes it.
import { ok, refused } from "../../base/result.ts";
import { Members, readJson, valueAt } from "../reading/json.ts";
import type { Delivery, Verify } from "../system.ts";
import { bytesOf, type Encoding, joined, utf8 } from "./bytes.ts";
import { type Freshness, timeFault } from "./timestamp.ts";

type Hash = "SHA-256" | "SHA-512";
type Piece = string | Uint8Array<ArrayBuffer>;

/** How a sender signs with an HMAC, as its documentation describes it. */
export interface HmacScheme {
  readonly hash: Hash;
  /** The header with the signature, in lower case. */
  readonly header: string;
  readonly encoding: Encoding;
  /** What stands before each signature: `sha256=`. @default nothing */
  readonly prefix?: string;
  /**
   * What stands between signatures, where there may be several, of which one of the first ten has to fit.
   * @default only one
   */
  readonly separator?: "," | " ";
  /** The time of signing, in a header or at the top of the JSON body. @default the sender says none */
  readonly timestamp?: Freshness & ({ readonly header: string } | { readonly member: string });
  /** What is signed, in pieces; `timestamp` is the header's text. @default the body */
  readonly signed?: (pieces: { body: Uint8Array<ArrayBuffer>; timestamp: string }) => readonly Piece[];
}

/** Signatures of a list that are looked at: a rotation has two, and whoever sends more only makes work. */
export const MAX_SIGNATURES = 10;

/**
 * Verifies a signature that is an HMAC over the raw bytes, with the secret's UTF-8 bytes as key. Anybody may send
 * anything here, so what costs little comes first: a time in a header, and only then one HMAC for each secret. A time in
 * the body is read once the body is known to be the sender's.
 */
export function hmac(scheme: HmacScheme): Verify {
  const { hash, header, encoding, prefix = "", separator, timestamp, signed = ({ body }) => [body] } = scheme;
  return async (delivery, secrets, now) => {
    const value = delivery.headers.get(header);
    if (value === null) return refused({ check: "signature_missing" });
    const given = separator ? value.split(separator, MAX_SIGNATURES).map((one) => one.trim()) : [value];
    const signatures = given.flatMap((one) =>
      one.startsWith(prefix) ? (bytesOf(one.slice(prefix.length), encoding, MAC_BYTES[hash]) ?? []) : [],
    );
    if (signatures.length === 0) return refused({ check: "signature_malformed" });

    const stamp = timestamp && "header" in timestamp ? delivery.headers.get(timestamp.header) : "";
    if (stamp === null) return refused({ check: "timestamp_missing" });
    const early = timestamp && "header" in timestamp && timeFault(stamp, now, timestamp);
    if (early) return refused({ check: early });
    const content = joined(signed({ body: delivery.body, timestamp: stamp }));
    const secret = await firstFit(secrets.map(utf8), signatures, hash, content);
    if (secret === null) return refused({ check: "signature_mismatch" });

    const late =
      timestamp && "member" in timestamp && timeFault(memberOf(delivery, timestamp.member), now, timestamp);
    if (late) return refused({ check: late });
    return ok({ secret, signed: content });
  };
}

const MAC_BYTES = { "SHA-256": 32, "SHA-512": 64 } as const satisfies Record<Hash, number>;

/**
 * Which of the keys made one of the signatures, if any did: one HMAC for each key, compared in constant time with each
 * signature, as long as the hash.
 */
export async function firstFit(
  keys: readonly Uint8Array<ArrayBuffer>[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  hash: Hash,
  content: Uint8Array<ArrayBuffer>,
): Promise<number | null> {
  for (const [n, bytes] of keys.entries()) {
    const mac = await crypto.subtle.sign("HMAC", await macKey(bytes, hash), content);
    if (signatures.some((signature) => crypto.subtle.timingSafeEqual(mac, signature))) return n;
  }
  return null;
}

/** More than the two secrets of a rotation for each source there is; past it the cache starts over. */
const MAX_CACHED_KEYS = 64;
const cached = new Map<string, CryptoKey>();

/** An HMAC key, imported once: importing costs as much as signing. */
export async function macKey(bytes: Uint8Array<ArrayBuffer>, hash: Hash): Promise<CryptoKey> {
  const name = `${hash} ${bytes.toBase64()}`;
  const known = cached.get(name);
  if (known) return known;
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash }, false, ["sign", "verify"]);
  if (cached.size >= MAX_CACHED_KEYS) cached.clear();
  cached.set(name, key);
  return key;
}

/** A member at the top of a JSON body that is already verified. */
function memberOf({ body }: Delivery, name: string): unknown {
  const read = readJson(body, Members);
  return read.ok ? (valueAt(read.value.json, name) ?? null) : null;
}
