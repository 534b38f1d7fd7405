// API routes that read one thing, such as an event, a run, a batch, the whole audit trail, the settings, or the state
// of the deployment.
import * as z from "zod";
import { json } from "../../base/openapi.ts";
import { settingsIn } from "../../define-config.ts";
import { findControl } from "../../desk/directory.ts";
import { exportAudit } from "../../ledger/audit-list.ts";
import { readEvent } from "../../ledger/events.ts";
import { readRun } from "../../ledger/runs.ts";
import { Batch, EventRecord } from "../../ledger/shapes.ts";
import { ControlReport } from "../../operate/acts.ts";
import { readBatch } from "../../operate/batches.ts";
import { checkDeployment, Finding } from "../../operate/checks.ts";
import { currentRun, requireMayRead, withLedgerFallback } from "../../operate/recorded.ts";
import { AuditExportQuery, BatchId, EventId, RunId } from "../../operate/requests.ts";
import { Run } from "../../runs/run.ts";
import { ndjson, ndjsonFile, requireFound, route } from "./route.ts";

export const records = [
  route({
    id: "listFindings",
    path: "/api/checks",
    summary: "The state of the deployment: what works, what is not set up, and each problem with its remedy",
    act: "read",
    answer: json("The findings, the most serious first.", z.object({ findings: z.array(Finding) })),
    async handle({ env, config }) {
      const { findings } = await checkDeployment(env, config, withLedgerFallback);
      return { findings };
    },
  }),
  route({
    id: "listSettings",
    path: "/api/settings",
    summary: "The settings in effect, by name",
    act: "read",
    answer: json("The settings.", z.object({ settings: z.record(z.string(), z.unknown()) })),
    handle: ({ config }) => ({
      settings: Object.fromEntries(settingsIn(config).map(({ path, value }) => [path.join("."), value])),
    }),
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
    id: "exportAudit",
    path: "/api/audit.ndjson",
    summary:
      "The audit trail for `npm run reeve -- audit:verify`, one entry per line, ordered by desk and seq",
    act: "read",
    query: AuditExportQuery,
    answer: ndjson("For each desk, the first to the last entry of the period, without gaps."),
    handle: async ({ env, query }) => ndjsonFile("audit", await exportAudit(env.LEDGER, query)),
  }),
  route({
    id: "getBatch",
    path: "/api/batches/{id}",
    summary: "A batch, with the runs that it left out",
    act: "read",
    params: { id: BatchId },
    answer: json("The batch.", Batch),
    problems: ["not_found"],
    handle: ({ env, params }) => readBatch(env, params.id),
  }),
  route({
    id: "getControl",
    path: "/api/control",
    summary: "The active pauses, and the use of each budget",
    act: "read",
    answer: json("The state.", ControlReport),
    handle: ({ env }) => findControl(env).state(),
  }),
];
