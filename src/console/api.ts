import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import * as z from "zod";
import { Problem } from "../base/problem.ts";
import { readEvent, readRun } from "../ledger/read.ts";

/** Bindings of the API. */
export interface ApiEnv {
  readonly LEDGER: D1Database;
}

const id = (prefix: "evt" | "run") =>
  zValidator(
    "param",
    z.object({ id: z.string().regex(new RegExp(`^${prefix}_[0-9a-f-]{36}$`)) }),
    (result) => {
      if (!result.success) throw new Problem("not_found", `not the id of an ${prefix}`);
    },
  );

/** `GET /api/…`: what is on record. */
export const api = new Hono<{ Bindings: ApiEnv }>()
  .get("/events/:id", id("evt"), async (c) =>
    c.json(found(await readEvent(c.env.LEDGER, c.req.valid("param").id))),
  )
  .get("/runs/:id", id("run"), async (c) =>
    c.json(found(await readRun(c.env.LEDGER, c.req.valid("param").id))),
  );

function found<Value extends object>(value: Value | null): Value {
  if (value === null) throw new Problem("not_found", "not on record (yet)");
  return value;
}
