// API routes for people's decisions. The decider is always the signed-in person, never a value of the request.
import * as z from "zod";
import { findControl } from "../../desk/directory.ts";
import { Batch } from "../../ledger/shapes.ts";
import { makeBatch, makeReplays, moveBatch, readBatch } from "../../operate/batches.ts";
import { decideRun } from "../../operate/decide.ts";
import { commentOn, reassign } from "../../operate/discussion.ts";
import { flip, SWITCHES } from "../../operate/operators.ts";
import { replayEvent } from "../../operate/replay.ts";
import {
  BatchId,
  BatchMove,
  BatchRequest,
  DryRunRequest,
  DueRequest,
  EventId,
  PauseRequest,
  ReassignRequest,
  ReplayRequest,
  RunDecision,
  RunId,
} from "../../operate/requests.ts";
import { Budget } from "../../policy/budget.ts";
import { RUN_STATES } from "../../runs/states.ts";
import { json, route } from "./route.ts";

const Flipped = z.object({
  automation: z.string().nullable(),
  by: z.string(),
  reason: z.string(),
  since: z.int(),
});

const ControlState = z.object({
  pauses: z.array(Flipped),
  agentsOff: Flipped.nullable().meta({ description: "Who turned all agents off, or `null` if they are on." }),
  dryRuns: z
    .array(Flipped.extend({ automation: z.string() }))
    .meta({ description: "Automations switched to dry runs, in addition to those in the settings." }),
  refusals: z.array(z.object({ source: z.string(), check: z.string(), n: z.int(), lastAt: z.int() })).meta({
    description: "Deliveries that failed verification in the last week, by source and failed check.",
  }),
  handshakes: z.array(z.object({ source: z.string(), value: z.string(), at: z.int() })).meta({
    description: "Handshake values received in the last hour, for the set-up of the senders.",
  }),
  budgets: z.array(
    z.object({
      budget: Budget,
      uses: z.array(
        z.object({
          of: z.string().nullable(),
          used: z.int(),
          held: z.int().meta({ description: "Number of plans held by the budget's percentage limit." }),
          size: z.int().nullable().meta({
            description:
              "The last known total for the percentage, or `null` if there is no percentage or the total is unknown.",
          }),
        }),
      ),
    }),
  ),
});

const switches = [
  {
    id: "pause",
    how: "pause",
    path: "/api/pauses",
    summary: "Pause an automation before its next effect, or everything if `automation` is `null`",
    act: "pause",
    body: PauseRequest,
  },
  {
    id: "liftPause",
    how: "lift",
    path: "/api/pauses/lifted",
    summary: "Lift the pause of an automation, or the pause of everything if `automation` is `null`",
    // `flip` requires a higher role to lift the pause of everything.
    act: "lift",
    body: PauseRequest,
  },
  {
    id: "setDryRun",
    how: "dry-run",
    path: "/api/dry-runs",
    summary: "Switch an automation to dry runs: it only plans, but finishes plans that have begun",
    act: "dryRun",
    body: DryRunRequest,
  },
  {
    id: "endDryRun",
    how: "live",
    path: "/api/dry-runs/lifted",
    summary: "Switch an automation back to live",
    act: "dryRun",
    body: DryRunRequest,
  },
  {
    id: "turnAgentsOff",
    how: "agents-off",
    path: "/api/agents/off",
    summary: "Turn all agents off: `/mcp` rejects them, and their requests change nothing",
    act: "pauseEverything",
    body: DueRequest,
  },
  {
    id: "turnAgentsOn",
    how: "agents-on",
    path: "/api/agents/on",
    summary: "Turn agents on again",
    act: "liftEverything",
    body: DueRequest,
  },
] as const;

