// The security headers of everything that requires a sign-in: pages, the API and `/mcp`.
import type { MiddlewareHandler } from "hono";
import { type Problem, RETRY_AFTER_SECONDS } from "../base/problem.ts";

/** Content security policy of pages. Scripts and styles are never inline. */
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

/**
 * Sets the security headers on every response. This middleware must run before the sign-in check, so that rejections
 * get the headers too.
 */
export const secured: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
};

/** Sets the security headers on an error response, and `Retry-After` if a later retry can succeed. */
export function withHeaders(response: Response, { retry }: Problem): Response {
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  if (retry === "backoff") response.headers.set("retry-after", String(RETRY_AFTER_SECONDS));
  return response;
}
