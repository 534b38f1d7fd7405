// Keeps pages of other sites, open in somebody's browser, from acting here in their name.

import type { MiddlewareHandler } from "hono";
import { Problem } from "../base/problem.ts";
import { isThisMachine } from "../base/this-machine.ts";
import { isLocalStack, type Variables } from "../env.ts";

/**
 * Browsers say of each request that may change something where it comes from. @throws Problem `foreign_origin`
 */
export function refuseForeign({ method, url, headers }: Request): void {
  if (method === "GET" || method === "HEAD") return;
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if ((origin !== null && origin !== new URL(url).origin) || (site !== null && site !== "same-origin"))
    throw new Problem("foreign_origin", "the request comes from another site's page");
}

/**
 * The local stack asks nobody to sign in, and its webhook secrets are known: it answers by this machine's own names, as
 * another site can have its name lead here, and takes nothing that a browser sends from a page of another site.
 */
export const localStackOnly: MiddlewareHandler<{ Bindings: Variables }> = async (c, next) => {
  if (isLocalStack(c.env)) {
    const asked = new URL(c.req.url);
    if (!isThisMachine(asked) && asked.hostname !== "[::1]")
      throw new Problem("foreign_host", "the local stack answers at localhost and 127.0.0.1 alone");
    refuseForeign(c.req.raw);
  }
  await next();
};
