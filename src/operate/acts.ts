// Carries out the acts of people. Each act is a row with a path, input and result. The API's route is made from each
// row, and the console's form from each row with `next`. src/policy/acts.ts defines the roles and labels of acts.
import * as z from "zod";
import { type Endpoint, type EndpointAnswer, json, type Unchanging } from "../base/openapi.ts";
import { findControl } from "../desk/directory.ts";
import { Batch } from "../ledger/shapes.ts";
import { ACTS, type Act, listKeys } from "../policy/acts.ts";
import { Budget } from "../policy/budget.ts";
import { RUN_STATES } from "../runs/states.ts";
import { askByForm, askToEnd, askToUndo, askToUndoAll } from "./ask.ts";
import { batchPlans, makeBatch, makeReplays, moveBatch } from "./batches.ts";
import { decideRun } from "./decide.ts";
import { commentOn, reassign, remind } from "./discussion.ts";
import { flip, haveDue, removeEntries, SWITCHES, takeAlarm, tryNotices, writeEntries } from "./operators.ts";
import { isAllowed, type RuledSession } from "./person.ts";
import { plannedRun } from "./recorded.ts";
import { replayEvent } from "./replay.ts";
import {
  AskRequest,
  BatchMove,
  BatchRequest,
  DueRequest,
  EndRequest,
  EntriesRemoved,
  EntriesWritten,
  EventId,
  PathName,
  PauseRequest,
  ReassignRequest,
  ReplayRequest,
  RunDecision,
  RunId,
  TakeRequest,
  UndoAllRequest,
  UndoRequest,
} from "./requests.ts";

type Params = Readonly<Record<string, z.ZodType>>;
type Values<P extends Params> = { readonly [Name in keyof P]: z.output<P[Name]> };
/** The fields of a form. `next` also receives the parameters of the act's path. */
type Fields = Readonly<Record<string, unknown>>;

interface Performed<P extends Params, B extends z.ZodType, A extends z.ZodType>
  extends Pick<Endpoint, "path" | "summary"> {
  /** The act whose role is required. Some acts require a further role, which `run` checks. */
  readonly act: Act;
  readonly params?: P;
  readonly body: B;
  /** The response. @default an empty object */
  readonly answer?: EndpointAnswer<A>;
  /** HTTP status of the response. @default 200 */
  readonly status?: 202;
  /** Problems other than those of access and validation. @default `not_found` and `decision_conflict` */
  readonly problems?: Endpoint["problems"];
  /** Converts a form's fields into the body. @default the body consists of the fields */
  toBody?(fields: Fields): unknown;
  run(asker: RuledSession, params: Values<P>, body: z.output<B>): Promise<Unchanging<z.input<A>>>;
  /** Returns the page that the form leads to, and the act that the page confirms, if any. @default there is no form */
  next?(
    fields: Fields,
    answer: Unchanging<z.input<A>>,
    asker: RuledSession,
  ): readonly [page: string, done?: string | undefined];
}

const act = <B extends z.ZodType, A extends z.ZodType = z.ZodVoid, P extends Params = Record<never, never>>(
  performed: Performed<P, B, A>,
): Performed<Params, z.ZodType, z.ZodType> => performed;

const atRun = { act: "own", params: { id: RunId } } as const;
const ofEvent = { answer: json("Its event.", z.object({ event: z.string() })), status: 202 } as const;

/** The properties that requests to undo or end something have in common. */
const toUndo = {
  ...ofEvent,
  act: "undo" as const,
  next: (_: Fields, { event }: { readonly event: string }, { person }: RuledSession) =>
    isAllowed(person, "read") ? ([`/events/${event}`, "due"] as const) : (["/ask", "undo"] as const),
};

const Flipped = z.object({
  automation: z.string().nullable(),
  by: z.string(),
  reason: z.string(),
  since: z.int(),
});

