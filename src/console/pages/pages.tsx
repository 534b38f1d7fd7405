// All pages under their addresses, the files they load, and refusals as a page.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { Problem } from "../../base/problem.ts";
import type { Configured } from "../../define-config.ts";
import { type Env, environmentOf } from "../../env.ts";
import { emailsIn } from "../../policy/people.ts";
import { assets } from "../assets/assets.ts";
import type { Frame } from "../components/frame.ts";
import { formToken } from "../csrf.ts";
import type { Signed } from "../person.ts";
import { withHeaders } from "../secured.ts";
import { forms } from "./forms.tsx";
import { showIn } from "./page-context.tsx";
import { RefusalPage } from "./refusal.tsx";
import { readPages } from "./routes.tsx";

type PagesEnv = { Bindings: Env; Variables: Signed & Configured };

/** The console's pages, and what their forms do. Whoever comes here was let in; `refusalPage` is for who was not. */
export const pages = new Hono<PagesEnv>().route("/", readPages).route("/", forms);

/** The addresses that {@link pages} answers at. */
export const PAGE_PATHS: readonly string[] = Array.from(new Set(pages.routes.map(({ path }) => path)));

/** A file that pages load: the same for everyone, and for good. */
export function asset(path: string): Response {
  const found = assets.get(path);
  if (!found) throw new Problem("not_found", path);
  return new Response(found.text, {
    headers: {
      "content-type": found.type,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });
}

/** A refusal as a page. */
export async function refusalPage(c: Context, problem: Problem): Promise<Response> {
  const person = c.get("person") as Signed["person"] | undefined;
  const config = c.get("config") as Configured["config"] | undefined;
  const mayRead = person?.roles.has("viewer") === true;
  // The set-up, and who gives roles, may be shown to anyone.
  const detail = person || problem.code === "access_not_configured" ? problem.message : null;
  // Signed-in people may know whom to ask.
  const admins = person
    ? emailsIn((config?.people ?? []).filter(({ roles }) => roles.includes("admin")))
    : [];
  const frame: Frame | null = mayRead
    ? {
        person,
        environment: environmentOf(c.env),
        timeZone: config?.settings.timeZone ?? "UTC",
        token: await formToken(c.env, person).catch(() => ""),
        page: "/",
        given: {},
        redacted: [],
      }
    : null;
  const page = <RefusalPage problem={problem} detail={detail} admins={admins} />;
  return withHeaders(await showIn(c, frame, page, problem.status), problem);
}
