// Answers `GET /healthz`, for monitors.
import type { Context } from "hono";
import * as z from "zod";
import { logged } from "../base/log.ts";
import type { Endpoint } from "../base/openapi.ts";
import { waitLeft } from "../base/waits.ts";
import type { Env } from "../env.ts";
import { livenessChecks, readLiveness, runChecks } from "../operate/checks.ts";

/** How long an isolate repeats a response before it checks again, in milliseconds: the endpoint is open to anyone. */
const REMEMBER_MS = 10_000;

let last: { readonly at: number; readonly answer: Promise<string> } | null = null;

export const getHealth: Endpoint = {
  id: "getHealth",
  method: "GET",
  path: "/healthz",
  summary: "Report whether Reeve can receive deliveries and work on them",
  access: "open",
  answers: {
    200: { description: "Reeve can.", type: "text/plain", schema: z.string() },
    503: {
      description:
        "Reeve can't: a desk or Control does not respond, `DESKS` was changed, the cron is late, or the clock is behind the last cron run.",
      type: "text/plain",
      schema: z.string(),
    },
  },
  problems: [],
};

/**
 * Responds with 503 if Reeve can't receive deliveries or work on them. An unavailable ledger or governance API causes
 * no 503: Reeve still accepts deliveries, and runs continue or wait.
 */
export async function health(c: Context<{ Bindings: Env }>): Promise<Response> {
  const now = Date.now();
  if (!last || waitLeft(last.at + REMEMBER_MS, now, REMEMBER_MS) === 0)
    last = { at: now, answer: measure(c.env, now) };
  const meaning = await last.answer;
  return c.text(meaning, meaning.startsWith("ok") ? 200 : 503, { "cache-control": "no-store" });
}

/**
 * Returns the reason why Reeve can't accept deliveries or work on them, or a string that begins with `ok` if it can.
 */
async function measure(env: Env, now: number): Promise<string> {
  const live = await readLiveness(env, now, logged("health_fault", { level: "alert" }));
  const findings = await runChecks(livenessChecks, live);
  const down = findings.find(({ isDown }) => isDown);
  // Anyone can read the response, so it contains no details of problems that do not stop Reeve.
  return down ? down.detail : ["ok", ...findings.map(({ what }) => `problem: ${what}`)].join(", ");
}