export const decisions = [
  route({
    id: "decideRun",
    path: "/api/runs/{id}/decisions",
    summary: "Approve, deny, resume, cancel, review or retry a run, or report its follow-ups",
    // `decideRun` checks the role, because each decision needs its own.
    act: "own",
    params: { id: RunId },
    body: RunDecision,
    answer: json(
      "The run's new state, and warnings about the requester.",
      z.object({ run: z.string(), state: z.enum(RUN_STATES), warnings: z.array(z.string()) }),
    ),
    problems: ["not_found", "decision_conflict", "decision_forbidden"],
    async handle(asked) {
      const { id } = asked.params;
      const { state, warnings } = await decideRun(asked, id, asked.body);
      return { run: id, state, warnings };
    },
  }),
  route({
    id: "commentOnRun",
    path: "/api/runs/{id}/comments",
    summary: "Comment on a run without deciding; open to its requester and to people who can decide",
    act: "own",
    params: { id: RunId },
    body: DueRequest,
    answer: json("The run.", z.object({ run: z.string() })),
    problems: ["not_found", "role_missing", "too_many_comments"],
    async handle(asked) {
      await commentOn(asked, asked.params.id, asked.body.reason);
      return { run: asked.params.id };
    },
  }),
  route({
    id: "reassignRun",
    path: "/api/runs/{id}/assignee",
    summary: "Assign a run to another person who can decide the current stage",
    act: "own",
    params: { id: RunId },
    body: ReassignRequest,
    answer: json("The run.", z.object({ run: z.string() })),
    problems: ["not_found", "role_missing", "decision_conflict", "decision_forbidden", "too_many_comments"],
    async handle(asked) {
      await reassign(asked, asked.params.id, asked.body);
      return { run: asked.params.id };
    },
  }),
  route({
    id: "makeBatch",
    path: "/api/batches",
    summary:
      "Make one decision for all runs that match a filter, or replay all events that do; with `dryRun`, only preview the batch",
    // `makeBatch` requires the role for the decision.
    act: "read",
    body: BatchRequest,
    answer: json("The batch, which Control processes.", Batch),
    status: 202,
    problems: ["decision_conflict"],
    async handle(asked) {
      const { body } = asked;
      const isReplay = body.decision === "replayed";
      const batch = await (isReplay
        ? makeReplays(asked, body)
        : makeBatch(asked, body.decision, body.filter));
      return body.dryRun ? batch : moveBatch(asked, batch.id, "start", body.reason);
    },
  }),
  route({
    id: "moveBatch",
    path: "/api/batches/{id}/{how}",
    summary: "Start a previewed or stopped batch, or stop a running batch; decisions already made remain",
    act: "read",
    params: BatchMove.shape,
    body: DueRequest,
    answer: json("The batch.", Batch),
    problems: ["not_found"],
    handle: (asked) => moveBatch(asked, asked.params.id, asked.params.how, asked.body.reason),
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
    id: "replayEvent",
    path: "/api/events/{id}/replay",
    summary: "Replay an event for one automation",
    act: "replay",
    params: { id: EventId },
    body: ReplayRequest,
    answer: json("The new run.", z.object({ run: z.string() })),
    status: 202,
    problems: ["not_found", "decision_conflict"],
    handle: async (asked) => ({ run: await replayEvent(asked, asked.params.id, asked.body) }),
  }),
  route({
    id: "getControl",
    path: "/api/control",
    summary: "The active pauses, and the use of each budget",
    act: "read",
    answer: json("The state.", ControlState),
    handle: ({ env }) => findControl(env).state(),
  }),
  ...switches.map(({ how, body, ...declared }) =>
    route({
      ...declared,
      body: body as z.ZodType<PauseRequest>,
      // Only endpoints that turn on a switch of one automation reject the name of an unknown automation.
      problems: SWITCHES[how].on && body !== DueRequest ? ["not_found"] : [],
      answer: json("The new state.", ControlState),
      async handle(asked) {
        await flip(asked, how, { ...asked.body, automation: asked.body.automation ?? null });
        return findControl(asked.env).state();
      },
    }),
  ),
];
