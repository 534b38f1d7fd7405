// Rejects forged requests, and answers failed requests: with pages for browsers, and with RFC 9457 problem documents
// for senders and scripts.

import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { log } from "../base/log.ts";
import { InvalidMember, Problem, RETRY_AFTER_SECONDS, RequestInvalid } from "../base/problem.ts";
import { isThisMachine } from "../base/request.ts";
import { isLocalStack, type Variables } from "../env.ts";

/**
 * Returns an error handler that responds with a page to browsers, and with a problem document to senders and scripts.
 * @param page Renders a problem as a page
 */
export const refuseWith =
  (page: (c: Context, problem: Problem) => Promise<Response>) =>
  async (error: Error, c: Context): Promise<Response> => {
    const problem = toProblem(error, c);
    if (isPage(c)) return page(c, problem);
    // A signed-in person gets the exact message; anyone else gets the code's public sentence.
    return problemResponse(problem, c.get("person") === undefined ? problem.public : problem.message);
  };

function toProblem(error: Error, c: Context): Problem {
  // Hono's validator throws this if a body does not match its declared content type.
  if (error instanceof HTTPException && error.status === 400) return RequestInvalid.unreadable();
  if (!(error instanceof Problem)) {
    log("internal", { path: c.req.routePath, error: String(error) });
    return new Problem("internal", "an internal error occurred: see the log");
  }
  if (error.code === "access_not_configured") log("access_not_configured", { remedy: error.message });
  if (error.code === "ledger_unavailable")
    log("ledger_unavailable", { path: c.req.routePath, error: error.message });
  return error;
}

/** Returns true if a browser requests a page. */
export const isPage = (c: Context): boolean =>
  !/^\/(api|hooks|assets)\//.test(c.req.path) && c.req.header("accept")?.includes("text/html") === true;

/** A problem document (RFC 9457). */
export const ProblemDocument = z
  .object({
    type: z.literal("about:blank"),
    title: z.string().meta({ description: "The code of the problem, which never changes." }),
    status: z.int(),
    detail: z.string(),
    errors: z
      .array(InvalidMember)
      .optional()
      .meta({ description: "The invalid properties, for `request_invalid`." }),
  })
  .meta({ id: "Problem" });

/** Returns the response with a problem as an RFC 9457 document. @param detail Defaults to the code's public sentence */
export function problemResponse(problem: Problem, detail: string = problem.public): Response {
  const { code, status, retry } = problem;
  const errors = problem instanceof RequestInvalid ? { errors: [...problem.errors] } : {};
  const document: z.infer<typeof ProblemDocument> = {
    type: "about:blank",
    title: code,
    status,
    detail,
    ...errors,
  };
  return Response.json(document, {
    status,
    headers: {
      "content-type": "application/problem+json",
      ...(code === "method_not_allowed" ? { allow: "POST" } : {}),
      ...(retry === "backoff" ? { "retry-after": String(RETRY_AFTER_SECONDS) } : {}),
    },
  });
}

/**
 * Rejects a request that was sent by another site's page and might change something. Browsers state the origin of each
 * such request.
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
 * It answers only requests to this machine's own names, because another site's name can be made to point to this
 * machine (DNS rebinding). It also rejects requests from other sites' pages that might change something.
 */
export const localStackOnly: MiddlewareHandler<{ Bindings: Variables }> = async (c, next) => {
  if (isLocalStack(c.env)) {
    const asked = new URL(c.req.url);
    if (!isThisMachine(asked) && asked.hostname !== "[::1]")
      throw new Problem("foreign_host", "the local stack accepts only requests to localhost and 127.0.0.1");
    refuseForeign(c.req.raw);
  }
  await next();
};
