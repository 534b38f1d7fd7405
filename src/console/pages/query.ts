// Validates the addresses of pages: the ids in their paths, and their queries.
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod";
import { momentIn } from "../../base/days.ts";
import { validate } from "../validate.ts";
import type { PageContext, PageEnv } from "./page-context.ts";

/** Validates the path's `id`. @throws Problem `not_found` */
export const pathId = (schema: z.ZodString) => validate("param", z.object({ id: schema }));

/** Validates the path's `name`. @throws Problem `not_found` */
export const pathName = validate("param", z.object({ name: z.string().min(1).max(200) }));

/** A time as an input of the type `datetime-local` sends it: of the clocks that pages tell times by. */
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/** Query of a page as its address has it, for the form and the links to other pages; empty fields filter nothing. */
export const givenIn = (c: Pick<PageContext, "req">): Record<string, string> => withoutEmpty(c.req.query());

const withoutEmpty = <Value>(query: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => value !== "" && name !== "done"));

/**
 * Validates a page's query: the API's, with empty fields and local times as forms send them.
 * @throws RequestInvalid which names the members at fault
 */
export const pageQuery = <Schema extends z.ZodObject>(schema: Schema) =>
  createMiddleware<PageEnv, string, { out: { query: z.output<Schema> } }>((c, next) => {
    const zone = c.var.config.settings.timeZone;
    const asApi = (query: unknown) =>
      Object.fromEntries(
        Object.entries(withoutEmpty(query as Record<string, unknown>)).map(([name, value]) => [
          name,
          zoned(value, zone),
        ]),
      );
    return validate("query", z.preprocess(asApi, schema))(c as Context, next);
  });

/** A local time with its zone; anything else as it is. */
function zoned(value: unknown, timeZone: string): unknown {
  if (typeof value !== "string" || !LOCAL_TIME.test(value)) return value;
  const at = momentIn(value, timeZone);
  return Number.isNaN(at) ? value : new Date(at).toISOString();
}
