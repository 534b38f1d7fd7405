// A run as data, and what follows from that data alone.
import type { EffectOperationId, PlannedAction } from "../../actions/action.ts";
import type { Notice, Progress } from "../../automations/kit/proposal.ts";
import { canonicalJson, sha256Hex } from "../../base/hash.ts";
import { canExpire, RUN_STATE, type RunState } from "../../ledger/states.ts";
import type { Learned } from "../../systems/headline.ts";
import type { Message } from "../../systems/system.ts";

/** The ordered actions of one automation for one event. */
export interface Plan {
  /** SHA-256 (hex) over automation, action names, inputs and targets: the same plan has the same hash. */
  readonly hash: string;
  readonly actions: readonly PlannedAction[];
}

/** What is known of one effect: an entry is `sending` on disk before its call leaves. */
export interface JournalEntry {
  readonly operation: EffectOperationId;
  readonly state: "planned" | "sending" | "applied" | "refused" | "unknown";
  /** How often its call may have left. */
  readonly attempts: number;
  readonly settledAt?: number;
  /** What the service answered. */
  readonly answer?: unknown;
  /** What it deletes was not there, and that is as good: see `ifStillThere`. */
  readonly gone?: true;
  /** Whether its effect could be seen at the service, and since when that is known. @default nothing reads it, or nobody looked */
  readonly shows?: { readonly is: "not_yet" | "seen" | "unseen"; readonly at: number };
}

/** Why a run could not go on; `message` is for the operator, `public` for anyone. */
export interface RunProblem {
  readonly code: string;
  readonly message: string;
  readonly public: string;
}

/** What a person said, and who: an email, or `reeve` where a rule decided. */
export interface Reason {
  readonly by: string;
  readonly reason: string;
}

/** That a person did what the API can't do, on their word alone. */
interface Report extends Reason {
  readonly at: number;
}

/** What a person said about a plan; it holds for no other. */
interface PlanReason extends Reason {
  readonly hash: string;
  readonly at: number;
}

/** The budget that a plan would exceed. */
export interface Hold {
  readonly budget: string;
  readonly limit: number;
  readonly used: number;
  readonly windowMinutes: number;
}

/** The reply to the sender of a run that has ended. It is sent at most once; its failure does not change how the run ended. */
export interface RunReply {
  /** The system it goes to. */
  readonly to: string;
  readonly message: Message;
  /** Whether the requester sees it, where the system tells that apart. */
  readonly visible: boolean;
  /** The state that the ticket is moved to, after the message. */
  readonly move: string | null;
  /** How far it is. `unknown`: it may have been sent, and is not sent again. */
  readonly state: "due" | "sending" | "sent" | "failed" | "unknown";
  /** What it is at: the message, then the move. */
  readonly step: "comment" | "move";
  /** Failed attempts of the step it is at. */
  readonly failures: number;
  readonly problem: RunProblem | null;
}

/** What a proposal read of the governance API: the first reads, and how many more there were. */
export interface Reads {
  readonly made: readonly { readonly operation: string; readonly input: unknown }[];
  readonly more: number;
}

/** `live` acts; `dry_run` plans, and writes nothing. */
export type Mode = "live" | "dry_run";

