import { zValidator } from "@hono/zod-validator";
import * as z from "zod";
import { Problem } from "../base/problem.ts";
import { RequestInvalid } from "../base/request-invalid.ts";

/** Reads the query. @throws RequestInvalid which names the members at fault */
export const query = <Schema extends z.ZodObject>(schema: Schema) =>
  zValidator("query", schema, (result) => {
    if (!result.success) throw RequestInvalid.of(result.error, "query");
  });

/** Reads a JSON body. @throws RequestInvalid which names the members at fault */
export const body = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator("json", schema, (result) => {
    if (!result.success) throw RequestInvalid.of(result.error, "body");
  });

/** Reads the path's `id`. @throws Problem `not_found`: nothing can be at an address that no id has */
export const pathId = <Schema extends z.ZodString>(schema: Schema) =>
  zValidator("param", z.object({ id: schema }), (result) => {
    if (!result.success) throw new Problem("not_found", "not an id of this kind");
  });
