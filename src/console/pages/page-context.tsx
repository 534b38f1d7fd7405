// The context of pages: validation of their paths and queries, their shared data, and their response.
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import { momentIn } from "../../base/days.ts";
import type { Config, Configured } from "../../define-config.ts";
import { type Env, nameEnvironment } from "../../env.ts";
import { type Known, knownAbout } from "../../ledger/known.ts";
import { isAllowed, type Person, requireRole, type Signed } from "../../operate/person.ts";
import { withLedgerFallback } from "../../operate/recorded.ts";
import { PathName } from "../../operate/requests.ts";
import type { Run } from "../../runs/run.ts";
import { type Frame, PageFrame } from "../components/frame.ts";
import { formToken } from "../csrf.ts";
import { validate } from "../validate.ts";

export type PageEnv = {
  Bindings: Env;
  Variables: Signed & Configured & Pick<Frame, "refused" | "isLedgerDown">;
};
type PageContext = Context<PageEnv>;

/** An empty list page, used if the ledger is unavailable. */
export const NO_ROWS = { items: [], next: null } as const;

/** Reads the ledger. If the ledger is unavailable, returns the fallback and marks the page. */
export const fromLedger = <Value,>(
  c: { set(name: "isLedgerDown", value: true): void },
  asked: Promise<Value>,
  instead: () => Value | Promise<Value>,
): Promise<Value> =>
  withLedgerFallback(asked, () => {
    c.set("isLedgerDown", true);
    return instead();
  });

type Framed = Pick<PageContext, "env" | "var" | "req">;

/** A request for a page with a validated path and query. */
export type Asked = Framed & Parameters<typeof fromLedger>[0];

/** Lists recorded facts about the targets of a plan while the plan is waiting for an approval or a confirmation. */
export const knownIfWaiting = async (c: Asked, run: Run): Promise<readonly Known[]> =>
  run.state === "awaiting_approval" || run.state === "awaiting_confirmation"
    ? fromLedger(c, knownAbout(c.env.LEDGER, run, c.var.config.settings.timeZone), () => [])
    : [];

/**
 * Returns a page's query without empty fields and without the result of the last act, for the page's forms and links.
 */
export const givenIn = ({ req }: Pick<Framed, "req">) => withoutEmpty(req.query());

/** Returns the frame of any page. Its path and query are those of the overview until the caller replaces them. */
export const makeFrame = (env: Env, config: Config, person: Person, token: string): Frame => ({
  person,
  environment: nameEnvironment(env),
  timeZone: config.settings.timeZone,
  token,
  page: "/",
  given: {},
  redacted: config.console.redact,
});

export async function show(
  c: Framed & Pick<PageContext, "html">,
  page: Child | Promise<Child>,
  status = 200,
): Promise<Response> {
  // Await the page first: while the page is rendered, the ledger might be found unavailable, which the frame shows.
  const shown = await page;
  const { env, req } = c;
  const { person, config, refused, isLedgerDown } = c.var;
  const { pathname, searchParams: query } = new URL(req.url);
  query.delete("done");
  const search = query.toString();
  const frame = {
    ...makeFrame(env, config, person, await formToken(env, person)),
    page: pathname + (search && `?${search}`),
    given: givenIn(c),
    refused,
    isLedgerDown,
    done: req.query("done"),
  };
  return showIn(c, frame, shown, status);
}

/** Responds with a page in a frame. @param frame `null` for readers who are not signed in or have no role */
export const showIn = (c: Pick<Context, "html">, frame: Frame | null, page: Child, status: number) =>
  c.html(
    html`<!doctype html>${<PageFrame.Provider value={frame}>{page}</PageFrame.Provider>}`,
    status as ContentfulStatusCode,
  );

/** Validates the path's `id`. @throws Problem `not_found` if it does not match the schema */
export const pathId = (schema: z.ZodString) => validate("param", z.object({ id: schema }));

/** Validates the path's `name`. @throws Problem `not_found` if it is empty or too long */
export const pathName = validate("param", z.object({ name: PathName }));

/** The form of a time from a `datetime-local` input, which is in the page's time zone. */
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/** Removes empty fields, and the result of the last act, from a query, because they filter nothing. */
const withoutEmpty = <Value,>(query: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => value !== "" && name !== "done"));

/**
 * Validates a page's query in the same way as a query of the API, after removing empty fields and converting local
 * times from forms.
 * @throws RequestInvalid with the names of the invalid properties
 */
export const pageQuery = <Schema extends z.ZodObject>(schema: Schema) =>
  createMiddleware<PageEnv, string, { out: { query: z.output<Schema> } }>((c, next) => {
    const zone = c.var.config.settings.timeZone;
    const asApi = (query: unknown) => {
      const given = Object.entries(withoutEmpty(query as Record<string, unknown>));
      return Object.fromEntries(given.map(([name, value]) => [name, zoned(value, zone)]));
    };
    return validate("query", z.preprocess(asApi, schema))(c as Context, next);
  });

/** Converts a local time to UTC (ISO 8601), and returns other values unchanged. */
function zoned(value: unknown, timeZone: string): unknown {
  if (typeof value !== "string" || !LOCAL_TIME.test(value)) return value;
  const at = momentIn(value, timeZone);
  return Number.isNaN(at) ? value : new Date(at).toISOString();
}

/**
 * Requires the role viewer, except at the overview, which redirects people without the role to the request forms.
 * @throws Problem `role_missing` if a person without the role opens another page
 */
export const mayRead = createMiddleware<PageEnv>(async (c, next) => {
  if (c.req.path === "/" && !isAllowed(c.var.person, "read")) return c.redirect("/ask");
  requireRole(c.var.person, "read");
  return next();
});
