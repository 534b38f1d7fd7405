// Answers refusals: pages for browsers, problem documents for senders and scripts.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { log } from "../base/log.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";
import { problemResponse } from "./problem-response.ts";

/**
 * Answers what was thrown: with a page where a browser asks for one. Senders and scripts get a problem document.
 * @param page Shows a refusal as a page
 */
export const refuseWith =
  (page: (c: Context, problem: Problem) => Promise<Response>) =>
  async (error: Error, c: Context): Promise<Response> => {
    const problem = problemOf(error, c);
    if (isPage(c)) return page(c, problem);
    // A signed-in person gets the exact message, anyone else the public sentence.
    return problemResponse(problem, c.get("person") === undefined ? problem.public : problem.message);
  };

function problemOf(error: Error, c: Context): Problem {
  // Hono's validator throws it for a body that is not of the type it says.
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
