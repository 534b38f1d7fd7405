// A run as data, and functions that derive facts from that data alone.
import * as z from "zod";
import type { EffectOperationId, PlannedAction } from "../actions/action.ts";
import { DAY_MS, startOfDay } from "../base/days.ts";
import { canonicalJson, sha256Hex } from "../base/hash.ts";
import { RETRY_DELAYS_MS } from "../base/waits.ts";
import type { Notice, Progress } from "../kit/proposal.ts";
import type { Exceeded } from "../policy/budget.ts";
import type { Policy } from "../policy/policy.ts";
import type { listAddresses } from "../policy/separation.ts";
import { type Approval, findStage, type Stage } from "../policy/stages.ts";
import type { Message, Target } from "../systems/system.ts";
import type { Learned } from "./headline.ts";
import { canExpire, hasEnded, isUnderWay, RUN_STATE, RUN_STATES } from "./states.ts";

// Schemas of properties whose types other files declare. They describe the properties and validate nothing.
const describeObject = <Value>() => z.custom<Value>().meta({ type: "object" });
const describeArray = <Value>() => z.custom<readonly Value[]>().meta({ type: "array" });
const Time = z.int().meta({ description: "Unix milliseconds." });

const Plan = z
  .object({
    /**
     * SHA-256 (hex) over the automation, the names, inputs and targets of the actions, and the operations and inputs of
     * their calls: the same plan has the same hash.
     */
    hash: z.string(),
    /** The actions, each with its name (`action`), sentence (`summary`), `target` and calls (`effects`). */
    actions: describeArray<PlannedAction>(),
    /** The start of the latest first day of the actions. If it is absent, the plan may act immediately. */
    startsAt: Time.exactOptional(),
    /**
     * The time until which the plan may begin. If it has not begun by then, the automation proposes again. If the time
     * is absent, there is no limit.
     */
    answerBy: Time.exactOptional(),
    /** The rule for deadlines and reminders of the plan's follow-ups, if the plan has any. */
    followUps: describeObject<Policy["followUps"]>().exactOptional(),
  })
  .readonly();
export type Plan = z.infer<typeof Plan>;

/** A problem of a run. `message` is for the operator, `public` for anyone. */
export const RunProblem = z
  .object({
    code: z.string(),
    message: z.string(),
    public: z.string(),
    operation: z.string().exactOptional(),
    httpStatus: z.number().exactOptional(),
  })
  .readonly();
export type RunProblem = z.infer<typeof RunProblem>;

/** The journal entry of one effect, which is stored as `sending` before the call is sent. */
const JournalEntry = z
  .object({
    operation: z.custom<EffectOperationId>().meta({ type: "string" }),
    state: z.enum(["planned", "sending", "applied", "refused", "unknown"]),
    /** Number of times that the call was sent, or might have been sent. */
    attempts: z.int(),
    /** Set if a person decided to send the call again although the first call might have arrived. */
    isRepeat: z.literal(true).exactOptional(),
    settledAt: Time.exactOptional(),
    // A long response is in the run's details (below).
    /** The service's response. */
    answer: z.unknown().exactOptional(),
    wasMissing: z
      .literal(true)
      .exactOptional()
      .meta({ description: "True if the target of the delete was already missing." }),
    /** The problem of a failed call that did not stop the rest of the plan. */
    passed: RunProblem.exactOptional(),
    shows: z
      .object({ is: z.enum(["not_yet", "seen", "unseen"]), at: Time })
      .readonly()
      .exactOptional()
      .meta({ description: "Whether the effect could be read back, if the API supports this." }),
  })
  .readonly();
export type JournalEntry = z.infer<typeof JournalEntry>;

const reason = { by: z.string(), reason: z.string(), batch: z.string().exactOptional() };
const Reason = z.object(reason).readonly();
/** The reason for a decision, and who or which rule gave it. `batch` is the id of the decision's batch, if any. */
export type Reason = z.infer<typeof Reason>;

/** A follow-up that a run has opened. */
const OpenedFollowUp = z
  .object({
    /** The index of the follow-up's action in the plan. */
    step: z.int(),
    dueAt: Time,
    /**
     * The instruction for completing the action manually after its call failed.
     * @default the instruction in the plan
     */
    task: z.string().exactOptional(),
    /** A person's report, or the result that Reeve read; absent while the follow-up is open. */
    end: z
      .object({ ...reason, verdict: z.enum(["done", "not_done"]), at: Time })
      .readonly()
      .exactOptional(),
  })
  .readonly();