/** One automation applied to one event: everything needed to go on with it, as data. Times are Unix milliseconds. */
export interface Run {
  readonly id: string;
  readonly eventId: string;
  readonly automation: string;
  readonly subject: string;
  readonly mode: Mode;
  /** Who asked for the event to be run again, where this is a replay. */
  readonly replay: Reason | null;
  readonly state: RunState;
  /** Rises with every change; the ledger keeps the highest it has seen. */
  readonly version: number;
  readonly plan: Plan | null;
  /** When the plan, or who gains by what is left of it, was last looked at. `null`: to be looked at before anything acts. */
  readonly lookedAt: number | null;
  /** One entry for each effect of the plan, in order. */
  readonly journal: readonly JournalEntry[];
  /** How far a proposal has come that takes more than one step. */
  readonly progress: Progress | null;
  /** A notice to people. */
  readonly notice: Notice | null;
  /** What its last proposal read; `null` where that was nothing. */
  readonly reads: Reads | null;
  /** Why the automation had nothing to do, where it said so. */
  readonly ignored: string | null;
  /** The run that does the same already, for the same person as another system reported them. */
  readonly sameAs?: string;
  /** What its event is called by, as its sender's API said when it was asked. @default what the event says */
  readonly learned?: Learned;
  /** Why the plan needs somebody's approval; empty where it needs none. */
  readonly asks: readonly string[];
  /** What an approver ought to know of who asked, in sentences. */
  readonly cautions: readonly string[];
  /** Addresses of those who asked for a plan that needs an approval, and of those it is about: pages tell them beforehand. */
  readonly concerned?: { readonly asked: readonly string[]; readonly about: readonly string[] } | undefined;
  readonly approval: PlanReason | null;
  /** What the requester said of the plan, where they had to confirm it. */
  readonly confirmation: PlanReason | null;
  readonly hold: Hold | null;
  /** Who let the plan go over its budget. */
  readonly override: PlanReason | null;
  /** What it waits for while it is `scheduled`: the day that its event takes effect, or what its automation says. */
  readonly scheduledFor: string | null;
  /** Why it is paused, while it is. */
  readonly paused: string | null;
  /** Who said that its tasks are done. */
  readonly report: Report | null;
  /** Who ended it, where somebody did. */
  readonly ended: Reason | null;
  readonly problem: RunProblem | null;
  /** The reply to the sender, where there is one. */
  readonly reply: RunReply | null;
  /** Failed attempts of the step it is at. */
  readonly failures: number;
  /** When to look again; of a plan to decide about, when it expires. `null`: over, or waiting for a person for as long as it takes. */
  readonly dueAt: number | null;
  /** When approvers are still to be reminded, soonest first, while it waits for one. */
  readonly remindAt?: readonly number[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Why plan, journal and what else may be large are not there, in a run of the ledger that could not take it whole. */
  readonly omitted?: string;
}

/** Which run it is to be. */
interface RunIdentity {
  readonly id: string;
  readonly eventId: string;
  readonly automation: string;
  readonly subject: string;
  readonly mode: Mode;
  readonly replay?: Reason;
}

/** A run as it begins. @param at Unix milliseconds */
export const newRun = ({ replay = undefined, ...identity }: RunIdentity, at: number): Run => ({
  ...identity,
  replay: replay ?? null,
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
  approval: null,
  confirmation: null,
  hold: null,
  override: null,
  scheduledFor: null,
  paused: null,
  report: null,
  ended: null,
  problem: null,
  reply: null,
  failures: 0,
  dueAt: at,
  createdAt: at,
  updatedAt: at,
});

/** Whether it has ended. A `failed` run can be tried again, from the record. */
export const isFinished = ({ state }: Pick<Run, "state">): boolean => RUN_STATE[state].over;

/** Whether a call of its plan has left, or may have. */
export const hasBegun = ({ journal }: Pick<Run, "journal">): boolean =>
  journal.some(({ attempts }) => attempts > 0);

/** How long a look at a plan holds. What it was made of may be another after that. */
export const LOOK_HOLDS_MS = 60 * 60_000;

/** Whether a plan is to be looked at again before its next effect: it stood still, or is old. @param now Unix milliseconds */
export const isLookDue = ({ lookedAt, paused }: Pick<Run, "lookedAt" | "paused">, now: number): boolean =>
  lookedAt === null || paused !== null || now - lookedAt > LOOK_HOLDS_MS;

/**
 * Whether a plan has an approval that still holds.
 * @param now Unix milliseconds
 * @param holdsMs How long an approval holds once it is given: as long as a request waits for one
 */
export const isApproved = (
  { approval }: Pick<Run, "approval">,
  { hash }: Plan,
  now: number,
  holdsMs: number,
): boolean => approval?.hash === hash && now - approval.at < holdsMs;

/** Whether the time is up in which a person could have decided about its plan. @param now Unix milliseconds */
export const hasExpired = ({ state, dueAt }: Run, now: number): boolean =>
  canExpire(state) && dueAt !== null && now >= dueAt;

/** When the desk has to do something about it by itself: at its next reminder, or when it is due. */
export const wakesAt = ({ state, remindAt = [], dueAt }: Pick<Run, "state" | "remindAt" | "dueAt">) =>
  (state === "awaiting_approval" ? remindAt[0] : undefined) ?? dueAt;

/** Whether it waits, and nothing was done yet: then a newer event's plan replaces it. */
export function isReplaceable(run: Run): boolean {
  const { replaceable } = RUN_STATE[run.state];
  return replaceable === "always" || (replaceable === "until_begun" && !hasBegun(run));
}

/** Whether a plan has something for a person to do. */
export const hasTask = ({ actions }: Plan): boolean => actions.some(({ task }) => task !== undefined);

/** Emails of those who are asked to do the tasks of a run's plan; empty: any operator. */
export const askedOf = ({ plan }: Pick<Run, "plan">): readonly string[] => [
  ...new Set(plan?.actions.flatMap(({ task }) => task?.askedOf ?? [])),
];

/** A plan of these actions, hashed over what an approval is for: automation, action names, inputs and targets. */
export async function makePlan(automation: string, actions: readonly PlannedAction[]): Promise<Plan> {
  const content = [automation, actions.map(({ action, input, target }) => [action, input, target])];
  return { hash: await sha256Hex(canonicalJson(content)), actions };
}

/** A run's page in the console, for who may see it; `null` where Reeve has no address of its own. @param site `REEVE_URL` */
export const runPage = (site: string | undefined, runId: string): string | null =>
  site ? `${site}/runs/${runId}` : null;
