import { type Context, Hono } from "hono";
import { Problem } from "../base/problem.ts";
import { requireAutomation } from "../desk/config-check.ts";
import type { RecordedRun } from "../desk/core.ts";
import type { Decision } from "../desk/decisions.ts";
import { allDesks, type ControlEnv, controlOf, type DirectoryEnv, deskFor } from "../desk/directory.ts";
import { switchPause } from "../desk/pauses.ts";
import { isFinished, type Run } from "../desk/run.ts";
import { readEvent, readRun } from "../ledger/read.ts";
import type { EventRecord } from "../ledger/shapes.ts";
import { HeldDecision, PauseRequest, ReplayRequest, RunDecision } from "./decision-requests.ts";
import { EventId, RunId } from "./queries.ts";
import { body, pathId } from "./validate.ts";

/** Bindings of the decisions. */
export interface DecisionsEnv extends DirectoryEnv, ControlEnv {
  readonly LEDGER: D1Database;
}

/** Whom a request was let in for, by whoever let it in: a verified email, or nothing where the sign-in names nobody. */
export interface Operator {
  readonly operator: string;
}

type Env = { Bindings: DecisionsEnv; Variables: Operator };

/** `POST /api/…`: what people decide. Who decides comes from the sign-in, never from the request. */
export const decisions = new Hono<Env>()
  .use("*", async (c, next) => {
    if (c.req.method !== "GET" && !c.var.operator)
      throw new Problem("access_denied", "this sign-in names nobody who could have decided");
    await next();
  })
  .post("/runs/:id/decisions", pathId(RunId), body(RunDecision), async (c) => {
    const run = await recordedRun(c.env.LEDGER, c.req.valid("param").id);
    const { decision, ...said } = c.req.valid("json");
    const decided = await deskFor(c.env, run.subject).decide(
      run.id,
      { ...said, type: decision, by: c.var.operator } as Decision,
      { run, event: rowOf(await recordedEvent(c.env.LEDGER, run.eventId)) },
    );
    if (decided.ok) return c.json({ run: run.id, state: decided.state });
    throw new Problem(decided.refusal.code, decided.refusal.message);
  })
  .post("/runs/decisions", body(HeldDecision), async (c) => {
    const { decision, reason, automation } = c.req.valid("json");
    const said: Decision = { type: decision, by: c.var.operator, reason };
    const decided = await Promise.all(
      allDesks(c.env).map((desk) => desk.decideHeld(said, automation ?? null)),
    );
    return c.json({ runs: decided.flat() });
  })
  .post("/events/:id/replay", pathId(EventId), body(ReplayRequest), async (c) => {
    const { automation, mode, reason, repeatApplied } = c.req.valid("json");
    requireAutomation(automation);
    const event = await recordedEvent(c.env.LEDGER, c.req.valid("param").id);
    const earlier = event.runs.filter((run) => run.automation === automation);
    const applied = await doneBefore(c.env.LEDGER, earlier);
    if (mode === "live" && applied.length > 0 && !repeatApplied) {
      throw new Problem(
        "decision_conflict",
        `earlier runs of this event did, or still may do, ${applied.join(", ")}; to repeat that, set repeatApplied`,
      );
    }
    const replayed = await deskFor(c.env, event.subject).replay({
      event: rowOf(event),
      automation,
      mode,
      repeatApplied,
      seen: earlier.length,
      by: c.var.operator,
      reason,
    });
    if (!replayed.ok) throw new Problem(replayed.refusal.code, replayed.refusal.message);
    return c.json({ run: replayed.run }, 202);
  })
  .get("/control", async (c) => c.json(await controlOf(c.env).state()))
  .post("/pauses", body(PauseRequest), (c) => switched(c, "pause", c.req.valid("json")))
  .post("/pauses/lifted", body(PauseRequest), (c) => switched(c, "resume", c.req.valid("json")));

async function switched(c: Context<Env>, how: "pause" | "resume", { automation, reason }: PauseRequest) {
  // Whoever misspells a name must not believe that it stands still; lifting lets go also of one that is gone.
  if (how === "pause" && automation !== null) requireAutomation(automation);
  await switchPause(c.env, how, { automation, reason, by: c.var.operator });
  return c.json(await controlOf(c.env).state());
}

async function recordedRun(db: D1Database, id: string): Promise<Run> {
  const run = await readRun(db, id);
  if (!run) throw new Problem("not_found", "no such run is on record (yet)");
  // The ledger keeps what a desk wrote, as it wrote it.
  return run as unknown as Run;
}

async function recordedEvent(db: D1Database, id: string): Promise<EventRecord> {
  const event = await readEvent(db, id);
  if (!event) throw new Problem("not_found", "no such event is on record (yet)");
  if (event.event === null)
    throw new Problem("decision_conflict", "the delivery led to no event: there is nothing to run");
  return event;
}

/** An event as a desk keeps it. */
const rowOf = ({ runs: _, event, payload, ...row }: EventRecord): RecordedRun["event"] => ({
  ...row,
  event: JSON.stringify(event),
  payload: JSON.stringify(payload),
});

/** What these runs have done or may have, in words. */
async function doneBefore(db: D1Database, earlier: EventRecord["runs"]): Promise<string[]> {
  const recorded = await Promise.all(earlier.map(({ id }) => recordedRun(db, id)));
  return recorded.flatMap((run) => {
    const { id, journal } = run;
    const done = journal
      .filter(({ attempts, state }) => attempts > 0 && state !== "refused")
      .map(({ operation, state }) => `${operation} (${state}, ${id})`);
    const may = run.mode === "live" && !isFinished(run) ? [`what it plans (${run.state}, ${id})`] : [];
    return done.length > 0 ? done : may;
  });
}