export type OpenedFollowUp = z.infer<typeof OpenedFollowUp>;

/** A reason that applies to one plan only. */
const PlanReason = z.object({ ...reason, hash: z.string(), at: Time }).readonly();

/**
 * The reply to an event's sender about a run that has ended. The outbox sends it at most once, and the audit trail
 * records the result.
 */
const RunReply = z
  .object({
    /** The run's version that the reply reports. */
    version: z.int(),
    target: describeObject<Target>(),
    /** The text of the reply; `null` if the system accepts no text. */
    message: describeObject<Message>().nullable(),
    /** True if the reply is visible to the requester, in systems that make this distinction. */
    visible: z.boolean(),
    /** The state that the ticket is moved to after the message, or `null` if it is not moved. */
    move: z.string().nullable(),
  })
  .readonly();
export type RunReply = z.infer<typeof RunReply>;

/** The first governance API reads of a proposal. */
const Reads = z
  .object({
    made: z.array(z.object({ operation: z.string(), input: z.unknown() }).readonly()).readonly(),
    more: z.int().exactOptional(),
  })
  .readonly();
export type Reads = z.infer<typeof Reads>;

/** The data that a proposal was based on, up to a size limit. Its hash is in the audit trail with the plan. */
export const ProposalFacts = z
  .object({
    /** Id of the deployed version of code and settings, or `null` if the platform provides none. */
    code: z.string().nullable(),
    now: Time,
    since: Time,
    receivedAt: Time,
    /** Each question, as canonical JSON, with the index of its answer. */
    asked: z.array(z.tuple([z.string(), z.int()]).readonly()).readonly(),
    /** The answers without duplicates, and without the values of properties with sensitive names. */
    answers: z.array(z.unknown()).readonly(),
    /** The number of questions that exceeded the limit, and a hash of them and their answers; `null` if all fit. */
    rest: z.object({ n: z.int(), hash: z.string() }).readonly().nullable(),
    /** SHA-256 (hex) over the canonical JSON of the other properties. */
    hash: z.string(),
  })
  .readonly();
export type ProposalFacts = z.infer<typeof ProposalFacts>;

/** The mode of a run: `live` acts, and `dry_run` only plans. */
const Mode = z.enum(["live", "dry_run"]);
export type Mode = z.infer<typeof Mode>;

/**
 * A run: one automation applied to one event, with the data needed to continue. The event itself is stored separately.
 * The API returns the run as it is stored.
 */
