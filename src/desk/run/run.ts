// A run as data, and what follows from that data alone.
import type { EffectOperationId, PlannedAction } from "../../actions/action.ts";
import type { Notice, Progress } from "../../automations/kit/proposal.ts";
import { DAY_MS, startOfDay } from "../../base/days.ts";
import { canonicalJson, sha256Hex } from "../../base/hash.ts";
import { RETRY_DELAYS_MS } from "../../base/waits.ts";
import { canExpire, hasEnded, isUnderWay, RUN_STATE, type RunState } from "../../ledger/states.ts";
import type { Exceeded } from "../../policy/budget.ts";
import type { Policy } from "../../policy/policy.ts";
import type { listAddresses } from "../../policy/separation.ts";
import { type Approval, findStage, type Stage } from "../../policy/stages.ts";
import type { Learned } from "../../systems/headline.ts";
import type { Message } from "../../systems/system.ts";

export interface Plan {
  /** SHA-256 (hex) over automation, action names, inputs and targets: the same plan has the same hash. */
  readonly hash: string;
  readonly actions: readonly PlannedAction[];
  /** The start of the latest first day of its actions. @default it may act at once */
  readonly startsAt?: number;
  /** The rule for deadlines and reminders of its follow-ups. @default it has none */
  readonly followUps?: Policy["followUps"];
}

/** One effect: an entry is `sending` on disk before its call leaves. */
export interface JournalEntry {
  readonly operation: EffectOperationId;
  readonly state: "planned" | "sending" | "applied" | "refused" | "unknown";
  /** Times that its call may have left. */
  readonly attempts: number;
  readonly settledAt?: number;
  /** The service's response; a long one is in the run's details (ledger/run-details.ts). */
  readonly answer?: unknown;
  /** Its target was not there, and that is as good: see `ifStillThere`. */
  readonly gone?: true;
  /** The problem of a call that was refused while the others of the plan went on. @default none: a refusal ends the run */
  readonly passed?: RunProblem;
  /** True of its effect at the service since `at`. @default nothing reads it, or nobody looked */
  readonly shows?: { readonly is: "not_yet" | "seen" | "unseen"; readonly at: number };
}

/** `message` is for the operator, `public` for anyone. */
export interface RunProblem {
  readonly code: string;
  readonly message: string;
  readonly public: string;
  readonly operation?: string;
  readonly httpStatus?: number;
}

/** A person's reason for a decision, or a rule's. */
export interface Reason {
  readonly by: string;
  readonly reason: string;
  /** Id of the batch that a decision was made in. @default by itself */
  readonly batch?: string;
}

/** A follow-up of a plan. Times are Unix milliseconds. */
export interface OpenedFollowUp {
  /** The place of its action in the plan. */
  readonly step: number;
  readonly dueAt: number;
  /** The report of a person, or what Reeve read. @default it is open */
  readonly end?: Reason & { readonly verdict: "done" | "not_done"; readonly at: number };
}

/** A reason that holds for one plan. */
interface PlanReason extends Reason {
  readonly hash: string;
  readonly at: number;
}

/** The reply to the sender of a run that has ended. It is sent at most once; its failure does not change how the run ended. */
export interface RunReply {
  readonly to: string;
  readonly message: Message;
  /** To the requester, if the system tells that apart. */
  readonly visible: boolean;
  /** The state that the ticket is moved to, after the message. */
  readonly move: string | null;
  /** `unknown`: it may have been sent, and is not sent again. */
  readonly state: "due" | "sending" | "sent" | "failed" | "unknown";
  readonly step: "comment" | "move";
  /** Failed attempts of the step it is at. */
  readonly failures: number;
  readonly problem: RunProblem | null;
}

/** The first reads of a proposal in the governance API. */
export interface Reads {
  readonly made: readonly { readonly operation: string; readonly input: unknown }[];
  readonly more: number;
}

/** What a proposal went by, as far as it fits; its hash is in the audit trail with the plan. Times are Unix milliseconds. */
export interface ProposalFacts {
  /** Id of the deployed version of code and settings; `null` where the platform names none. */
  readonly code: string | null;
  readonly now: number;
  readonly since: number;
  readonly receivedAt: number;
  /** Each question, as canonical JSON, with the place of its answer. */
  readonly asked: readonly (readonly [question: string, answer: number])[];
  /** By content, each once. */
  readonly answers: readonly unknown[];
  /** Questions that did not fit: how many, and the hash of these and their answers; `null` for none. */
  readonly rest: { readonly n: number; readonly hash: string } | null;
  /** SHA-256 (hex) over the canonical JSON of the other members. */
  readonly hash: string;
}

/** `live` acts; `dry_run` plans, and writes nothing. */
export type Mode = "live" | "dry_run";

