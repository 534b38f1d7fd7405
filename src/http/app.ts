// Defines every route of Reeve, in the order in which requests are matched.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { once } from "../base/once.ts";
import { RequestInvalid } from "../base/problem.ts";
import { hasAddress } from "../base/request.ts";
import type { Config, Configured } from "../define-config.ts";
import type { Env } from "../env.ts";
import type { Signed } from "../operate/person.ts";
import { health } from "./health.ts";
import {
  describeAction,
  listActions,
  receiveAction,
  receiveEvents,
  receiveSlack,
  receiveTeams,
} from "./hooks.ts";
import { type Ignoring, ignoredEvents } from "./ignored.ts";
import { localStackOnly, problemResponse, refuseWith } from "./refuse.ts";

/** Builds the routes for a configuration. Most isolates start for a delivery, so the site is loaded on first use. */
export function httpApp(config: Config) {
  const loaded = () => import("./site.ts");
  const site = once(async () => siteApp(config, await loaded()));
  const ignored = ignoredEvents(config.policy);
  return new Hono<{ Bindings: Env; Variables: Configured & Ignoring }>()
    .use(async (c, next) => {
      c.set("config", config);
      c.set("ignored", ignored);
      await next();
    })
    .use(localStackOnly)
    .get("/healthz", health)
    .all("/hooks/slack", receiveSlack)
    .all("/hooks/teams", receiveTeams)
    .get("/hooks/actions", listActions)
    .get("/hooks/actions/:action", (c) => describeAction(c, c.req.param("action")))
    .all("/hooks/actions/:action", (c) => receiveAction(c, c.req.param("action")))
    .all("/hooks/:source", (c) => receiveEvents(c, c.req.param("source")))
    .all("*", async (c) => (await site()).fetch(c.req.raw, c.env, c.executionCtx))
    .onError(refuseWith(async (c, problem) => (await loaded()).refusalPage(c, problem)));
}

/**
 * Builds the site: the routes for people and their programs. Routes with `access` admit only signed-in people and
 * services.
 */
function siteApp(config: Config, site: typeof import("./site.ts")) {
  const { access, api, asset, metrics, metricsAccess, openApi, pages, refusalPage, secured } = site;
  // The MCP SDK is loaded on the first request for `/mcp` or its metadata.
  const agents = once(async () => (await import("./mcp.ts")).agentsApp(config));
  const toAgents = async (c: Context<{ Bindings: Env }>) =>
    (await agents()).fetch(c.req.raw, c.env, c.executionCtx);
  return new Hono<{ Bindings: Env; Variables: Partial<Signed> & Configured }>()
    .use(async (c, next) => {
      c.set("config", config);
      c.env = { ...c.env, LEDGER: site.askable(c.env.LEDGER) };
      await next();
    })
    .get("/metrics", metricsAccess, metrics)
    .get("/openapi.json", openApi)
    .use("/mcp", secured)
    .all("/mcp", toAgents)
    .get("/.well-known/oauth-protected-resource/*", toAgents)
    .use("/api/*", secured, access)
    .route("/", api)
    .get("/assets/:name", asset)
    .on("ALL", pages.paths, secured, access)
    .route("/", pages.app)
    .notFound(site.notFound)
    .onError(refuseWith(refusalPage));
}

export function answer(
  app: ReturnType<typeof httpApp>,
  request: Request,
  env: Env,
  ctx: ExecutionContext,
): Response | Promise<Response> {
  if (hasAddress(request)) return app.fetch(request, env, ctx);
  return problemResponse(
    new RequestInvalid([{ member: "url", message: "must have a valid host and a path" }]),
  );
}
