import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import { RequestInvalid } from "../base/request-invalid.ts";
import { type ApiEnv, api } from "../console/api.ts";
import type { Operator } from "../console/decisions.ts";
import type { MetricsEnv } from "../console/metrics.ts";
import { type AccessEnv, access } from "./access.ts";
import { health } from "./health.ts";
import { type HooksEnv, hooks } from "./hooks.ts";
import { type MetricsAccessEnv, metrics, metricsAccess } from "./metrics.ts";
import { openApiDocument } from "./openapi.ts";
import { problemResponse } from "./problem-response.ts";

/** Bindings of everything that answers HTTP. */
export type HttpEnv = HooksEnv & ApiEnv & AccessEnv & MetricsEnv & MetricsAccessEnv;

/** Reeve's URLs. */
export const app = new Hono<{ Bindings: HttpEnv; Variables: Partial<Operator> }>()
  .get("/healthz", health)
  .get("/metrics", metricsAccess, metrics)
  .get("/openapi.json", (c) => c.json(openApiDocument(new URL(c.req.url).origin)))
  .route("/hooks", hooks)
  .use("/api/*", access)
  .route("/api", api);

app.notFound((c) => problemResponse(new Problem("not_found", c.req.path)));

app.onError((error, c) => {
  // What the validator throws before a schema has seen anything.
  if (error instanceof HTTPException && error.status === 400)
    return problemResponse(new RequestInvalid([{ member: "body", message: "is not JSON" }]));
  if (error instanceof Problem) {
    if (error.code === "access_not_configured") log("access_not_configured", { remedy: error.message });
    // Whoever was let in is told what exactly it is; anyone else no more than the public sentence.
    return problemResponse(error, c.get("operator") === undefined ? error.public : error.message);
  }
  log("internal", { path: c.req.routePath, error: String(error) });
  return problemResponse(new Problem("internal", String(error)));
});