export const Run = z
  .object({
    id: z.string(),
    eventId: z.string(),
    automation: z.string(),
    subject: z.string(),
    mode: Mode,
    /** Who replayed the event, and why; `null` if the run is not a replay. */
    replay: Reason.nullable(),
    state: z.enum(RUN_STATES),
    /**
     * Increases with every change, except if only the time of the next check changes. The ledger keeps the highest
     * version that it has received.
     */
    version: z.int(),
    plan: Plan.nullable(),
    /**
     * When the plan, or the users affected by its remaining effects, were last checked. `null`: check before the next
     * effect.
     */
    checkedAt: Time.nullable(),
    journal: z.array(JournalEntry).readonly(),
    /** The progress of a proposal that takes more than one step. */
    progress: describeObject<Progress>().optional(),
    steps: z.int().optional().meta({ description: "Number of steps that the proposal took." }),
    /** The automation's last notice to people. Only the first notice of a live run is sent. */
    notice: describeObject<Notice>().nullable(),
    /** The reads of the last proposal. */
    reads: Reads.nullable(),
    // The run's row has `code` and `hash`; the rest is in the run's details (below).
    /**
     * The data that the last proposal was based on. Absent if the run's result did not come from the proposal, for
     * example because another run had claimed the same person.
     */
    facts: z
      .object({
        ...ProposalFacts.unwrap().partial().shape,
        ...ProposalFacts.unwrap().pick({ code: true, hash: true }).shape,
      })
      .readonly()
      .optional(),
    /** The automation's reason for doing nothing; `null` if it has not ignored the event. */
    ignored: z.string().nullable(),
    sameAs: z.string().exactOptional().meta({
      description: "Id of the run that already handles the same change, or has handled it.",
    }),
    /** The title fields that the sender's API returned. */
    learned: describeObject<Learned>().exactOptional(),
    /** Full names of people that the run's text might contain, from its event and its last proposal. */
    names: z.array(z.string()).readonly().exactOptional(),
    /** The agent that made the request in a person's name, by the name that it gives itself. */
    agent: z.string().exactOptional(),
    /** The reasons why the plan needs an approval. The list is empty if the plan needs no approval. */
    approvalReasons: z.array(z.string()).readonly(),
    /** Warnings for the approver: about the requesters, about stages, and about approvals that are no longer valid. */
    warnings: z.array(z.string()).readonly(),
    /**
     * The addresses of the requesters, of the affected users, and of the delegates of both. Absent if the plan needs no
     * approval.
     */
    parties: describeObject<ReturnType<typeof listAddresses>>().optional(),
    /** The approval stages of the plan. */
    stages: describeArray<Stage>().optional(),
    /** The approvals so far. */
    approvals: describeArray<Approval>(),
    /** The requester's confirmation of the plan, if one was needed. */
    confirmation: PlanReason.nullable(),
    /** The budget that the plan would exceed. */
    hold: describeObject<Exceeded>().optional(),
    /** The decision that lets the plan exceed its budget. */
    override: PlanReason.optional(),
    /**
     * While the run is `scheduled`: the day on which its event takes effect, the first day of its plan, or the
     * automation's own description.
     */
    scheduledFor: z.string().optional(),
    /** Who cancelled the run during a call, and why. The run ends when the outcome of the call is known. */
    stop: z.object(reason).readonly().exactOptional(),
    /** The reason why the run is paused; `null` if it is not paused. */
    paused: z.string().nullable(),
    followUps: z
      .array(OpenedFollowUp)
      .readonly()
      .exactOptional()
      .meta({ description: "The follow-ups of the plan, once its calls are made." }),
    /**
     * Who ended the run, or denied its plan, and why: a person, or `reeve` because of another event or because of its
     * check of a follow-up. `null` if the run was not ended in this way.
     */
    ended: z
      .object({
        ...reason,
        /**
         * Set if the requester or the ticket withdrew the run: `ticket_gone` if the ticket was deleted, otherwise
         * `ticket_stays`.
         */
        withdrawn: z.enum(["ticket_stays", "ticket_gone"]).exactOptional(),
      })
      .readonly()
      .nullable(),
    /** The reason for a withdrawal that was received after the first call. The run continues despite the withdrawal. */
    lateWithdrawal: z.string().exactOptional(),
    /** Id of the last batch that contained a decision about the run. */
    batch: reason.batch,
    problem: RunProblem.nullable(),
    reply: RunReply.nullable(),
    /** Number of consecutive failed attempts of the current step. */
    failures: z.int(),
    /** When the first of the consecutive failed attempts failed. */
    failingSince: Time.exactOptional(),
    /**
     * When the run is due: its next step, the next verification of its effects, the expiry of a plan that waits for a
     * decision, or the deadline of its follow-ups. `null` if the run has ended and no effect is left to verify, or if
     * it waits for a person without a time limit.
     */
    dueAt: Time.nullable(),
    remindAt: z
      .array(Time)
      .readonly()
      .exactOptional()
      .meta({ description: "Times of the remaining reminders, the soonest first." }),
    createdAt: Time,
    updatedAt: Time,
    omitted: z.string().exactOptional().meta({
      description: "The reason why the plan and the journal could not be recorded.",
    }),
  })
  .readonly()
  .meta({ id: "Run" });
export type Run = z.infer<typeof Run>;

type RunIdentity = Pick<Run, "id" | "eventId" | "automation" | "subject" | "mode">;

/** Returns a new run. @param at The time of its creation, in Unix milliseconds */
export const newRun = (identity: RunIdentity, at: number, replay: Reason | null = null): Run => ({
  ...identity,
  replay,
  state: "planning",
  version: 1,
  plan: null,
  checkedAt: null,
  journal: [],
  notice: null,
  reads: null,
  ignored: null,
  approvalReasons: [],
  warnings: [],
  approvals: [],
  confirmation: null,
  paused: null,
  ended: null,
  problem: null,
  reply: null,
  failures: 0,
  dueAt: at,
  createdAt: at,
  updatedAt: at,
});

/** Returns the system of a subject, which is the part before its first colon. */
export const parseSystem = ({ subject }: Pick<Run, "subject">): string => subject.split(":", 1)[0] ?? "";

/** Returns when a plan began to wait for its current stage, in Unix milliseconds, or `null` if it is not waiting. */
export const waitsSince = ({ approvals, ...run }: Run): number | null =>
  run.state === "awaiting_approval" ? Math.max(plannedAt(run), ...approvals.map(({ at }) => at)) : null;

/**
 * Returns when a run's plan was last made or checked, in Unix milliseconds. If no check is stored, returns when the run
 * was created.
 */
