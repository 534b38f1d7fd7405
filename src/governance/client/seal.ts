// Encrypts texts with a key derived from a secret, so that read access to the storage reveals nothing.
import * as base64url from "jose/base64url";

/** Length of AES-GCM's nonce in bytes (NIST SP 800-38D, section 8.2). Each value gets a random one. */
const NONCE_BYTES = 12;
const NAME_BITS = 128;

const utf8 = new TextEncoder();

/**
 * Seals texts with AES-256-GCM under a key derived from a secret (HKDF, RFC 5869). Opening fails for a text that an
 * attacker planted, or moved here from another context.
 * @param context The client and address that the texts belong to
 */
export async function makeSeal(secret: string, purpose: string, context: string) {
  const key = await crypto.subtle.deriveKey(
    derivation(purpose, ""),
    await keyMaterial(secret),
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
  const aes = (iv: Uint8Array) => ({ name: "AES-GCM", iv, additionalData: utf8.encode(context) });
  return {
    async close(text: string): Promise<string> {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = new Uint8Array(await crypto.subtle.encrypt(aes(nonce), key, utf8.encode(text)));
      return base64url.encode(new Uint8Array([...nonce, ...sealed]));
    },
    /** Opens a sealed text. @throws if the text was sealed under another secret, purpose or context, or was changed */
    async open(sealed: string): Promise<string> {
      const bytes = base64url.decode(sealed);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      return new TextDecoder().decode(await crypto.subtle.decrypt(aes(nonce), key, bytes.slice(NONCE_BYTES)));
    },
  };
}

/** Returns a 128-bit name in base64url, which only a holder of the secret can compute. */
export async function deriveName(secret: string, purpose: string, context: string): Promise<string> {
  const key = await keyMaterial(secret);
  return base64url.encode(
    new Uint8Array(await crypto.subtle.deriveBits(derivation(purpose, context), key, NAME_BITS)),
  );
}

const keyMaterial = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", utf8.encode(secret), "HKDF", false, ["deriveBits", "deriveKey"]);

/**
 * Returns the HKDF parameters. There is no salt, because the secret is random and has at least as many bits as the key
 * (RFC 5869, section 3.1).
 */
const derivation = (purpose: string, context: string) => ({
  name: "HKDF",
  hash: "SHA-256",
  salt: new Uint8Array(),
  info: utf8.encode(`reeve ${purpose}\n${context}`),
});
