/** The headers of everything that only who is signed in may see: pages and the API. */
import type { MiddlewareHandler } from "hono";

/** What a page may load, and where its forms go. No script or style is inline. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/** Puts the headers on every answer, refusals too: stands before whatever lets people in. */
export const secured: MiddlewareHandler = async (c, next) => {
  await next();
  withHeaders(c.res);
};

/** The same for an answer that is made elsewhere. */
export function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
}
