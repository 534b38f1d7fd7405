// What the pages are given, and how one becomes an answer.
import type { Context } from "hono";
import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Configured } from "../../define-config.ts";
import { type Env, environmentOf } from "../../env.ts";
import type { Frame, Refused } from "../components/frame.ts";
import { formToken } from "../csrf.ts";
import type { Signed } from "../person.ts";

/** What a page may be shown after: a form of it that was refused. */
interface After {
  readonly refused?: Refused;
}

export type PageContext = Context<{ Bindings: Env; Variables: Signed & Configured & After }>;

/** What a page has besides its data. */
export const frameOf = async (c: Pick<PageContext, "env" | "var" | "req">): Promise<Frame> => ({
  person: c.var.person,
  environment: environmentOf(c.env),
  timeZone: c.var.config.settings.timeZone,
  token: await formToken(c.env, c.var.person),
  page: pageOf(c.req.url),
  refused: c.var.refused,
  done: c.req.query("done"),
});

function pageOf(address: string): string {
  const url = new URL(address);
  url.searchParams.delete("done");
  return url.pathname + url.search;
}

/** A page as an answer. */
export const show = (c: Context, page: unknown, status = 200) =>
  c.html(html`<!doctype html>${page}`, status as ContentfulStatusCode);
