// Digests of secrets and tokens, which are all that is kept of them.
import { base64url } from "../base64url.ts";

/** SHA-256 of a text, in hex: how secrets and tokens are kept. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether two digests are the same, in a time that does not tell how much of them is. */
export function sameDigest(a: string, b: string): boolean {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  return left.length === right.length && crypto.subtle.timingSafeEqual(left, right);
}

/** Random bytes, as base64url. */
export function randomText(bytes: number): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}
