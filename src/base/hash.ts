// Canonical JSON, hashes, the keys of HMACs, and the comparison of secrets. Equal values have equal JSON and hashes.

/**
 * Serializes a value as JSON with sorted object properties and no spaces, so that equal values have equal JSON and
 * hashes.
 *
 * @example
 * export const isSame = (one: object, other: object): boolean => canonicalJson(one) === canonicalJson(other);
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

const toBytes = (of: string | Uint8Array<ArrayBuffer>) =>
  typeof of === "string" ? new TextEncoder().encode(of) : of;

/** Returns the SHA-256 hash of bytes, or of the UTF-8 bytes of a text. */
export const sha256 = async (of: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", toBytes(of)));

/** Imports the key of an HMAC from bytes, or from the UTF-8 bytes of a text. */
export const hmacKey = (
  secret: string | Uint8Array<ArrayBuffer>,
  hash: "SHA-256" | "SHA-512" = "SHA-256",
): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", toBytes(secret), { name: "HMAC", hash }, false, ["sign", "verify"]);

/**
 * Returns the SHA-256 hash of bytes, or of the UTF-8 bytes of a string, as hexadecimal digits in lower case.
 *
 * @example
 * export const hash = (value: unknown): Promise<string> => sha256Hex(canonicalJson(value));
 */
export const sha256Hex = async (of: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(await sha256(of));
/**
 * Returns bytes as hexadecimal digits in lower case. This code also runs on Node 24, which has no `Uint8Array.toHex`.
 *
 * @example
 * export const digits = toHex(new Uint8Array([1, 254])); // "01fe"
 */
export const toHex = (bytes: Uint8Array | ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Compares two strings in constant time, to prevent timing attacks on the secret. The time reveals only whether the
 * lengths differ.
 */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [new TextEncoder().encode(given), new TextEncoder().encode(wanted)];
  return one.length === other.length && crypto.subtle.timingSafeEqual(one, other);
}

/**
 * Returns the 32-bit FNV-1a hash of a string's UTF-16 code units. The hash spreads similar strings evenly, and its
 * algorithm must never change. It is not a cryptographic hash.
 */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
