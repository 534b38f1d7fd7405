// Reads the Ed25519 key that signs receipts and checkpoints, verifies signatures, and encodes keys. Also declares the
// settings for receipts.
import * as base64url from "jose/base64url";
import * as z from "zod";
import { sha256Hex } from "../base/hash.ts";
import { ifPossible } from "../base/if-possible.ts";
import { Problem } from "../base/problem.ts";
import { readVariable, type Variables } from "../env.ts";
import { joined, utf8 } from "../systems/schemes/bytes.ts";

/** The 32 bytes of a public key. */
export type PublicKey = Uint8Array<ArrayBuffer>;

/** A private key that signs, with its public key. */
export interface Signer {
  readonly publicKey: PublicKey;
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
}

/** Encodes bytes as base64 with padding (RFC 4648, section 4). */
export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Decodes base64, or returns `null` for any text that {@link encodeBase64} does not write. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = ifPossible(() => Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
  return bytes && encodeBase64(bytes) === text ? bytes : null;
}

/**
 * Reads the signing key.
 * @throws Problem `signing_not_configured` if `EVIDENCE_KEY` is not set, or `configuration_invalid` if it is invalid
 */
export async function readSigner(env: Variables): Promise<Signer> {
  const jwk = readVariable(env, "EVIDENCE_KEY");
  if (!jwk)
    throw new Problem(
      "signing_not_configured",
      "EVIDENCE_KEY is not set; docs/trust/evidence.md describes how to make one",
    );
  const publicKey = toPublicKey(jwk.x);
  try {
    const key = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["sign"]);
    const sign: Signer["sign"] = async (bytes) =>
      new Uint8Array(await crypto.subtle.sign("Ed25519", key, bytes));
    // Not every runtime checks that the public key belongs to the private one. Signing with a mismatched pair can
    // reveal the private key.
    const probe = utf8("reeve");
    if (await isSigned(publicKey, probe, await sign(probe))) return { publicKey, sign };
  } catch {
    // Do not pass on the runtime's error: it might contain the key.
  }
  throw new Problem("configuration_invalid", "x and d in EVIDENCE_KEY do not match: set the key again");
}

/** Decodes a public key from the `x` of its JWK (RFC 8037). */
export const toPublicKey = (x: string): PublicKey => new Uint8Array(base64url.decode(x));

/** Returns true if a key signed exactly these bytes. */
export async function isSigned(
  publicKey: PublicKey,
  bytes: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  // workerd ignores any bytes after the first 64.
  if (signature.length !== 64) return false;
  const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, signature, bytes);
}

/** Decodes hexadecimal text, two digits per byte. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  const digit = (at: number) => (text.charCodeAt(at) & 15) + (text.charCodeAt(at) > 57 ? 9 : 0);
  for (let at = 0; at < bytes.length; at++) bytes[at] = 16 * digit(2 * at) + digit(2 * at + 1);
  return bytes;
}

/** Returns the id of a key in receipts: the SHA-256 of its 32 bytes, in hexadecimal. */
export const nameKey = (publicKey: PublicKey): Promise<string> => sha256Hex(publicKey);

/** Encodes a public key as PEM, SubjectPublicKeyInfo (RFC 8410). */
export const toPem = (publicKey: PublicKey): string => {
  const prefix = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);
  return `-----BEGIN PUBLIC KEY-----\n${encodeBase64(joined([prefix, publicKey]))}\n-----END PUBLIC KEY-----\n`;
};

export const EvidenceSettings = z.strictObject({
  /** How receipts identify people: by `names` and emails, or by the audit trail's `pseudonyms`. */
  people: z.enum(["names", "pseudonyms"]).default("names"),
});
export type EvidenceSettings = z.output<typeof EvidenceSettings>;
