// Compares digests of secrets and tokens, which are all that is kept of them, and makes random ones.
import { base64url } from "../base64url.ts";

/** Whether two digests are the same, in a time that does not tell how much of them is. */
export function sameDigest(a: string, b: string): boolean {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  return left.length === right.length && crypto.subtle.timingSafeEqual(left, right);
}

/** Random bytes, as base64url. */
export function randomText(bytes: number): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}
