// Serves people and scripts: console, API, metrics and the OpenAPI document.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { once } from "../base/once.ts";
import { Problem } from "../base/problem.ts";
import { api } from "../console/api/index.ts";
import { asset } from "../console/assets/assets.ts";
import { refusalPage } from "../console/pages/refusal.tsx";
import { forms, readPages } from "../console/pages/routes.tsx";
import { secured } from "../console/secured.ts";
import type { Config, Configured } from "../define-config.ts";
import type { Env } from "../env.ts";
import { askable } from "../ledger/faults.ts";
import type { Signed } from "../operate/person.ts";
import { access } from "./access.ts";
import { getMetrics, metrics, metricsAccess } from "./metrics.ts";
import { openApiDocument } from "./openapi.ts";
import { isPage, refuseWith } from "./refuse.ts";

export { refusalPage };

/** The site: all addresses except those of deliveries and monitors. */
export function siteApp(config: Config) {
  // With the SDK of their protocol, which is loaded when the first agent asks.
  const agents = once(async () => (await import("./mcp.ts")).agentsApp(config));
  const toAgents = async (c: Context<{ Bindings: Env }>) =>
    (await agents()).fetch(c.req.raw, c.env, c.executionCtx);
  const app = new Hono<{ Bindings: Env; Variables: Partial<Signed> & Configured }>()
    .use(async (c, next) => {
      c.set("config", config);
      c.env = { ...c.env, LEDGER: askable(c.env.LEDGER) };
      await next();
    })
    .get(getMetrics.path, metricsAccess, metrics)
    .get("/openapi.json", (c) => c.json(openApiDocument(new URL(c.req.url).origin)))
    .use("/mcp", secured)
    .all("/mcp", toAgents)
    .get("/.well-known/oauth-protected-resource/*", toAgents)
    .use("/api/*", secured, access)
    .route("/", api)
    .get("/assets/:name", (c) => asset(c.req.path));
  const pages = new Hono<{ Bindings: Env; Variables: Signed & Configured }>()
    .route("/", readPages)
    .route("/", forms);
  for (const path of new Set(pages.routes.map((page) => page.path))) app.use(path, secured, access);
  app.route("/", pages);
  // Whoever may read gets the navigation even for an unknown address; others get the same refusal as everywhere.
  app.notFound(async (c) => {
    if (isPage(c)) await access(c, async () => {});
    throw new Problem("not_found", `there is no page at ${c.req.path}`);
  });
  app.onError(refuseWith(refusalPage));
  return app;
}
