// The headers of everything that only who is signed in may see: pages and the API.
import type { MiddlewareHandler } from "hono";
import { type Problem, RETRY_AFTER_SECONDS } from "../base/problem.ts";

/** Content security policy of pages. No script or style is inline. */
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
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
};

/** The same for a refusal that is made elsewhere, with when to try again. */
export function withHeaders(response: Response, { retry }: Problem): Response {
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  if (retry === "backoff") response.headers.set("retry-after", String(RETRY_AFTER_SECONDS));
  return response;
}
