// A run as data, and what follows from that data alone.
import * as z from "zod";
import type { EffectOperationId, PlannedAction } from "../actions/action.ts";
import type { Notice, Progress } from "../automations/kit/proposal.ts";
import { DAY_MS, startOfDay } from "../base/days.ts";
import { canonicalJson, sha256Hex } from "../base/hash.ts";
import { RETRY_DELAYS_MS } from "../base/waits.ts";
import type { Exceeded } from "../policy/budget.ts";
import type { Policy } from "../policy/policy.ts";
import type { listAddresses } from "../policy/separation.ts";
import { type Approval, findStage, type Stage } from "../policy/stages.ts";
import type { Message, Target } from "../systems/system.ts";
import type { Learned } from "./headline.ts";
import { canExpire, hasEnded, isUnderWay, RUN_STATE, RUN_STATES } from "./states.ts";

// Members whose types other files declare: the schema describes them and validates nothing.
const describeObject = <Value>() => z.custom<Value>().meta({ type: "object" });
const describeArray = <Value>() => z.custom<readonly Value[]>().meta({ type: "array" });
const Time = z.int().meta({ description: "Unix milliseconds." });

const Plan = z
  .object({
    /** SHA-256 (hex) over automation, action names, inputs and targets: the same plan has the same hash. */
    hash: z.string(),
    /** Objects with the name of each action (`action`), its sentence (`summary`), its `target` and its calls (`effects`). */
    actions: describeArray<PlannedAction>(),
    /** The start of the latest first day of its actions; without it, it may act at once. */
    startsAt: Time.exactOptional(),
    /** The time until which it may act, after which its automation proposes anew; without it, any time. */
    answerBy: Time.exactOptional(),
    /** The rule for deadlines and reminders of its follow-ups, if it has any. */
    followUps: describeObject<Policy["followUps"]>().exactOptional(),
  })
  .readonly();
export type Plan = z.infer<typeof Plan>;

/** `message` is for the operator, `public` for anyone. */
const RunProblem = z
  .object({
    code: z.string(),
    message: z.string(),
    public: z.string(),
    operation: z.string().exactOptional(),
    httpStatus: z.number().exactOptional(),
  })
  .readonly();
export type RunProblem = z.infer<typeof RunProblem>;

/** One effect: an entry is `sending` on disk before its call leaves. */
const JournalEntry = z
  .object({
    operation: z.custom<EffectOperationId>().meta({ type: "string" }),
    state: z.enum(["planned", "sending", "applied", "refused", "unknown"]),
    /** Times that its call may have left. */
    attempts: z.int(),
    /** Set if it is sent again although its first call may have arrived, as a person decided. */
    isRepeat: z.literal(true).exactOptional(),
    settledAt: Time.exactOptional(),
    // A long one is in the run's details (details.ts).
    /** The service's response. */
    answer: z.unknown().exactOptional(),
    // See `ifStillThere`.
    gone: z.literal(true).exactOptional().meta({ description: "True if the thing to delete was not there." }),
    /** The problem of a call that was refused while the others of the plan went on. */
    passed: RunProblem.exactOptional(),
    shows: z
      .object({ is: z.enum(["not_yet", "seen", "unseen"]), at: Time })
      .readonly()
      .exactOptional()
      .meta({ description: "Whether the effect could be read back, if the API has a read for it." }),
  })
  .readonly();
export type JournalEntry = z.infer<typeof JournalEntry>;

const reason = { by: z.string(), reason: z.string(), batch: z.string().exactOptional() };
const Reason = z.object(reason).readonly();
/** A person's reason for a decision, or a rule's. `batch`: the id of the batch that the decision was made in. */
export type Reason = z.infer<typeof Reason>;

/** A follow-up of a plan. */
const OpenedFollowUp = z
  .object({
    /** The place of its action in the plan. */
    step: z.int(),
    dueAt: Time,
    /** The report of a person, or what Reeve read; open follow-ups have none. */
    end: z
      .object({ ...reason, verdict: z.enum(["done", "not_done"]), at: Time })
      .readonly()
      .exactOptional(),
  })
  .readonly();