/** One automation applied to one event: all it takes to go on with it, as data. Times are Unix milliseconds. */
export interface Run {
  readonly id: string;
  readonly eventId: string;
  readonly automation: string;
  readonly subject: string;
  readonly mode: Mode;
  /** Of the person who had the event run again. */
  readonly replay: Reason | null;
  readonly state: RunState;
  /** Rises with every change; the ledger keeps the highest it has seen. */
  readonly version: number;
  readonly plan: Plan | null;
  /** The last look at the plan, or at those who gain by what is left of it. `null`: it takes one before anything acts. */
  readonly lookedAt: number | null;
  readonly journal: readonly JournalEntry[];
  /** Of a proposal that takes more than one step. */
  readonly progress: Progress | null;
  readonly notice: Notice | null;
  /** Of its last proposal. */
  readonly reads: Reads | null;
  /**
   * What its last proposal was based on: here the version and the hash, the rest in its details (ledger/run-details.ts).
   * @default nothing kept: it came to no result of its own
   */
  readonly facts?: (Pick<ProposalFacts, "code" | "hash"> & Partial<ProposalFacts>) | undefined;
  /** The automation's reason for doing nothing. */
  readonly ignored: string | null;
  /** The run that does the same already, for the same person as another system reported them. */
  readonly sameAs?: string;
  /** The name of its event, as its sender's API said when it was asked. @default the event's own */
  readonly learned?: Learned;
  /** Full names of people that its texts may have: of its event, and of its last proposal. @default not known yet */
  readonly names?: readonly string[];
  /** The agent that asked for it in a person's name, as it calls itself. @default none did */
  readonly agent?: string;
  /** Reasons for which the plan needs an approval; empty if it needs none. */
  readonly asks: readonly string[];
  /** Sentences for the approver, about the person who asked. */
  readonly cautions: readonly string[];
  /** Addresses of the requesters of a plan that needs an approval, of the affected users, and of their delegates. */
  readonly concerned?: ReturnType<typeof listAddresses> | undefined;
  /** Who has to approve it, stage by stage. @default nobody */
  readonly stages?: readonly Stage[] | undefined;
  readonly approvals: readonly Approval[];
  /** Of the requester, if they had to confirm the plan. */
  readonly confirmation: PlanReason | null;
  readonly hold: Exceeded | null;
  /** Of the person who let the plan go over its budget. */
  readonly override: PlanReason | null;
  /** While it is `scheduled`: the day that its event takes effect, or what its automation says. */
  readonly scheduledFor: string | null;
  /** The reason, while it is paused. */
  readonly paused: string | null;
  /** The follow-ups of its plan, once its calls are made. @default none */
  readonly followUps?: readonly OpenedFollowUp[];
  /** Of the person who ended it. `takenBack`: who asked for it, or their ticket, which may be gone. */
  readonly ended: (Reason & { readonly takenBack?: "ticket_stays" | "ticket_gone" }) | null;
  /** The reason why it was taken back after its first call; it goes on. @default it was not */
  readonly tooLate?: string;
  /** The last batch in which it was decided about. */
  readonly batch?: string;
  readonly problem: RunProblem | null;
  readonly reply: RunReply | null;
  /** Failed attempts of the step it is at. */
  readonly failures: number;
  /** The time of the first of them. */
  readonly failingSince?: number;
  /** The next look; the expiry of a plan to decide about. `null`: over, or waiting for a person for as long as it takes. */
  readonly dueAt: number | null;
  /** Reminders to approvers, soonest first, while it waits for one. */
  readonly remindAt?: readonly number[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The reason for which plan, journal and whatever else may be large are missing from a run of the ledger. */
  readonly omitted?: string;
}

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

export interface NextTry {
  readonly n: number;
  readonly of: number;
  readonly at: number;
  readonly lastAt: number;
}

export function nextTry(run: Run): NextTry | null {
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
export const LOOK_HOLDS_MS = 60 * 60_000;

/** True if its plan takes another look before the next effect: it stood still, or is old. @param now Unix milliseconds */
export const isLookDue = ({ lookedAt, paused }: Pick<Run, "lookedAt" | "paused">, now: number): boolean =>
  lookedAt === null || paused !== null || now - lookedAt > LOOK_HOLDS_MS;

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
export function holding(
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
): boolean => stages.length > 0 && findStage(stages, holding({ approvals }, plan, now, holdsMs)) === null;

/** True if the time is up in which a person could have decided about its plan. */
export const hasExpired = ({ state, dueAt }: Run, now: number): boolean =>
  canExpire(state) && dueAt !== null && now >= dueAt;

/** The time at which the desk has to do something by itself: its next reminder, or when it is due. */
export function wakesAt({ state, remindAt: [next] = [], dueAt }: Pick<Run, "state" | "remindAt" | "dueAt">) {
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
  const days = actions.flatMap(({ startsOn }) => startsOn ?? []).map((day) => startOfDay(day, timeZone));
  return {
    hash: await sha256Hex(canonicalJson(content)),
    actions,
    ...(days.length > 0 && { startsAt: Math.max(...days) }),
  };
}

/** A page of the console, for whoever may see it; `null` where Reeve has no address of its own. @param site `REEVE_URL` */
export const consolePage = (site: string | undefined, path: string): string | null =>
  site ? `${site}${path}` : null;

export const runPage = (site: string | undefined, runId: string): string | null =>
  consolePage(site, `/runs/${runId}`);
