// Keeps other sites' pages in somebody's browser from acting in that person's name.
import type { MiddlewareHandler } from "hono";
import { Problem } from "../base/problem.ts";
import { isThisMachine } from "../base/this-machine.ts";
import { isLocalStack, type Variables } from "../env.ts";

/** Browsers state the origin of each request that may change something. @throws Problem `foreign_origin` */
export function refuseForeign({ method, url, headers }: Request): void {
  if (method === "GET" || method === "HEAD") return;
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if ((origin !== null && origin !== new URL(url).origin) || (site !== null && site !== "same-origin"))
    throw new Problem("foreign_origin", "the request comes from another site's page");
}

/**
 * Nobody signs in to the local stack, and its webhook secrets are known. So it answers only to this machine's own names,
 * as another site's name may be pointed here, and refuses requests from other sites' pages.
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
