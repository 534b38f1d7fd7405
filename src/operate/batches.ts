// Batches: one decision for many runs, or the replay of many events. They are previewed and started here, for the API
// and forms alike, and processed by Control.
import { v7 as uuid } from "uuid";
import { automations } from "../automations/index.ts";
import { ifPossible } from "../base/if-possible.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";
import { type BatchRun, MOVES } from "../desk/control/batches.ts";
import { findControl, noteOfAll } from "../desk/directory.ts";
import type { Env } from "../env.ts";
import { listensTo, type Relevance } from "../kit/automation.ts";
import { withNamedFields } from "../kit/fields.ts";
import { isEnabled, type Settings } from "../kit/settings.ts";
import { countStates, type DecidableRun, MAX_BATCH_RUNS, readDecidable } from "../ledger/decidable.ts";
import { type EventFilter, listEvents, readEvents } from "../ledger/events.ts";
import { normalizeReason, type RunFilter } from "../ledger/runs.ts";
import type { Batch, EventSummary } from "../ledger/shapes.ts";
import { auditType, type BatchableDecision, CHOICES } from "../policy/acts.ts";
import { exceededBy } from "../policy/budget.ts";
import { RUN_STATE, type RunState } from "../runs/states.ts";
import type { SenderEvent } from "../systems/event.ts";
import { requireAutomation } from "./config-check.ts";
import { deciderName, type RuledSession, requireRoleFor, type Session } from "./person.ts";
import { knownRun } from "./recorded.ts";
import type { EventsBatchRequest, RunsBatchRequest } from "./requests.ts";

type Draft = Pick<Batch, "decision" | "filter" | "preview" | "replay">;

/**
 * Makes a batch of the runs that currently match a filter and allow a decision, for a person to check before it is
 * started.
 * @throws RequestInvalid if the filter is empty
 * @throws Problem `decision_conflict` if there are too many such runs, or none; if runs match but none of them allows
 * the decision, the message lists their states
 */
export async function makeBatch(
  asker: Session,
  decision: BatchableDecision,
  filter: RunFilter,
): Promise<Batch> {
  const { env, person } = asker;
  requireRoleFor(person, decision);
  const words = formatFilter(filter);
  const [runs, states] = await Promise.all([
    readDecidable(env.LEDGER, filter, decision, person.email),
    countStates(env.LEDGER, filter),
  ]);
  if (runs.length > MAX_BATCH_RUNS)
    throw new Problem("decision_conflict", `over ${MAX_BATCH_RUNS} runs match ${words}: narrow the filter`);
  const { preview, others } = await previewBatch(env, decision, runs, states);
  if (runs.length === 0)
    throw new Problem(
      "decision_conflict",
      others ? `none of these runs can be ${decision}. ${others}` : `no run matches ${words}`,
    );
  return keep(
    asker,
    { decision, filter: words, preview },
    runs.map(({ id: run, subject, state, hash }) => ({ run, subject, state, hash })),
  );
}

/** Formats a filter. @throws RequestInvalid if it is empty */
function formatFilter(filter: RunFilter | EventFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const message = "is empty and would match everything: add a state or a time, for example";
  if (given.length === 0) throw new RequestInvalid([{ member: "filter", message }]);
  return given
    .map(([name, value]) => `${name} ${typeof value === "number" ? new Date(value).toISOString() : value}`)
    .join(", ");
}

/** Number of events that are read together, with their payloads. */
const EVENTS_READ = 20;

/**
 * Makes a batch that replays, for one automation, the events that it wants among the oldest `limit` events that match a
 * filter.
 * @throws RequestInvalid if the filter is empty or the automation does not exist
 * @throws Problem `decision_conflict` if the automation wants none of these events, or if a live replay is requested
 * but the automation is not enabled
 */
