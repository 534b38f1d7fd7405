// Validates requests to the console and the API with @hono/zod-validator. The error for an invalid query, form or body
// names the invalid properties.
import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type * as z from "zod";
import { formatIssue } from "../base/configured.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";

/** Parts of a request, with the names that error messages use. */
const PARTS = { param: "path", query: "query", json: "body", form: "form" } as const;

/**
 * Returns middleware that validates a part of a request. A query or form property that occurs more than once becomes a
 * list, which few schemas accept.
 * @throws RequestInvalid with the names of the invalid properties; for `param`, Problem `not_found`, because no such
 * path exists
 */
export const validate = <Target extends keyof typeof PARTS, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) =>
  zValidator(
    target,
    schema,
    (result) => {
      if (result.success) return;
      if (target === "param") throw new Problem("not_found", "the id in the path is not valid");
      throw RequestInvalid.of(result.error, PARTS[target]);
    },
    // The type of zod-validator's result depends on the schema's type, which is generic here.
    { validationFunction: (given, value) => given.safeParse(value, { error: formatIssue }) as never },
  );

/** Maximum size of a body in bytes: about 4,000 inventory entries. */
const MAX_BODY_BYTES = 1024 * 1024;

const limit = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new Problem("request_too_large", `the request body exceeds ${MAX_BODY_BYTES} bytes`);
  },
});

/**
 * Reads a request's body and checks that it is UTF-8 text.
 * @throws Problem `request_too_large` if the body is too large; RequestInvalid if the body is incomplete or not UTF-8
 */
export const readTextBody: MiddlewareHandler = async (c, next) => {
  try {
    await limit(c, async () => {});
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(await c.req.arrayBuffer());
  } catch (error) {
    throw error instanceof Problem ? error : RequestInvalid.unreadable();
  }
  await next();
};

/**
 * Rejects a body whose content type is not `application/json`: the validator would read such a body as an empty object.
 * @throws RequestInvalid if the content type is another one, or is missing
 */
export const requireJson: MiddlewareHandler = async (c, next) => {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header("content-type") ?? ""))
    throw new RequestInvalid([{ member: "content-type", message: "must be application/json" }]);
  await next();
};
