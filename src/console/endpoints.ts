import * as z from "zod";
import { AuditLink } from "../ledger/audit-chain.ts";
import { EventRecord, EventSummary, RunRecord, RunSummary } from "../ledger/shapes.ts";
import { RUN_STATES } from "../ledger/states.ts";
import { Budget } from "../policy/budget.ts";
import {
  DryRunRequest,
  DueRequest,
  ManyDecision,
  PauseRequest,
  ReplayRequest,
  RunDecision,
} from "./decision-requests.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  AuditExportQuery,
  AuditQuery,
  EventId,
  EventsQuery,
  RunId,
  RunsQuery,
  WatchesQuery,
} from "./queries.ts";
import { WatchesForgotten, WatchesWritten, WatchRecord } from "./watch-requests.ts";

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

const DecidedRun = z.object({
  run: z.string(),
  state: z.enum(RUN_STATES).optional(),
  refused: z.string().optional().meta({ description: "Why the decision was refused for this one." }),
});

const ControlState = z.object({
  pauses: z.array(
    z.object({ automation: z.string().nullable(), by: z.string(), reason: z.string(), since: z.int() }),
  ),
  dryRuns: z
    .array(z.object({ automation: z.string(), by: z.string(), reason: z.string(), since: z.int() }))
    .meta({ description: "Automations switched to dry runs, besides those that the settings name." }),
  refusals: z
    .array(z.object({ source: z.string(), check: z.string(), n: z.int(), lastAt: z.int() }))
    .meta({ description: "Deliveries of the last week that did not verify, by what was wrong." }),
  handshakes: z.array(z.object({ source: z.string(), value: z.string(), at: z.int() })).meta({
    description: "What senders sent in the last hour to be given back to them when they are set up.",
  }),
  budgets: z.array(
    z.object({
      budget: Budget,
      uses: z.array(z.object({ of: z.string().nullable(), used: z.int() })),
    }),
  ),
});

/** The JSON API, as the OpenAPI document tells it: one entry for each route of api.ts and decisions.ts. */
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
  {
    id: "decideRun",
    method: "POST",
    path: "/api/runs/{id}/decisions",
    summary: "Approve, reject, resume, cancel, review or try again a run",
    access: "signed-in",
    params: { id: RunId },
    body: RunDecision,
    answers: json(
      "The run's state after it, and what who decided ought to know of who asked.",
      z.object({ run: z.string(), state: z.enum(RUN_STATES), cautions: z.array(z.string()) }),
    ),
    problems: [
      "request_invalid",
      "request_too_large",
      "not_found",
      "decision_conflict",
      "decision_forbidden",
    ],
  },
  {
    id: "decideMany",
    method: "POST",
    path: "/api/runs/decisions",
    summary: "Resume or cancel every held run, or try again the runs that failed for one reason",
    access: "signed-in",
    body: ManyDecision,
    answers: json(
      "What became of each.",
      z.object({
        runs: z.array(DecidedRun),
        more: z
          .boolean()
          .meta({ description: "Whether there are more: the same request again decides them." }),
      }),
    ),
    problems: ["request_invalid", "request_too_large"],
  },
  {
    id: "replayEvent",
    method: "POST",
    path: "/api/events/{id}/replay",
    summary: "Run an event again, for one automation",
    access: "signed-in",
    params: { id: EventId },
    body: ReplayRequest,
    answers: {
      202: { description: "The new run.", type: "application/json", schema: z.object({ run: z.string() }) },
    },
    problems: ["request_invalid", "request_too_large", "not_found", "decision_conflict"],
  },
  {
    id: "getControl",
    method: "GET",
    path: "/api/control",
    summary: "What is paused, and how much of each budget is used",
    access: "signed-in",
    answers: json("The state.", ControlState),
    problems: [],
  },
  {
    id: "pause",
    method: "POST",
    path: "/api/pauses",
    summary: "Pause an automation, or with `null` everything, before its next effect",
    access: "signed-in",
    body: PauseRequest,
    answers: json("The state after it.", ControlState),
    problems: ["request_invalid", "request_too_large", "not_found"],
  },
  {
    id: "liftPause",
    method: "POST",
    path: "/api/pauses/lifted",
    summary: "Lift the pause of an automation, or with `null` the one of everything",
    access: "signed-in",
    body: PauseRequest,
    answers: json("The state after it.", ControlState),
    problems: ["request_invalid", "request_too_large"],
  },
  {
    id: "listWatches",
    method: "GET",
    path: "/api/watches",
    summary: "What Reeve remembers: watched tools, known ownerships, what ends when, last looks",
    access: "signed-in",
    query: WatchesQuery,
    answers: json("A page of watches.", pageOf(WatchRecord)),
    problems: ["request_invalid"],
  },
  {
    id: "writeWatches",
    method: "POST",
    path: "/api/watches",
    summary: "Have Reeve watch something, or know it otherwise",
    access: "signed-in",
    body: WatchesWritten,
    answers: json("How many were written.", z.object({ written: z.int() })),
    problems: ["request_invalid", "request_too_large"],
  },
  {
    id: "forgetWatches",
    method: "POST",
    path: "/api/watches/forgotten",
    summary: "Have Reeve forget what it watches, or what an automation has seen",
    access: "signed-in",
    body: WatchesForgotten,
    answers: json("How many were named.", z.object({ forgotten: z.int() })),
    problems: ["request_invalid", "request_too_large"],
  },
  {
    id: "haveDue",
    method: "POST",
    path: "/api/automations/{name}/due",
    summary: "Have an automation that goes by the clock look now",
    access: "signed-in",
    params: { name: z.string() },
    body: DueRequest,
    answers: {
      202: { description: "Its event.", type: "application/json", schema: z.object({ event: z.string() }) },
    },
    problems: ["request_invalid", "request_too_large", "decision_conflict"],
  },
  {
    id: "setDryRun",
    method: "POST",
    path: "/api/dry-runs",
    summary: "Have an automation only plan: what it has not begun is not carried out",
    access: "signed-in",
    body: DryRunRequest,
    answers: json("The state after it.", ControlState),
    problems: ["request_invalid", "request_too_large"],
  },
  {
    id: "endDryRun",
    method: "POST",
    path: "/api/dry-runs/lifted",
    summary: "Have an automation act again",
    access: "signed-in",
    body: DryRunRequest,
    answers: json("The state after it.", ControlState),
    problems: ["request_invalid", "request_too_large"],
  },
];