export type OpenedFollowUp = z.infer<typeof OpenedFollowUp>;

/** A reason that holds for one plan. */
const PlanReason = z.object({ ...reason, hash: z.string(), at: Time }).readonly();

/** The reply to the sender of a run that has ended. The outbox sends it at most once, and the audit trail says how that ended. */
const RunReply = z
  .object({
    /** The run's version that it reports. */
    version: z.int(),
    target: describeObject<Target>(),
    /** The reply; `null` if the system takes no text. */
    message: describeObject<Message>().nullable(),
    /** To the requester, if the system tells that apart. */
    visible: z.boolean(),
    /** The state that the ticket is moved to, after the message. */
    move: z.string().nullable(),
  })
  .readonly();
export type RunReply = z.infer<typeof RunReply>;

/** The first reads of a proposal in the governance API. */
const Reads = z
  .object({
    made: z.array(z.object({ operation: z.string(), input: z.unknown() }).readonly()).readonly(),
    more: z.int(),
  })
  .readonly();
export type Reads = z.infer<typeof Reads>;

/** What a proposal went by, as far as it fits; its hash is in the audit trail with the plan. */
const ProposalFacts = z
  .object({
    /** Id of the deployed version of code and settings; `null` where the platform names none. */
    code: z.string().nullable(),
    now: Time,
    since: Time,
    receivedAt: Time,
    /** Each question, as canonical JSON, with the place of its answer. */
    asked: z.array(z.tuple([z.string(), z.int()]).readonly()).readonly(),
    /** By content, each once. */
    answers: z.array(z.unknown()).readonly(),
    /** Questions that did not fit: how many, and the hash of these and their answers; `null` for none. */
    rest: z.object({ n: z.int(), hash: z.string() }).readonly().nullable(),
    /** SHA-256 (hex) over the canonical JSON of the other members. */
    hash: z.string(),
  })
  .readonly();
export type ProposalFacts = z.infer<typeof ProposalFacts>;

/** `live` acts; `dry_run` plans, and writes nothing. */
const Mode = z.enum(["live", "dry_run"]);
export type Mode = z.infer<typeof Mode>;

