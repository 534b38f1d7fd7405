// Reads the query of a page and the fields of a form.
import type * as z from "zod";
import { momentIn } from "../../base/days.ts";
import { RequestInvalid } from "../../base/problem.ts";
import type { PageContext } from "./page-context.ts";

/** A time as an input of the type `datetime-local` sends it: of the clocks that pages tell times by. */
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/**
 * A page's query: the API's, as a form sends it, with empty fields for what is not filtered by.
 * @returns what is asked for, and what the address says, for the form and the links to other pages
 * @throws RequestInvalid which names the members at fault
 */
export function pageQuery<Schema extends z.ZodObject>(
  c: Pick<PageContext, "req" | "var">,
  schema: Schema,
): { readonly query: z.output<Schema>; readonly given: Record<string, string> } {
  const given = Object.fromEntries(
    Object.entries(c.req.query()).filter(([name, value]) => value !== "" && name !== "done"),
  );
  const times = Object.entries(given).map(([name, value]) => {
    const at = LOCAL_TIME.test(value) ? momentIn(value, c.var.config.settings.timeZone) : Number.NaN;
    return [name, Number.isNaN(at) ? value : new Date(at).toISOString()];
  });
  const read = schema.safeParse(Object.fromEntries(times));
  if (!read.success) throw RequestInvalid.of(read.error, "query");
  return { query: read.data, given };
}

/** A form's fields, empty ones left out. @throws RequestInvalid which names the members at fault */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const read = schema.safeParse(fields);
  if (!read.success) throw RequestInvalid.of(read.error, "form");
  return read.data;
}
