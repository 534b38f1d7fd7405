// API routes that read the record: events, runs, the audit trail.
import * as z from "zod";
import { AuditLink } from "../../ledger/audit-chain.ts";
import { exportAudit, listAudit } from "../../ledger/audit-list.ts";
import { listEvents, readEvent } from "../../ledger/events.ts";
import { listRuns, readRun } from "../../ledger/runs.ts";
import { EventRecord, EventSummary, RunSummary } from "../../ledger/shapes.ts";
import { currentRun, requireMayRead, withLedgerFallback } from "../../operate/recorded.ts";
import {
  AuditExportQuery,
  AuditQuery,
  EventId,
  EventsQuery,
  RunId,
  RunsQuery,
} from "../../operate/requests.ts";
import { Run } from "../../runs/run.ts";
import { json, NDJSON, ndjsonFile, pageSchema, requireFound, route } from "./route.ts";

AuditLink.register(z.globalRegistry, { id: "AuditEntry" });

export const records = [
  route({
    id: "listEvents",
    path: "/api/events",
    summary: "Recorded events, newest first",
    act: "read",
    query: EventsQuery,
    answer: json("A page of events.", pageSchema(EventSummary)),
    handle: ({ env, query: { limit, cursor, sort, ...filter } }) =>
      listEvents(env.LEDGER, filter, { limit, cursor, sort }),
  }),
  route({
    id: "getEvent",
    path: "/api/events/{id}",
    summary: "An event with its payload and its runs",
    act: "read",
    params: { id: EventId },
    answer: json("The event.", EventRecord),
    problems: ["not_found"],
    handle: async ({ env, params }) => requireFound(await readEvent(env.LEDGER, params.id)),
  }),
  route({
    id: "listRuns",
    path: "/api/runs",
    summary: "Recorded runs, newest first",
    act: "read",
    query: RunsQuery,
    answer: json("A page of runs.", pageSchema(RunSummary)),
    handle: ({ env, query: { limit, cursor, sort, ...filter } }) =>
      listRuns(env.LEDGER, filter, { limit, cursor, sort }),
  }),
  route({
    id: "getRun",
    path: "/api/runs/{id}",
    summary: "A run with its plan and the journal of its effects",
    act: "own",
    params: { id: RunId },
    answer: json("The run.", Run),
    problems: ["not_found"],
    async handle({ env, person, params }) {
      const found = await withLedgerFallback(
        readRun(env.LEDGER, params.id),
        async () => (await currentRun(env, params.id))?.run ?? null,
      );
      await requireMayRead({ env, person }, found && { run: found, headline: null });
      return requireFound(found);
    },
  }),
  route({
    id: "listAudit",
    path: "/api/audit",
    summary: "Audit entries, newest first",
    act: "read",
    query: AuditQuery,
    answer: json("A page of audit entries.", pageSchema(AuditLink)),
    handle: ({ env, query: { limit, cursor, sort, ...filter } }) =>
      listAudit(env.LEDGER, filter, { limit, cursor, sort }),
  }),
  route({
    id: "exportAudit",
    path: "/api/audit.ndjson",
    summary:
      "The audit trail for `npm run reeve -- audit:verify`, one entry per line, ordered by desk and seq",
    act: "read",
    query: AuditExportQuery,
    answer: {
      description: "For each desk, the first to the last entry of the period, without gaps.",
      type: NDJSON,
      schema: z.string(),
    },
    handle: async ({ env, query }) => ndjsonFile("audit", await exportAudit(env.LEDGER, query)),
  }),
];
