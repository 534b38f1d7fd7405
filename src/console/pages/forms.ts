// Handles the forms of the pages: those of acts, and the local stack's form “Act as”.
import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { Hono } from "hono/tiny";
import * as z from "zod";
import { formatIssue } from "../../base/configured.ts";
import { Problem, RequestInvalid } from "../../base/problem.ts";
import { acts } from "../../operate/acts.ts";
import { ACT_AS_COOKIE, ACT_AS_PATH } from "../../operate/person.ts";
import { toPattern } from "../api/route.ts";
import { PAGE_FIELD, requireOwnForm, TOKEN_FIELD } from "../csrf.ts";
import { withHeaders } from "../secured.ts";
import { readTextBody, validate } from "../validate.ts";
import type { PageEnv } from "./page-context.tsx";
import { readPages } from "./routes.tsx";

type FormEnv = PageEnv & {
  Variables: {
    /** The form's fields, without the token and the page's path. */
    readonly fields: Readonly<Record<string, unknown>>;
    readonly page: string;
  };
};

const toSession = ({ env, var: { person, config } }: Context<FormEnv>) => ({ env, person, config });

/** Reads a form, and accepts it only if it was sent by a page made for this sign-in (CSRF). */
const ownForm = createMiddleware<FormEnv>(async (c, next) => {
  const {
    [TOKEN_FIELD]: token,
    [PAGE_FIELD]: page = "/",
    ...fields
  } = await c.req.parseBody({ all: true }).catch(() => {
    throw RequestInvalid.unreadable();
  });
  c.set("fields", fields);
  const { origin } = new URL(c.req.url);
  const named = URL.parse(String(page), origin);
  c.set("page", named?.origin === origin ? named.href : `${origin}/`);
  await requireOwnForm(toSession(c), c.req.raw.headers, token);
  await next();
});

/** Parses the fields of a form. @throws RequestInvalid with the names of the invalid fields */
function parseForm<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields, { error: formatIssue });
  if (parsed.success) return parsed.data;
  throw RequestInvalid.of(parsed.error, "form");
}

/** Returns the address of a page. If `done` names an act, the page confirms this act. */
function confirming(origin: string, page: string, done?: string | undefined): URL {
  const url = new URL(page, origin);
  if (done !== undefined) url.searchParams.set("done", done);
  return url;
}

export const forms = new Hono<FormEnv>().post(ACT_AS_PATH, readTextBody, ownForm, (c) => {
  const { email: wanted } = parseForm(z.object({ email: z.string() }), c.var.fields);
  const chosen = c.var.person.people?.find(({ email }) => email === wanted);
  if (chosen === undefined) throw new Problem("not_found", "nobody you can act as has this email");
  setCookie(c, ACT_AS_COOKIE, chosen.email, { path: "/", httpOnly: true, sameSite: "Strict" });
  return c.redirect(confirming(c.req.url, c.var.page, "actAs").href, 303);
});

for (const { path, params = {}, body, toBody = (fields: unknown) => fields, run, next } of Object.values(
  acts,
))
  if (next)
    forms.post(toPattern(path), validate("param", z.object(params)), readTextBody, ownForm, async (c) => {
      const { fields } = c.var;
      const given = c.req.valid("param");
      const answer = await run(toSession(c), given, parseForm(body, toBody(fields)));
      const to = confirming(c.req.url, ...next({ ...fields, ...given }, answer, toSession(c)));
      return c.redirect(to.pathname + to.search + to.hash, 303);
    });

/** Shows the page of a rejected form again, with the entered values. */
forms.onError(async (error, c) => {
  const { fields, page, person, config } = c.var;
  // Pages never show a form that another site sent.
  if (!(error instanceof Problem) || error.code === "foreign_origin" || !fields) throw error;
  const refused = { problem: error, action: new URL(c.req.url).pathname, fields };
  const shown = await new Hono<FormEnv>()
    .use(async (inner, next) => {
      inner.set("config", config);
      inner.set("person", person);
      inner.set("refused", refused);
      await next();
    })
    .route("/", readPages)
    .onError(() => new Response(null, { status: error.status }))
    .request(page, {}, c.env, c.executionCtx);
  if (!shown.ok) throw error;
  return withHeaders(new Response(shown.body, { status: error.status, headers: shown.headers }), error);
});
