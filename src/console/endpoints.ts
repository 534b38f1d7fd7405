import * as z from "zod";
import { AuditLink } from "../ledger/audit-chain.ts";
import { EventRecord, EventSummary, RunRecord, RunSummary } from "../ledger/shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { AuditExportQuery, AuditQuery, EventId, EventsQuery, RunId, RunsQuery } from "./queries.ts";

AuditLink.register(z.globalRegistry, { id: "AuditEntry" });

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().meta({ description: "`cursor` of the next page; `null` on the last." }),
  });

const json = (description: string, schema: z.ZodType) => ({
  200: { description, type: "application/json", schema },
});

/** The JSON API, as the OpenAPI document tells it: one entry for each route of api.ts. */
export const endpoints: readonly Endpoint[] = [
  {
    id: "listEvents",
    method: "GET",
    path: "/api/events",
    summary: "Recorded events, newest first",
    access: "signed-in",
    query: EventsQuery,
    answers: json("A page of events.", pageOf(EventSummary)),
    problems: ["request_invalid"],
  },
  {
    id: "getEvent",
    method: "GET",
    path: "/api/events/{id}",
    summary: "An event with what was sent and the runs it led to",
    access: "signed-in",
    params: { id: EventId },
    answers: json("The event.", EventRecord),
    problems: ["not_found"],
  },
  {
    id: "listRuns",
    method: "GET",
    path: "/api/runs",
    summary: "Recorded runs, newest first",
    access: "signed-in",
    query: RunsQuery,
    answers: json("A page of runs.", pageOf(RunSummary)),
    problems: ["request_invalid"],
  },
  {
    id: "getRun",
    method: "GET",
    path: "/api/runs/{id}",
    summary: "A run with its plan and the journal of its effects",
    access: "signed-in",
    params: { id: RunId },
    answers: json("The run.", RunRecord),
    problems: ["not_found"],
  },
  {
    id: "listAudit",
    method: "GET",
    path: "/api/audit",
    summary: "Audit entries, newest first",
    access: "signed-in",
    query: AuditQuery,
    answers: json("A page of audit entries.", pageOf(AuditLink)),
    problems: ["request_invalid"],
  },
  {
    id: "exportAudit",
    method: "GET",
    path: "/api/audit.ndjson",
    summary: "The audit trail for `npm run audit:verify`, one entry a line, by desk and seq",
    access: "signed-in",
    query: AuditExportQuery,
    answers: {
      200: {
        description: "From each desk's first to its last entry of that time, without gaps.",
        type: "application/x-ndjson",
        schema: z.string(),
      },
    },
    problems: ["request_invalid"],
  },
];
