// Answers `GET /metrics`, for monitoring systems.
import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import type { Endpoint } from "../base/openapi.ts";
import { Problem } from "../base/problem.ts";
import type { Configured } from "../define-config.ts";
import type { Env } from "../env.ts";
import type { Signed } from "../operate/person.ts";
import { readSecrets } from "../systems/schemes/secrets.ts";
import { asBearer, sharedSecret } from "../systems/schemes/shared-secret.ts";
import { access } from "./access.ts";
import { OPEN_METRICS_TYPE, openMetrics, readMetrics } from "./figures.ts";

const { verify } = sharedSecret([asBearer]);
const holder = { name: "metrics", secretVariable: "METRICS_TOKEN" } as const;

/** Admits requests with the token, which is compared in constant time. Other requests go through Cloudflare Access. */
export const metricsAccess: MiddlewareHandler<{
  Bindings: Env;
  Variables: Signed & Configured;
}> = async (c, next) => {
  const { headers, method, url } = c.req.raw;
  if (!headers.has("authorization")) return access(c, next);
  const secrets = readSecrets(holder, c.env);
  if (!secrets.ok) throw new Problem("access_denied", secrets.reason);
  const delivery = { method, url: new URL(url), headers, body: new Uint8Array() };
  const verified = await verify(delivery, secrets.value, Date.now());
  if (!verified.ok) throw new Problem("access_denied", verified.reason.check);
  return next();
};

export const getMetrics: Endpoint = {
  id: "getMetrics",
  method: "GET",
  path: "/metrics",
  summary: "Reeve's metrics, as OpenMetrics 1.0",
  access: "metrics",
  answers: {
    200: {
      description: "The metrics, without those of components that do not respond.",
      type: OPEN_METRICS_TYPE,
      schema: z.string(),
    },
  },
  problems: [],
};

export const metrics = async (c: Context<{ Bindings: Env }>): Promise<Response> =>
  c.body(openMetrics(await readMetrics(c.env)), 200, {
    "content-type": OPEN_METRICS_TYPE,
    "cache-control": "no-store",
  });
