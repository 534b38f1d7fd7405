import { Hono } from "hono";
import { Problem } from "../base/problem.ts";
import { listEvents, listRuns, readEvent, readRun } from "../ledger/read.ts";
import { exportAudit, listAudit } from "../ledger/read-audit.ts";
import type { DecisionsEnv } from "./decide.ts";
import { decisions } from "./decisions.ts";
import type { Signed } from "./person.ts";
import { AuditExportQuery, AuditQuery, EventId, EventsQuery, RunId, RunsQuery } from "./queries.ts";
import { pathId, query } from "./validate.ts";
import { watches } from "./watches.ts";

/** Bindings of the API. */
export type ApiEnv = DecisionsEnv;

/** `/api/…`: what is on record, and what people decide. Each route has its entry in endpoints.ts. */
export const api = new Hono<{ Bindings: ApiEnv; Variables: Signed }>()
  .route("/", decisions)
  .route("/", watches)
  .get("/events", query(EventsQuery), async (c) => {
    const { limit, cursor, ...filter } = c.req.valid("query");
    return c.json(await listEvents(c.env.LEDGER, filter, { limit, cursor }));
  })
  .get("/events/:id", pathId(EventId), async (c) =>
    c.json(found(await readEvent(c.env.LEDGER, c.req.valid("param").id))),
  )
  .get("/runs", query(RunsQuery), async (c) => {
    const { limit, cursor, ...filter } = c.req.valid("query");
    return c.json(await listRuns(c.env.LEDGER, filter, { limit, cursor }));
  })
  .get("/runs/:id", pathId(RunId), async (c) =>
    c.json(found(await readRun(c.env.LEDGER, c.req.valid("param").id))),
  )
  .get("/audit", query(AuditQuery), async (c) => {
    const { limit, cursor, ...filter } = c.req.valid("query");
    return c.json(await listAudit(c.env.LEDGER, filter, { limit, cursor }));
  })
  .get("/audit.ndjson", query(AuditExportQuery), (c) =>
    c.body(exportAudit(c.env.LEDGER, c.req.valid("query")), 200, {
      "content-type": "application/x-ndjson",
      "content-disposition": 'attachment; filename="audit.ndjson"',
    }),
  );

function found<Value extends object>(value: Value | null): Value {
  if (value === null) throw new Problem("not_found", "not on record (yet)");
  return value;
}