/** One automation applied to one event: all it takes to go on with it, as data. The API answers with it as it is stored. */
export const Run = z
  .object({
    id: z.string(),
    eventId: z.string(),
    automation: z.string(),
    subject: z.string(),
    mode: Mode,
    /** The person who had the event run again. */
    replay: Reason.nullable(),
    state: z.enum(RUN_STATES),
    /** Rises with every change; the ledger keeps the highest it has seen. */
    version: z.int(),
    plan: Plan.nullable(),
    /** The last look at the plan, or at those who gain by what is left of it. `null`: it takes one before anything acts. */
    lookedAt: Time.nullable(),
    journal: z.array(JournalEntry).readonly(),
    /** Of a proposal that takes more than one step. */
    progress: describeObject<Progress>().nullable(),
    /** The notice that is sent once. */
    notice: describeObject<Notice>().nullable(),
    /** Of its last proposal. */
    reads: Reads.nullable(),
    // In the run's row the version and the hash; the rest is in its details (details.ts).
    /** What its last proposal was based on, if it came to a result of its own. */
    facts: z
      .object({
        ...ProposalFacts.unwrap().partial().shape,
        ...ProposalFacts.unwrap().pick({ code: true, hash: true }).shape,
      })
      .readonly()
      .optional(),
    /** The automation's reason for doing nothing. */
    ignored: z.string().nullable(),
    sameAs: z.string().exactOptional().meta({
      description: "Id of the run that does the same already, for what another system reported.",
    }),
    /** The name of its event, as its sender's API said when it was asked. */
    learned: describeObject<Learned>().exactOptional(),
    /** Full names of people that its texts may have: of its event, and of its last proposal. */
    names: z.array(z.string()).readonly().exactOptional(),
    /** The agent that asked for it in a person's name, as it calls itself. */
    agent: z.string().exactOptional(),
    /** Reasons for which the plan needs an approval; empty if it needs none. */
    asks: z.array(z.string()).readonly(),
    /** Sentences for the approver, about the person who asked. */
    cautions: z.array(z.string()).readonly(),
    /** Addresses of the requesters of a plan that needs an approval, of the affected users, and of their delegates. */
    concerned: describeObject<ReturnType<typeof listAddresses>>().optional(),
    /** Who has to approve it, stage by stage. */
    stages: describeArray<Stage>().optional(),
    /** The approvals so far. */
    approvals: describeArray<Approval>(),
    /** Of the requester, if they had to confirm the plan. */
    confirmation: PlanReason.nullable(),
    /** The budget that it would exceed. */
    hold: describeObject<Exceeded>().nullable(),
    /** Of the person who let the plan go over its budget. */
    override: PlanReason.nullable(),
    /** While it is `scheduled`: the day that its event takes effect, or what its automation says. */
    scheduledFor: z.string().nullable(),
    /** The reason, while it is paused. */
    paused: z.string().nullable(),
    followUps: z
      .array(OpenedFollowUp)
      .readonly()
      .exactOptional()
      .meta({ description: "The follow-ups of its plan, once its calls are made." }),
    ended: z
      .object({
        ...reason,
        /** Of the person who ended it. `takenBack`: who asked for it, or their ticket, which may be gone. */
        takenBack: z.enum(["ticket_stays", "ticket_gone"]).exactOptional(),
      })
      .readonly()
      .nullable(),
    /** The reason why it was taken back after its first call; it goes on. */
    tooLate: z.string().exactOptional(),
    /** The last batch in which it was decided about. */
    batch: reason.batch,
    problem: RunProblem.nullable(),
    reply: RunReply.nullable(),
    /** Failed attempts of the step it is at. */
    failures: z.int(),
    /** The time of the first of them. */
    failingSince: Time.exactOptional(),
    /** The next look; the expiry of a plan to decide about. `null`: over, or waiting for a person for as long as it takes. */
    dueAt: Time.nullable(),
    remindAt: z
      .array(Time)
      .readonly()
      .exactOptional()
      .meta({ description: "Times of the reminders that are still to come, the soonest first." }),
    createdAt: Time,
    updatedAt: Time,
    omitted: z.string().exactOptional().meta({
      description: "Why plan and journal are not there, where they could not be recorded.",
    }),
  })
  .readonly()
  .meta({ id: "Run" });
export type Run = z.infer<typeof Run>;

type RunIdentity = Pick<Run, "id" | "eventId" | "automation" | "subject" | "mode">;

/** A run as it begins. @param at Unix milliseconds */
export const newRun = (identity: RunIdentity, at: number, replay: Reason | null = null): Run => ({
  ...identity,
  replay,
  state: "planning",
  version: 1,
  plan: null,
  lookedAt: null,
  journal: [],
  progress: null,
  notice: null,
  reads: null,
  ignored: null,
  asks: [],
  cautions: [],
  approvals: [],
  confirmation: null,
  hold: null,
  override: null,
  scheduledFor: null,
  paused: null,
  ended: null,
  problem: null,
  reply: null,
  failures: 0,
  dueAt: at,
  createdAt: at,
  updatedAt: at,
});

/** The system that a subject is of, as subjects begin with its name. */
export const parseSystem = ({ subject }: Pick<Run, "subject">): string => subject.split(":", 1)[0] ?? "";

/** True if a receipt can be made: the run has ended, or every call is made and follow-ups are open. */
export const isProvable = ({ state }: Pick<Run, "state">): boolean =>
  hasEnded(state) || state === "awaiting_follow_up";

export const isFinished = ({ state }: Pick<Run, "state">): boolean => hasEnded(state);

/** True if it waits to try again what failed. */
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

/** True if a call of its plan has left, or may have. */
export const hasBegun = ({ journal }: Pick<Run, "journal">): boolean =>
  journal.some(({ attempts }) => attempts > 0);

/** A look at a plan holds this long: the facts it was made of may be others after that. */
export const PLAN_CHECK_VALID_MS = 60 * 60_000;