export const ControlReport = z.object({
  pauses: z.array(Flipped),
  agentsOff: Flipped.nullable().meta({ description: "Set while all agents are off, otherwise `null`." }),
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

/** The decisions for which the console's form requires no reason. */
const OWN: readonly unknown[] = ["confirmed", "withdrawn"];

export const acts: Readonly<Record<string, Performed<Params, z.ZodType, z.ZodType>>> = {
  decideRun: act({
    path: "/runs/{id}/decisions",
    summary: "Make a decision about a run, or report on its follow-ups",
    // `decideRun` checks the role, because the role depends on the decision.
    ...atRun,
    body: RunDecision,
    answer: json(
      "The run's new state, and warnings about the requesters.",
      z.object({ run: z.string(), state: z.enum(RUN_STATES), warnings: z.array(z.string()) }),
    ),
    problems: ["not_found", "decision_conflict", "decision_forbidden"],
    toBody: ({ next: _, steps, ...fields }) => ({
      ...fields,
      ...(OWN.includes(fields["decision"]) && !fields["reason"] && { reason: "in the console" }),
      ...(steps !== undefined && { steps: String(steps).split(",").map(Number) }),
    }),
    async run(asker, { id }, decision) {
      const { state, warnings } = await decideRun(asker, id, decision);
      return { run: id, state, warnings };
    },
    next: ({ id, next, decision }) => [
      next === "queue" ? `/approvals?after=${id}` : `/runs/${id}`,
      String(decision),
    ],
  }),
  commentOnRun: act({
    path: "/runs/{id}/comments",
    summary: "Comment on a run without deciding; open to its requester and to people who can decide",
    ...atRun,
    body: DueRequest,
    problems: ["not_found", "role_missing", "too_many_comments"],
    run: (asker, { id }, { reason }) => commentOn(asker, id, reason),
    next: ({ id }) => [`/runs/${id}`, "comment"],
  }),
  reassignRun: act({
    path: "/runs/{id}/assignee",
    summary: "Assign a run to another person who can decide the current stage",
    ...atRun,
    body: ReassignRequest,
    problems: ["not_found", "role_missing", "decision_conflict", "decision_forbidden", "too_many_comments"],
    run: (asker, { id }, to) => reassign(asker, id, to),
    next: ({ id }) => [`/runs/${id}`, "reassigned"],
  }),
  remindRun: act({
    path: "/runs/{id}/reminder",
    summary: "Remind a plan's approvers, at most once in 24 hours; open to its requester and operators",
    ...atRun,
    body: z.object({}),
    problems: ["not_found", "role_missing", "decision_conflict"],
    run: (asker, { id }) => remind(asker, id),
    next: ({ id }) => [`/runs/${id}`, "remind"],
  }),
  makeBatch: act({
    path: "/batches",
    summary:
      "Make one decision for several plans or for all runs that match a filter, or replay all events that match a filter; with `dryRun`, only preview the batch",
    // The functions below require the role for the decision.
    act: "read",
    body: BatchRequest,
    answer: json("The batch, which Control processes.", Batch),
    status: 202,
    // A form for ticked plans has the field `plan`: for each ticked plan, the id of its run and the plan's hash,
    // separated by a space. In a form for a filtered list, every field except the decision is a filter.
    toBody({ decision, plan, reason, ...filter }) {
      if (plan === undefined)
        return { decision, filter: { reason, ...filter }, dryRun: true, reason: "a preview" };
      const ticked = [plan].flat().filter((one) => one !== "");
      return { decision, plans: ticked.map((one) => String(one).split(" ")), reason };
    },
    async run(asker, _, body) {
      const batch = await (body.decision === "replayed"
        ? makeReplays(asker, body)
        : body.plans
          ? batchPlans(asker, body.decision, body.plans)
          : makeBatch(asker, body.decision, body.filter));
      return body.dryRun ? batch : moveBatch(asker, batch.id, "start", body.reason);
    },
    next: (_, { id }) => [`/batches/${id}`],
  }),
  moveBatch: act({
    path: "/batches/{id}/{how}",
    summary: "Start a previewed or stopped batch, or stop a running batch; decisions already made remain",
    act: "read",
    params: BatchMove.shape,
    body: DueRequest,
    answer: json("The batch.", Batch),
    run: (asker, { id, how }, { reason }) => moveBatch(asker, id, how, reason),
    next: (_, { id }) => [`/batches/${id}`],
  }),
  replayEvent: act({
    path: "/events/{id}/replay",
    summary: "Replay an event for one automation",
    act: "replayed",
    params: { id: EventId },
    body: ReplayRequest,
    answer: json("The new run.", z.object({ run: z.string() })),
    status: 202,
    toBody: ({ repeatApplied, ...fields }) => ({ ...fields, repeatApplied: repeatApplied === "yes" }),
    run: async (asker, { id }, body) => ({ run: await replayEvent(asker, id, body) }),
    next: (_, { run }) => [`/runs/${run}`, "replayed"],
  }),
  haveDue: act({
    path: "/automations/{name}/due",
    summary: "Run a scheduled automation now",
    act: "due",
    params: { name: PathName },
    body: DueRequest,
    ...ofEvent,
    run: async (asker, { name }, { reason }) => ({ event: await haveDue(asker, name, reason) }),
    next: (_, { event }) => [`/events/${event}`, "due"],
  }),
  ask: act({
    path: "/ask/{name}",
    summary: "Request an action with the fields of its form; the requester must then confirm its plan",
    act: "ask",
    params: { name: PathName },
    body: AskRequest,
    answer: json(
      "The request's event, and its run if the plan has already been made.",
      z.object({ event: z.string(), run: z.string().nullable(), state: z.enum(RUN_STATES).nullable() }),
    ),
    status: 202,
    async run(asker, { name: action }, { id, reason, ...fields }) {
      const subject = `console:${id}`;
      const { eventId: event } = await askByForm(asker, "console", subject, { action, reason, fields });
      const { id: run = null, state = null } = (await plannedRun(asker.env, subject, event))?.run ?? {};
      return { event, run, state };
    },
    next: (_, { run, state }) =>
      run === null
        ? ["/ask", "ask"]
        : [`/runs/${run}`, state === "awaiting_confirmation" ? "ask" : undefined],
  }),
  undo: act({
    path: "/changes/undo",
    summary: "Request to undo applied actions of a run",
    ...toUndo,
    body: UndoRequest,
    run: async (asker, _, body) => ({ event: await askToUndo(asker, body) }),
  }),
  undoAll: act({
    path: "/changes/undo-all",
    summary: "Request to undo all changes that match a filter, with one request per run",
    act: "undoAll",
    body: UndoAllRequest,
    status: 202,
    run: (asker, _, body) => askToUndoAll(asker, body),
    next: () => ["/runs?automation=requested-action", "undoAll"],
  }),
  writeInventory: act({
    path: "/inventory",
    summary: "Add or change inventory entries",
    act: "inventory",
    body: EntriesWritten,
    answer: json(
      "The numbers of changed and unchanged entries.",
      z.object({ written: z.int(), unchanged: z.int() }),
    ),
    run: (asker, _, body) => writeEntries(asker, body),
  }),
  removeEntries: act({
    path: "/inventory/removed",
    summary: "Remove entries from the inventory, including snapshots",
    act: "inventory",
    body: EntriesRemoved,
    answer: json("The number of entries named in the request.", z.object({ removed: z.int() })),
    toBody: ({ reason, ...entry }) => ({ entries: [entry], reason }),
    run: async (asker, _, body) => ({ removed: await removeEntries(asker, body) }),
    next: () => ["/inventory", "inventory"],
  }),
  endEntry: act({
    path: "/inventory/ended",
    summary: "Request to end a temporary inventory entry before its last day",
    ...toUndo,
    body: EndRequest,
    run: async (asker, _, body) => ({ event: await askToEnd(asker, body) }),
  }),
  takeAlarm: act({
    path: "/alarms/taken",
    summary: "Show other operators that you are working on an alarm",
    act: "take",
    body: TakeRequest,
    run: (asker, _, body) => takeAlarm(asker, body),
    next: () => ["/", "take"],
  }),
  tryNotices: act({
    path: "/settings/notices",
    summary: "Send a test notice to operators on every channel",
    act: "tryNotices",
    body: z.object({}),
    run: tryNotices,
    next: () => ["/settings#notices", "tryNotices"],
  }),
  ...Object.fromEntries(
    listKeys(SWITCHES).map((how) => {
      const { path, body } = SWITCHES[how];
      const { button, leads } = ACTS[how];
      return [
        how,
        act({
          ...{ path, act: how, summary: `${button}: ${leads}` },
          body: body as z.ZodType<PauseRequest>,
          answer: json("The new state.", ControlReport),
          // The forms that pause or resume everything have no field for an automation.
          toBody: (fields) => (body === PauseRequest ? { automation: null, ...fields } : fields),
          async run(asker, _, { automation = null, reason }) {
            await flip(asker, how, { automation, reason });
            return findControl(asker.env).state();
          },
          next: ({ automation }) => [
            automation ? `/automations/${encodeURIComponent(String(automation))}` : "/automations",
            how,
          ],
        }),
      ];
    }),
  ),
};