export const plannedAt = ({ checkedAt, createdAt }: Pick<Run, "checkedAt" | "createdAt">): number =>
  checkedAt ?? createdAt;

/** Describes the state of a run in words. */
export const describeState = ({ state, paused, stop }: Pick<Run, "state" | "paused" | "stop">): string =>
  paused !== null
    ? "paused"
    : stop && state === "acting"
      ? "stops after the call in progress"
      : RUN_STATE[state].words;

/** Returns true if a receipt can be made: the run has ended, or only follow-ups are left. */
export const isProvable = ({ state }: Pick<Run, "state">): boolean =>
  hasEnded(state) || state === "awaiting_follow_up";

export const isFinished = ({ state }: Pick<Run, "state">): boolean => hasEnded(state);

/** Returns true if the run is waiting to retry a failed step. */
export const isRetrying = (run: Pick<Run, "state" | "failures" | "paused">): boolean =>
  isUnderWay(run.state) && run.failures > 0 && run.paused === null;

export function nextTry(run: Run) {
  if (!isRetrying(run) || run.dueAt === null) return null;
  const waits = RETRY_DELAYS_MS.slice(run.failures);
  return {
    n: run.failures + 1,
    of: RETRY_DELAYS_MS.length + 1,
    at: run.dueAt,
    lastAt: run.dueAt + waits.reduce((sum, wait) => sum + wait, 0),
  };
}

/** Returns true if a call of the plan was sent, or might have been sent. */
export const hasBegun = ({ journal }: Pick<Run, "journal">): boolean =>
  journal.some(({ attempts }) => attempts > 0);

/** How long a check of a plan stays valid, in milliseconds. The facts that the plan is based on might change later. */
export const PLAN_CHECK_VALID_MS = 60 * 60_000;

/**
 * Returns true if the plan must be checked before the next effect: the run was paused, or the last check is missing or
 * too old.
 * @param now Unix milliseconds
 */
export const isCheckDue = ({ checkedAt, paused }: Pick<Run, "checkedAt" | "paused">, now: number): boolean =>
  checkedAt === null || paused !== null || now - checkedAt > PLAN_CHECK_VALID_MS;

/**
 * How long a requester can confirm a plan, and how long a confirmation stays valid, in milliseconds. Without a bot,
 * Slack accepts replies to a command only for this long.
 */
export const CONFIRM_WITHIN_MS = 30 * 60_000;

/**
 * Returns true if the requester confirmed the plan recently enough. If the plan's first day is later, the period starts
 * on that day.
 */
export const isConfirmed = (
  { confirmation }: Pick<Run, "confirmation">,
  { hash, startsAt = 0 }: Plan,
  now: number,
): boolean => confirmation?.hash === hash && now - Math.max(confirmation.at, startsAt) < CONFIRM_WITHIN_MS;

/**
 * Lists the valid approvals of a plan.
 * @param holdsMs How long approvals remain valid after the latest approval, or after the start of the plan's first day
 * if that is later
 */
export function listValidApprovals(
  { approvals }: Pick<Run, "approvals">,
  { hash, startsAt = 0 }: Plan,
  now: number,
  holdsMs: number,
): readonly Approval[] {
  const own = approvals.filter((approval) => approval.hash === hash);
  return own.some(({ at }) => now - Math.max(at, startsAt) < holdsMs) ? own : [];
}

export const isApproved = (
  { stages = [], approvals }: Pick<Run, "stages" | "approvals">,
  plan: Plan,
  now: number,
  holdsMs: number,
): boolean =>
  stages.length > 0 && findStage(stages, listValidApprovals({ approvals }, plan, now, holdsMs)) === null;

/** Returns true if the period for a decision about the plan is over. */
export const hasExpired = ({ state, dueAt }: Run, now: number): boolean =>
  canExpire(state) && dueAt !== null && now >= dueAt;

/**
 * Returns when the desk must next work on the run, at its next reminder or when it is due, or `null` if neither time is
 * set.
 */
export function nextWakeAt({
  state,
  remindAt: [next] = [],
  dueAt,
}: Pick<Run, "state" | "remindAt" | "dueAt">) {
  // An overdue follow-up stays open.
  if (state === "awaiting_follow_up") return next ?? null;
  return (state === "awaiting_approval" ? next : undefined) ?? dueAt;
}

/** Returns true if the run is waiting and has changed nothing yet, so that a newer event's plan can replace it. */
export function isReplaceable(run: Run): boolean {
  const { replaceable } = RUN_STATE[run.state];
  return replaceable === "always" || (replaceable === "until_begun" && !hasBegun(run));
}

