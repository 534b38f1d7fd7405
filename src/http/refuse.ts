// Answers refusals: pages for browsers, RFC 9457 problem documents for senders and scripts.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { log } from "../base/log.ts";
import { InvalidMember, Problem, RETRY_AFTER_SECONDS, RequestInvalid } from "../base/problem.ts";

/**
 * Answers a thrown error: with a page for browsers, with a problem document for senders and scripts.
 * @param page Shows a refusal as a page
 */
export const refuseWith =
  (page: (c: Context, problem: Problem) => Promise<Response>) =>
  async (error: Error, c: Context): Promise<Response> => {
    const problem = toProblem(error, c);
    if (isPage(c)) return page(c, problem);
    // A signed-in person gets the exact message, anyone else the public sentence.
    return problemResponse(problem, c.get("person") === undefined ? problem.public : problem.message);
  };

function toProblem(error: Error, c: Context): Problem {
  // Hono's validator throws this for a body that is not of its stated type.
  if (error instanceof HTTPException && error.status === 400) return RequestInvalid.unreadable();
  if (!(error instanceof Problem)) {
    log("internal", { path: c.req.routePath, error: String(error) });
    return new Problem("internal", "something went wrong; the log has it");
  }
  if (error.code === "access_not_configured") log("access_not_configured", { remedy: error.message });
  if (error.code === "ledger_unavailable")
    log("ledger_unavailable", { path: c.req.routePath, error: error.message });
  return error;
}

/** True if a browser asks for a page. */
export const isPage = (c: Context): boolean =>
  !/^\/(api|hooks|assets)\//.test(c.req.path) && c.req.header("accept")?.includes("text/html") === true;

/** A refusal in the form of RFC 9457. */
export const ProblemDocument = z
  .object({
    type: z.literal("about:blank"),
    title: z
      .string()
      .meta({ description: "What kind of problem it is: always the same word for the same thing." }),
    status: z.int(),
    detail: z.string(),
    errors: z
      .array(InvalidMember)
      .optional()
      .meta({ description: "With `request_invalid`: what is wrong where." }),
  })
  .meta({ id: "Problem" });

/** A problem as an RFC 9457 document. @param detail Its text; by default the public sentence */
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
