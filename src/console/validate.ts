/** Reading of what a request says, with the members at fault in what it is refused for. */
import type { Context } from "hono";
import { validator } from "hono/validator";
import type * as z from "zod";
import { plainWords } from "../base/configured.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";
import { readBytes } from "../base/request.ts";

/** Reads the query. @throws RequestInvalid which names the members at fault */
export function readQuery<Schema extends z.ZodObject>(c: Context, schema: Schema): z.output<Schema> {
  // A member that is there twice stays a list, which no schema takes.
  const given = Object.entries(c.req.queries()).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  const parsed = schema.safeParse(Object.fromEntries(given), { error: plainWords });
  if (!parsed.success) throw RequestInvalid.of(parsed.error, "query");
  return parsed.data;
}

/** Largest body that is read here: 500 entries are a tenth of it. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Reads the body of a request as text. @throws Problem `request_too_large`; RequestInvalid where it can't be read */
export async function readText(request: Request): Promise<string> {
  const read = await readBytes(request, MAX_BODY_BYTES);
  if (!read.ok && read.reason === "too_large")
    throw new Problem("request_too_large", `more than ${MAX_BODY_BYTES} bytes`);
  try {
    if (read.ok) return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(read.value);
  } catch {
    // It is not UTF-8.
  }
  throw RequestInvalid.unreadable();
}

const JSON_TYPE = /^application\/json(;|$)/i;

/** Reads the JSON body of a request. @throws Problem `request_too_large`; RequestInvalid which names the members at fault */
export async function readJsonBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? ""))
    throw new RequestInvalid([{ member: "content-type", message: "must be application/json" }]);
  const parsed = schema.safeParse(readJson(await readText(request)), { error: plainWords });
  if (!parsed.success) throw RequestInvalid.of(parsed.error, "body");
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw RequestInvalid.unreadable();
  }
}

/** Reads the path's `id`, for pages. @throws Problem `not_found`: nothing can be at an address that no id has */
export const pathId = (schema: z.ZodString) =>
  validator("param", ({ id }) => {
    const parsed = schema.safeParse(id);
    if (!parsed.success) throw new Problem("not_found", "not an id of this kind");
    return { id: parsed.data };
  });