/** An open follow-up as shown to people. */
export type ShownFollowUp = ReturnType<typeof listOpen>[number];

/** Lists the open follow-ups of a run, by due time. */
export const listOpen = ({ plan, followUps = [] }: Pick<Run, "plan" | "followUps">) =>
  followUps
    .flatMap(({ end, ...opened }) => {
      const { followUp, summary = "" } = plan?.actions[opened.step] ?? {};
      return followUp && !end ? [{ task: summary, done: "Done", ...followUp, ...opened }] : [];
    })
    .sort((one, other) => one.dueAt - other.dueAt);

/**
 * Lists the emails of the owners of a run's open follow-ups. The list is empty if none of them has an owner: operators
 * then close them.
 */
export const listAssignees = (run: Pick<Run, "plan" | "followUps">): readonly string[] => [
  ...new Set(listOpen(run).flatMap(({ assignees }) => assignees)),
];

/**
 * Returns when the first of the open follow-ups is due, and the time of the next reminder for their owners: after
 * `remindDays` days, or earlier, when the first follow-up becomes due.
 */
export function followUpTimes(
  open: readonly Pick<ShownFollowUp, "dueAt">[],
  plan: Plan | null,
  at: number,
): Pick<Run, "dueAt" | "remindAt"> {
  const { remindDays = 1 } = plan?.followUps ?? {};
  const dueAt = Math.min(...open.map((one) => one.dueAt));
  const next = at + remindDays * DAY_MS;
  return { dueAt, remindAt: [dueAt > at ? Math.min(next, dueAt) : next] };
}

/**
 * Makes a plan of the given actions. Its hash covers the content that an approval is given for, and all that is sent,
 * except a campaign's completion date if it is calculated when the call is sent: the automation, the names, inputs and
 * targets of the actions, and the operations and inputs of their calls.
 * @param timeZone IANA name of the time zone of the actions' first days
 */
export async function makePlan(
  automation: string,
  actions: readonly PlannedAction[],
  timeZone = "UTC",
): Promise<Plan> {
  const content = [
    automation,
    actions.map(({ action, input, target, effects }) => [
      ...[action, input, target],
      effects.map((effect) => [effect.operation, effect.input]),
    ]),
  ];
  const ends = actions.flatMap(({ answerBy }) => (answerBy === undefined ? [] : Date.parse(answerBy)));
  const days = actions.flatMap(({ startsOn }) => startsOn ?? []).map((day) => startOfDay(day, timeZone));
  return {
    hash: await sha256Hex(canonicalJson(content)),
    actions,
    ...(ends.length > 0 && { answerBy: Math.min(...ends) }),
    ...(days.length > 0 && { startsAt: Math.max(...days) }),
  };
}

/** Returns the address of a console page, or `null` if `REEVE_URL` is not set. @param site The value of `REEVE_URL` */
export const consolePage = (site: string | undefined, path: string): string | null =>
  site ? `${site}${path}` : null;

export const runPage = (site: string | undefined, runId: string): string | null =>
  consolePage(site, `/runs/${runId}`);

/**
 * The parts of a run that are stored apart from its row: under `facts`, the data that the run's last proposal was based
 * on, and long responses under the indexes of their effects.
 */
export type RunDetails = Readonly<Record<string, unknown>>;

interface Detailed {
  readonly facts?: unknown;
  readonly journal: readonly { readonly state: string; readonly answer?: unknown }[];
}

/** Returns a run with its details merged in. Facts of an earlier proposal are omitted. */
export function withDetails<One extends Detailed>(run: One, details: RunDetails): One {
  const { facts } = details;
  return {
    ...run,
    ...(readHash(facts) !== undefined && readHash(facts) === readHash(run.facts) && { facts }),
    journal: run.journal.map((entry, n) =>
      details[n] === undefined || entry.state !== "applied" ? entry : { ...entry, answer: details[n] },
    ),
  };
}

/** Returns the details that a run contains. */
export const pickDetails = ({ facts, journal }: Detailed): RunDetails => ({
  facts,
  ...journal.map(({ answer }) => answer),
});

const readHash = (facts: unknown): unknown => Reflect.get(Object(facts), "hash");

/** Parses a run and its details, both JSON text. */
export const parseRun = <One extends Detailed = Run>(row: {
  readonly run: string;
  readonly details?: string | null;
}): One => withDetails(JSON.parse(row.run), JSON.parse(row.details ?? "{}"));
