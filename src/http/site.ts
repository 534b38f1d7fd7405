// Exports the handlers of the site's routes from one module, so that an isolate loads them together on the first
// request for the site.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { Problem } from "../base/problem.ts";
import { forms } from "../console/pages/forms.ts";
import { readPages } from "../console/pages/routes.tsx";
import type { Configured } from "../define-config.ts";
import type { Env } from "../env.ts";
import type { Signed } from "../operate/person.ts";
import { access } from "./access.ts";
import { isPage } from "./refuse.ts";

export { api } from "../console/api/index.ts";
export { asset } from "../console/assets/assets.ts";
export { refusalPage } from "../console/pages/refusal.tsx";
export { secured } from "../console/secured.ts";
export { withLedgerErrors as askable } from "../ledger/faults.ts";
export { metrics, metricsAccess } from "./metrics.ts";
export { openApi } from "./openapi.ts";
export { access };

type SiteEnv = { Bindings: Env; Variables: Signed & Configured };

const app = new Hono<SiteEnv>().route("/", readPages).route("/", forms);

/** The console's pages and forms, and their paths. */
export const pages = { app, paths: Array.from(new Set(app.routes.map(({ path }) => path))) };

/**
 * Rejects a request for an unknown path. A browser gets a page with the navigation, so its user must be signed in.
 * @throws Problem `not_found`, or for a browser as {@link access} does
 */
export async function notFound(c: Context<SiteEnv>): Promise<never> {
  if (isPage(c)) await access(c, async () => {});
  throw new Problem("not_found", `there is no page at ${c.req.path}`);
}