export async function makeReplays(
  asker: RuledSession,
  { filter, automation: name, mode, limit }: EventsBatchRequest,
): Promise<Batch> {
  const { env, person, config } = asker;
  const { settings, policy } = config;
  requireRoleFor(person, "replayed");
  requireAutomation(name);
  const words = formatFilter(filter);
  if (mode === "live" && !isEnabled(settings, name))
    throw new Problem("decision_conflict", `${name} is not enabled; only a dry run is possible`);
  const { items, next } = await listEvents(env.LEDGER, filter, { limit, sort: "oldest" });
  const answers: { readonly event: EventSummary; readonly answer: Relevance }[] = [];
  for (let n = 0; n < items.length; n += EVENTS_READ) {
    const some = items.slice(n, n + EVENTS_READ);
    const ids = some.map(({ id }) => id);
    const known = new Map((await readEvents(env.LEDGER, ids)).map(({ id, event }) => [id, event]));
    for (const event of some) answers.push({ event, answer: askAgain(name, known.get(event.id), settings) });
  }
  const wanted = answers.flatMap(({ event, answer }) => (answer === true ? event : []));
  const left = answers.flatMap(({ answer }) => (answer === true ? [] : answer));
  const ran = wanted.flatMap(({ runs }) => runs.filter(({ automation }) => automation === name).slice(-1));
  const isDry = mode === "dry_run" || policy.dryRun.includes(name);
  const how = isDry ? `a dry run of ${name}` : `a run of ${name}`;
  const preview = [
    ...groupLines(wanted, ({ source, type }) => `${how} for ${type} from ${source}`),
    ...groupLines(left, (reason) => `left out: ${reason}`),
    ...groupLines(ran, ({ state }) => `has run before: ${RUN_STATE[state].words}`),
    ran.length > 0 &&
      !isDry &&
      "Events are left out if an earlier run made calls or might still make some, so that no call is repeated.",
    next && `More events match: these are the oldest ${limit}.`,
  ].filter((sentence) => typeof sentence === "string");
  if (wanted.length === 0)
    throw new Problem("decision_conflict", [`${name} declines events with ${words}`, ...preview].join(". "));
  return keep(
    asker,
    { decision: "replayed", filter: words, preview, replay: { automation: name, mode } },
    wanted.map(({ id }) => id),
  );
}

/**
 * Returns `true` if an automation wants a recorded event or its `when` throws, otherwise the reason why the event is
 * left out. The result is based on the recorded data only: nothing is read from the event's sender.
 */
function askAgain(name: string, event: unknown, settings: Settings): Relevance {
  const rule = automations.get(name);
  const known = event as SenderEvent | null | undefined;
  if (!rule || !known) return "no event is recorded for the delivery";
  const types = [known.type, ...("possibleTypes" in known ? (known.possibleTypes ?? []) : [])];
  if (!types.some((type) => listensTo(rule, { type, subject: known.subject })))
    return `${name} does not listen to ${known.type}`;
  // If `when` throws, replay the event: its run reports the error.
  return ifPossible(() => rule.when(withNamedFields(known, settings.fields), settings)) ?? true;
}

/**
 * Groups items by their formatted text. Returns one line for each of the largest groups, with its size and text, and a
 * last line with the number of groups that are left out, if any.
 */
function groupLines<Item>(items: readonly Item[], format: (item: Item) => string): string[] {
  const groups = Array.from(Map.groupBy(items, format)).toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return [
    ...groups.slice(0, MAX_PREVIEW_LINES).map(([words, { length }]) => `${length}: ${words}`),
    ...(groups.length > MAX_PREVIEW_LINES ? [`and ${groups.length - MAX_PREVIEW_LINES} more groups`] : []),
  ];
}

const keep = ({ env, person }: Session, draft: Draft, runs: readonly (BatchRun | string)[]): Promise<Batch> =>
  findControl(env).makeBatch(
    `bat_${uuid()}`,
    { ...draft, by: deciderName(person), roles: [...person.roles] },
    runs,
  );

/** Maximum number of lines of one kind in a preview. */
const MAX_PREVIEW_LINES = 10;

/**
 * Describes, in sentences, the consequences of a decision for the runs of a batch.
 * @param states Number of all runs that match the batch's filter, by state
 * @returns all sentences (`preview`), and the one about matching runs that are left out (`others`, or `false` if there
 * are none)
 */