/** True if its plan takes another look before the next effect: it stood still, or is old. @param now Unix milliseconds */
export const isCheckDue = ({ lookedAt, paused }: Pick<Run, "lookedAt" | "paused">, now: number): boolean =>
  lookedAt === null || paused !== null || now - lookedAt > PLAN_CHECK_VALID_MS;

/**
 * A requester has this long to confirm a plan, and a confirmation is valid as long: Slack accepts answers to a command without a
 * bot for this time.
 */
export const CONFIRM_WITHIN_MS = 30 * 60_000;

/** True if the requester has confirmed a plan, and not too long ago, counted from the plan's first day if that is later. */
export const isConfirmed = (
  { confirmation }: Pick<Run, "confirmation">,
  { hash, startsAt = 0 }: Plan,
  now: number,
): boolean => confirmation?.hash === hash && now - Math.max(confirmation.at, startsAt) < CONFIRM_WITHIN_MS;

/**
 * The approvals of a plan that hold.
 * @param holdsMs From the last one, as long as each stage waits; from the plan's first day, if that is later
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

/** True if the time is up in which a person could have decided about its plan. */
export const hasExpired = ({ state, dueAt }: Run, now: number): boolean =>
  canExpire(state) && dueAt !== null && now >= dueAt;

/** The time at which the desk has to do something by itself: its next reminder, or when it is due. */
export function nextWakeAt({
  state,
  remindAt: [next] = [],
  dueAt,
}: Pick<Run, "state" | "remindAt" | "dueAt">) {
  // A follow-up that is overdue stays open.
  if (state === "awaiting_follow_up") return next ?? null;
  return (state === "awaiting_approval" ? next : undefined) ?? dueAt;
}

/** True if it waits, and nothing was done yet: then a newer event's plan replaces it. */
export function isReplaceable(run: Run): boolean {
  const { replaceable } = RUN_STATE[run.state];
  return replaceable === "always" || (replaceable === "until_begun" && !hasBegun(run));
}

/** An open follow-up as people read it. */
export type ShownFollowUp = ReturnType<typeof listOpen>[number];

/** Lists the open follow-ups of a run, the first to be due before the others. */
export const listOpen = ({ plan, followUps = [] }: Pick<Run, "plan" | "followUps">) =>
  followUps
    .flatMap(({ step, dueAt, end }) => {
      const { followUp, summary = "" } = plan?.actions[step] ?? {};
      return followUp && !end ? [{ asks: summary, done: "Done", ...followUp, step, dueAt }] : [];
    })
    .sort((one, other) => one.dueAt - other.dueAt);

/** Emails of the owners of a run's open follow-ups; empty: any operator. */
export const listAsked = (run: Pick<Run, "plan" | "followUps">): readonly string[] => [
  ...new Set(listOpen(run).flatMap(({ askedOf }) => askedOf)),
];

/** When open follow-ups are due, and when people are next reminded: every few days, and when one becomes due. */
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
 * A plan of these actions, hashed over what an approval is for: automation, action names, inputs and targets.
 * @param timeZone IANA name, of their first days
 */
export async function makePlan(
  automation: string,
  actions: readonly PlannedAction[],
  timeZone = "UTC",
): Promise<Plan> {
  const content = [automation, actions.map(({ action, input, target }) => [action, input, target])];
  const ends = actions.flatMap(({ answerBy }) => (answerBy === undefined ? [] : Date.parse(answerBy)));
  const days = actions.flatMap(({ startsOn }) => startsOn ?? []).map((day) => startOfDay(day, timeZone));
  return {
    hash: await sha256Hex(canonicalJson(content)),
    actions,
    ...(ends.length > 0 && { answerBy: Math.min(...ends) }),
    ...(days.length > 0 && { startsAt: Math.max(...days) }),
  };
}

/** A page of the console, for whoever may see it; `null` where Reeve has no address of its own. @param site `REEVE_URL` */
export const consolePage = (site: string | undefined, path: string): string | null =>
  site ? `${site}${path}` : null;

export const runPage = (site: string | undefined, runId: string): string | null =>
  consolePage(site, `/runs/${runId}`);
