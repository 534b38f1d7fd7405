// The context of pages, and the answer that one becomes.
import type { Context } from "hono";
import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Configured } from "../../define-config.ts";
import { type Env, environmentOf } from "../../env.ts";
import type { Frame, Refused } from "../components/frame.ts";
import { formToken } from "../csrf.ts";
import type { Signed } from "../person.ts";
import { unlessAway } from "../recorded.ts";

/** Circumstances of a page: a form of it that was refused, a ledger that can't be reached. */
interface With {
  readonly refused?: Refused;
  readonly recordAway?: true;
}

export type PageEnv = { Bindings: Env; Variables: Signed & Configured & With };
export type PageContext = Context<PageEnv>;

/** A page of a list where the ledger can't be asked. */
export const NO_ROWS = { items: [], next: null } as const;

/** Asks the ledger; if it can't be reached, uses what is known without it, and the page says so. */
export const fromLedger = <Value>(
  c: { set(name: "recordAway", value: true): void },
  asked: Promise<Value>,
  instead: () => Value | Promise<Value>,
): Promise<Value> =>
  unlessAway(asked, () => {
    c.set("recordAway", true);
    return instead();
  });

export const frameOf = async (c: Pick<PageContext, "env" | "var" | "req">): Promise<Frame> => ({
  person: c.var.person,
  environment: environmentOf(c.env),
  timeZone: c.var.config.settings.timeZone,
  token: await formToken(c.env, c.var.person),
  page: pageOf(c.req.url),
  refused: c.var.refused,
  recordAway: c.var.recordAway,
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
