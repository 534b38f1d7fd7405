import { ok, type Result, refused } from "../base/result.ts";
import type { Delivery, Refusal, Secrets } from "./source.ts";

const encoder = new TextEncoder();

/** More than the two secrets of a rotation for each source there is; past it the cache starts anew. */
const MAX_CACHED_KEYS = 64;
const keys = new Map<string, CryptoKey>();

/** The key of a secret's UTF-8 bytes, imported once: importing costs as much as verifying. */
async function hmacKey(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  if (keys.size >= MAX_CACHED_KEYS) keys.clear();
  keys.set(secret, key);
  return key;
}

/**
 * Verifies an HMAC-SHA256 given as lowercase or uppercase hex behind a prefix (`sha256=…`), over the raw body.
 * The comparison is WebCrypto's own, in constant time.
 */
export async function verifyHexHmac(
  delivery: Delivery,
  secrets: Secrets,
  { header, prefix }: { header: string; prefix: string },
): Promise<Result<void, Refusal>> {
  const value = delivery.headers.get(header);
  if (value === null) return refused({ check: "signature_missing" });
  const signature = value.startsWith(prefix) ? fromHex(value.slice(prefix.length)) : null;
  if (signature?.length !== 32) return refused({ check: "signature_malformed" });
  for (const secret of secrets) {
    if (await crypto.subtle.verify("HMAC", await hmacKey(secret), signature, delivery.body))
      return ok(undefined);
  }
  return refused({ check: "signature_mismatch" });
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromHex(text);
  } catch {
    return null;
  }
}
