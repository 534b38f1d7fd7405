import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { Problem, RequestInvalid } from "../base/problem.ts";
import { readBytes } from "../base/request.ts";
import type { Act } from "../policy/roles.ts";
import { requireMay, type Signed } from "./person.ts";

/** Reads the query. @throws RequestInvalid which names the members at fault */
export const query = <Schema extends z.ZodObject>(schema: Schema) =>
  zValidator("query", schema, (result) => {
    if (!result.success) throw RequestInvalid.of(result.error, "query");
  });

/** Largest body that is read here: 500 watches are a tenth of it. */
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

type JsonOf<Schema extends z.ZodType> = { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } };

/**
 * Reads the JSON body of a request whose sender has the role for this.
 * @throws Problem `access_denied` or `role_missing` before anything is read; RequestInvalid which names the members at
 * fault
 */
export const body =
  <Schema extends z.ZodType>(
    schema: Schema,
    act: Act,
  ): MiddlewareHandler<{ Variables: Signed }, string, JsonOf<Schema>> =>
  async (c, next) => {
    requireMay(c.var.person, act);
    if (!JSON_TYPE.test(c.req.header("content-type") ?? ""))
      throw new RequestInvalid([{ member: "content-type", message: "must be application/json" }]);
    const parsed = schema.safeParse(readJson(await readText(c.req.raw)));
    if (!parsed.success) throw RequestInvalid.of(parsed.error, "body");
    c.req.addValidatedData("json", parsed.data as object);
    await next();
  };

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw RequestInvalid.unreadable();
  }
}

/** Reads the path's `id`. @throws Problem `not_found`: nothing can be at an address that no id has */
export const pathId = <Schema extends z.ZodString>(schema: Schema) =>
  zValidator("param", z.object({ id: schema }), (result) => {
    if (!result.success) throw new Problem("not_found", "not an id of this kind");
  });
