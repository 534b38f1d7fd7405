// Validates what requests to the console and the API bring, by @hono/zod-validator; each refusal names what is at fault.
import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type * as z from "zod";
import { formatIssue } from "../base/configured.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";

/** Parts of a request, by the names that refusals call them. */
const PARTS = { param: "path", query: "query", json: "body", form: "form" } as const;

/**
 * Validates a part of a request; a member that is there twice is a list, which few schemas take.
 * @throws RequestInvalid which names the members at fault; for `param` Problem `not_found`, as no such address exists
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
      if (target === "param") throw new Problem("not_found", "not an id of this kind");
      throw RequestInvalid.of(result.error, PARTS[target]);
    },
    // zod-validator's type of a result is conditional on the schema's, which is open here.
    { validationFunction: (given, value) => given.safeParse(value, { error: formatIssue }) as never },
  );

/** Maximum size of a body: some 4,000 inventory entries. */
const MAX_BODY_BYTES = 1024 * 1024;

const limit = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new Problem("request_too_large", `more than ${MAX_BODY_BYTES} bytes`);
  },
});

/** Takes in a body of UTF-8. @throws Problem `request_too_large`; RequestInvalid if it breaks off or is not UTF-8 */
export const readTextBody: MiddlewareHandler = async (c, next) => {
  try {
    await limit(c, async () => {});
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(await c.req.arrayBuffer());
  } catch (error) {
    throw error instanceof Problem ? error : RequestInvalid.unreadable();
  }
  await next();
};

/** Refuses a body of another type than JSON, which the validator would take for an empty object. @throws RequestInvalid */
export const requireJson: MiddlewareHandler = async (c, next) => {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header("content-type") ?? ""))
    throw new RequestInvalid([{ member: "content-type", message: "must be application/json" }]);
  await next();
};
