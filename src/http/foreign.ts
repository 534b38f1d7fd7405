// Prevents cross-site request forgery: a page of another site can't make a user's browser act in their name.
import type { MiddlewareHandler } from "hono";
import { Problem } from "../base/problem.ts";
import { isThisMachine } from "../base/this-machine.ts";
import { isLocalStack, type Variables } from "../env.ts";

/**
 * Rejects a request that might change something if it was sent by another site's page. Browsers state the origin of
 * each such request.
 * @throws Problem `foreign_origin`
 */
export function refuseForeign({ method, url, headers }: Request): void {
  if (method === "GET" || method === "HEAD") return;
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if ((origin !== null && origin !== new URL(url).origin) || (site !== null && site !== "same-origin"))
    throw new Problem("foreign_origin", "the request comes from another site's page");
}

/**
 * Restricts the local stack, which has no sign-in and whose webhook secrets are public, to requests from this machine.
 * It only answers requests to this machine's own names, because another site's name can be made to point to this
 * machine (DNS rebinding), and rejects requests from other sites' pages.
 */
export const localStackOnly: MiddlewareHandler<{ Bindings: Variables }> = async (c, next) => {
  if (isLocalStack(c.env)) {
    const asked = new URL(c.req.url);
    if (!isThisMachine(asked) && asked.hostname !== "[::1]")
      throw new Problem("foreign_host", "the local stack only answers requests to localhost and 127.0.0.1");
    refuseForeign(c.req.raw);
  }
  await next();
};