async function previewBatch(
  env: Env,
  decision: BatchableDecision,
  runs: readonly DecidableRun[],
  states: ReadonlyMap<RunState, number>,
) {
  const { budgets } = await findControl(env).state();
  const left = Array.from(
    states,
    ([state, n]) => [state, n - runs.filter((run) => run.state === state).length] as const,
  ).filter(([, n]) => n > 0);
  // A decision that ends the runs carries out none of their plans, so no approvals or budgets need to be described.
  const acting = CHOICES.some((choice) => choice.decision === decision && choice.ends) ? [] : runs;
  const begun = runs.filter(({ applied }) => applied > 0);
  const calls = begun.reduce((sum, { applied }) => sum + applied, 0);
  const approvalReasons = [...new Set(acting.flatMap((run) => run.approvalReasons))];
  const unplanned = acting.filter(({ hash }) => hash === null).length;
  const rest = new Set(runs.flatMap(({ plan, hash }) => (plan === null ? (hash ?? []) : [])));
  const others =
    left.length > 0 &&
    `Left out: ${left.map(([state, n]) => `${n} ${RUN_STATE[state].words}`).join(", ")} (in another state, followed by a newer run, or for another person to decide).`;
  return {
    others,
    preview: [
      ...groupLines(runs, ({ automation, state, problem }) =>
        state === "failed" && problem ? normalizeReason(problem) : `${automation}, ${RUN_STATE[state].words}`,
      ),
      others,
      decision === "cancelled" &&
        runs.some(({ state }) => state === "acting") &&
        "A run with a call in progress stops after the call.",
      calls > 0 && `Calls already applied, which are not repeated: ${calls} (runs: ${begun.length}).`,
      approvalReasons.length > 0 &&
        `Plans that need an approval: ${acting.filter((run) => run.approvalReasons.length > 0).length}, because ${approvalReasons.slice(0, MAX_PREVIEW_LINES).join("; ")}.`,
      ...budgets
        .flatMap(({ budget, uses }) => exceededBy(budget, uses, acting))
        .map(
          ({ name, of, used, more, limit }) =>
            `The batch exceeds the budget "${name}"${of === null ? "" : ` of ${of}`}: ${used} of ${limit} changes are used, and ${more} more are planned.`,
        ),
      unplanned > 0 &&
        `Runs without a plan yet: ${unplanned}. Whether they need an approval or exceed a budget is known once their plans are made.`,
      ...new Set(runs.flatMap(({ plan }) => (plan === null ? [] : `Plan: ${plan}`))),
      rest.size > 0 && `Other plans: ${rest.size}.`,
    ].filter((sentence) => sentence !== false),
  };
}

/**
 * Starts, continues or stops a batch. If the batch's state allows the change, records the change in the audit trail
 * before making it.
 * @throws Problem `not_found` if the batch does not exist
 */
export async function moveBatch(
  { env, person }: Session,
  id: string,
  how: keyof typeof MOVES,
  reason: string,
) {
  const { decision, filter, replay, runs, state } = await readBatch(env, id);
  requireRoleFor(person, decision);
  const by = deciderName(person);
  if (MOVES[how].from.some((from) => from === state))
    await noteOfAll(env, auditType(how), by, { batch: id, decision, filter, ...replay, runs, reason });
  return found(await findControl(env).moveBatch(id, how, { by, reason }));
}

export const readBatch = async (env: Env, id: string) => found(await findControl(env).batch(id));

function found(batch: Batch | null): Batch {
  if (batch) return batch;
  throw new Problem("not_found", "there is no such batch: an unstarted preview is deleted after an hour");
}

/** Makes a batch of plans that a person names, such as those ticked in a list. */
export async function batchPlans(
  asker: Session,
  decision: BatchableDecision,
  plans: NonNullable<RunsBatchRequest["plans"]>,
): Promise<Batch> {
  requireRoleFor(asker.person, decision);
  const runs = await Promise.all(
    plans.map(async ([run, hash]): Promise<BatchRun> => {
      const { subject } = (await knownRun(asker.env, run)).run;
      return { run, subject, state: "awaiting_approval", hash };
    }),
  );
  return keep(asker, { decision, filter: "plans ticked in a list", preview: [] }, runs);
}
