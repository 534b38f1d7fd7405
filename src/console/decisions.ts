import { type Context, Hono } from "hono";
import { controlOf } from "../desk/directory.ts";
import {
  type DecisionsEnv,
  decideDryRun,
  decideMany,
  decidePause,
  decideRun,
  replayEvent,
} from "./decide.ts";
import {
  DryRunRequest,
  ManyDecision,
  PauseRequest,
  ReplayRequest,
  RunDecision,
} from "./decision-requests.ts";
import type { Signed } from "./person.ts";
import { EventId, RunId } from "./queries.ts";
import { body, pathId } from "./validate.ts";

type Env = { Bindings: DecisionsEnv; Variables: Signed };

/** `POST /api/…`: what people decide. Who decides comes from the sign-in, never from the request. */
export const decisions = new Hono<Env>()
  .post("/runs/:id/decisions", pathId(RunId), body(RunDecision, "read"), async (c) => {
    const { id } = c.req.valid("param");
    const { state, cautions } = await decideRun(c.env, c.var.person, id, c.req.valid("json"));
    return c.json({ run: id, state, cautions });
  })
  .post("/runs/decisions", body(ManyDecision, "resumed"), async (c) =>
    c.json(await decideMany(c.env, c.var.person, c.req.valid("json"))),
  )
  .post("/events/:id/replay", pathId(EventId), body(ReplayRequest, "replay"), async (c) => {
    const { id } = c.req.valid("param");
    return c.json({ run: await replayEvent(c.env, c.var.person, id, c.req.valid("json")) }, 202);
  })
  .get("/control", async (c) => c.json(await controlOf(c.env).state()))
  .post("/pauses", body(PauseRequest, "pause"), (c) => switched(c, "pause", c.req.valid("json")))
  .post("/pauses/lifted", body(PauseRequest, "lift"), (c) => switched(c, "resume", c.req.valid("json")))
  .post("/dry-runs", body(DryRunRequest, "dryRun"), (c) => dried(c, true, c.req.valid("json")))
  .post("/dry-runs/lifted", body(DryRunRequest, "dryRun"), (c) => dried(c, false, c.req.valid("json")));

async function switched(c: Context<Env>, how: "pause" | "resume", request: PauseRequest) {
  await decidePause(c.env, c.var.person, how, request);
  return c.json(await controlOf(c.env).state());
}

async function dried(c: Context<Env>, on: boolean, request: DryRunRequest) {
  await decideDryRun(c.env, c.var.person, on, request);
  return c.json(await controlOf(c.env).state());
}
