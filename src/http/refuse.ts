// What whoever is refused is answered.
import type { Context } from "hono";
import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import { problemResponse } from "./problem-response.ts";

/** The answer to what was thrown. */
export async function refuseFor(error: Error, c: Context): Promise<Response> {
  if (error instanceof Problem) {
    if (error.code === "access_not_configured") log("access_not_configured", { remedy: error.message });
    return refuse(c, error);
  }
  log("internal", { path: c.req.routePath, error: String(error) });
  return refuse(c, new Problem("internal", "something went wrong; the log has it"));
}

/** Whether a browser asks for a page. */
export const isPage = (c: Context): boolean =>
  !/^\/(api|hooks|assets)\//.test(c.req.path) && c.req.header("accept")?.includes("text/html") === true;

/** A refusal, as a page where a browser asks for one. Senders and scripts get a problem document. */
export async function refuse(c: Context, problem: Problem): Promise<Response> {
  if (isPage(c)) return (await import("../console/pages/pages.tsx")).refusalPage(c, problem);
  // Whoever was let in is told what exactly it is; anyone else no more than the public sentence.
  return problemResponse(problem, c.get("person") === undefined ? problem.public : problem.message);
}
