// Answers deliveries and monitors, and passes everything else to the site.
import { Hono } from "hono/tiny";
import { once } from "../base/once.ts";
import { RequestInvalid } from "../base/problem.ts";
import { hasAddress } from "../base/request.ts";
import type { Config, Configured } from "../define-config.ts";
import type { Env } from "../env.ts";
import { localStackOnly } from "./foreign.ts";
import { getHealth, health } from "./health.ts";
import { hooks } from "./hooks.ts";
import { type Ignoring, ignoredEvents } from "./ignored.ts";
import { problemResponse, refuseWith } from "./refuse.ts";

/**
 * Reeve's URLs, with this configuration. The site, which has most of them, is loaded on first use: isolates mostly start
 * for deliveries.
 */
export function httpApp(config: Config) {
  const loaded = () => import("./site.ts");
  const site = once(async () => (await loaded()).siteApp(config));
  const ignored = ignoredEvents(config.policy);
  return new Hono<{ Bindings: Env; Variables: Configured & Ignoring }>()
    .use(async (c, next) => {
      c.set("config", config);
      c.set("ignored", ignored);
      await next();
    })
    .use(localStackOnly)
    .get(getHealth.path, health)
    .route("/hooks", hooks)
    .notFound(async (c) => (await site()).fetch(c.req.raw, c.env, c.executionCtx))
    .onError(refuseWith(async (c, problem) => (await loaded()).refusalPage(c, problem)));
}

export function answer(
  app: ReturnType<typeof httpApp>,
  request: Request,
  env: Env,
  ctx: ExecutionContext,
): Response | Promise<Response> {
  if (hasAddress(request)) return app.fetch(request, env, ctx);
  return problemResponse(
    new RequestInvalid([{ member: "url", message: "does not say where the request goes" }]),
  );
}
