// Asks an automation about an event, and makes a plan from its proposal.
import type { PlannedAction } from "../../actions/action.ts";
import { ifPossible } from "../../base/if-possible.ts";
import { MAX_SUBREQUESTS } from "../../base/platform.ts";
import { Problem } from "../../base/problem.ts";
import { describeThrown } from "../../base/text.ts";
import {
  declaredReads,
  GovernanceProblem,
  limitCalls,
  observeCalls,
  type ReadOnlyGovernance,
  requireDeclared,
} from "../../governance/client/index.ts";
import type { OperationInput, OperationOutput } from "../../governance/contract/operation.ts";
import { getUser, searchUsers } from "../../governance/contract/users.ts";
import type { Automation, Context } from "../../kit/automation.ts";
import { withNamedFields } from "../../kit/fields.ts";
import type { Progress } from "../../kit/proposal.ts";
import { type Ask, approvalAsks, formatEventAge, hasRule } from "../../policy/approval.ts";
import { listAskers, type PartyFinder } from "../../policy/parties.ts";
import { type ApprovalSettings, type Policy, rulesInEffect } from "../../policy/policy.ts";
import { NO_PART, type OwnPart, ownApproval, ownGain } from "../../policy/separation.ts";
import type { Failure, StepResult } from "../../runs/events.ts";
import { findNames } from "../../runs/names.ts";
import { readProposal } from "../../runs/proposal.ts";
import { makePlan, type Reads } from "../../runs/run.ts";
import { type Event, findTicketApprover } from "../../systems/event.ts";
import { systems } from "../../systems/index.ts";
import { titleSource } from "../../systems/reply/replies.ts";
import { observeWriters, withAnswers } from "./facts.ts";
import { askInTime, type TimeSource } from "./limits.ts";

interface ReceivedEvent {
  readonly event: Event;
  readonly source: string;
  readonly authentication: string;
  /** Time of receipt, in Unix milliseconds. For a replayed event, the time of the replay. */
  readonly receivedAt: number;
}

export type ProposalResult =
  | (Omit<Extract<StepResult, { type: "planned" }>, "confirmUntil" | "expiresAt" | "warnings"> & {
      /** The approval reasons, each with the actions that need the approval and with its stages. */
      readonly reasons: readonly Ask[];
    })
  | Extract<StepResult, { type: "ignored" | "scheduled" | "progressed" }>;

/**
 * Maximum calls per proposal: even if each is sent twice, they fit into the calls that an alarm reserves for its last
 * steps.
 */
const MAX_CALLS_PER_PROPOSAL = MAX_SUBREQUESTS / 5;

/**
 * Asks an automation about an event, and makes a plan from its proposal. Rethrows the automation's errors.
 * @throws Problem `operation_undeclared` if the automation reads with, or plans, an operation that it does not declare;
 * `too_many_reads` if it makes more calls than a proposal is allowed; `automation_timed_out` if it takes too long;
 * `proposal_invalid` or `plan_too_large` if its proposal can't be used
 */
export async function propose(
  automation: Automation,
  { event, source, authentication, receivedAt }: ReceivedEvent,
  {
    policy: { followUps, ...approvals },
    find,
    writers = [],
    clock,
    ...views
  }: Omit<Context, "sender"> & {
    readonly policy: ApprovalSettings & Pick<Policy, "followUps">;
    readonly find: PartyFinder;
    /** Authors of the inventory entries that earlier steps have read. @default none */
    readonly writers?: readonly string[] | undefined;
    /** The clock for the time limits. @default the real clock */
    readonly clock?: TimeSource;
  },
): Promise<ProposalResult> {
  const { name } = automation;
  const rules = rulesInEffect(approvals);
  const governance = declaredReads(limitCalls(views.governance, MAX_CALLS_PER_PROPOSAL), automation);
  const observed = observeWriters(views.history, writers);
  const sender = describeSender(event, source);
  const ageMs = measureAge(event, receivedAt);
  const returned = await askInTime((reads) => {
    const { find: _, ...watched } = withAnswers(reads, { governance, history: observed.history, find });
    return automation.propose(withNamedFields(event, views.settings.fields), {
      ...views,
      ...watched,
      sender,
    });
  }, clock);
  const proposal = readProposal(name, returned);
  if ("waitUntil" in proposal) {
    const { waitUntil: until, for: what, ...extras } = proposal;
    return { type: "scheduled", what, until, ...extras };
  }
  if ("goOn" in proposal) {
    const { goOn: progress, ...extras } = proposal;
    return { type: "progressed", progress: withWriters(progress, observed.writers()), ...extras };
  }
  if ("ignore" in proposal) {
    const { ignore: reason, cancelsEarlier, ...extras } = proposal;
    const old = cancelsEarlier && formatEventAge(ageMs);
    if (old) return { type: "ignored", reason: `${reason}; ${old}, so it ends no waiting run`, ...extras };
    return { type: "ignored", reason, ...extras, ...(cancelsEarlier && { cancelsEarlier }) };
  }
  const { actions: proposed, approvalReasons = [], progress, ...extras } = proposal;
  for (const { operation } of proposed.flatMap(({ effects }) => effects))
    requireDeclared(automation, operation);
  const isCleanup = event.type === "schedule.due";
  const actions = observed.attribute(
    isCleanup ? proposed.map((action) => ({ apart: true, ...action })) : proposed,
  );
  const facts = {
    automation: name,
    source,
    names: views.settings,
    actions,
    authentication,
    isWish: event.type === "request.made",
    ownGain: hasRule(rules, "asked_by_beneficiary", name) ? await findOwnGain(event, actions, find) : NO_PART,
    ownApproval: hasRule(rules, "asked_by_who_approved_it", name)
      ? await findOwnApproval(event, actions, find)
      : NO_PART,
    ageMs,
  } as const;
  const reasons = [
    ...approvalAsks(rules, facts),
    ...approvalReasons.map((reason) => ({ reason, actions, stages: null })),
  ];
  return {
    type: "planned",
    plan: {
      ...(await makePlan(name, actions, views.settings.timeZone)),
      ...(actions.some(({ followUp }) => followUp) && { followUps }),
    },
    approvalReasons: [...new Set(reasons.map(({ reason }) => reason))],
    reasons,
    ...(progress && { progress: withWriters(progress, observed.writers()) }),
    ...extras,
  };
}

/** Describes the sender of an event for automations. */
export function describeSender(event: Event, source: string): Context["sender"] {
  const system = "worker" in event ? event.worker.system : "ticket" in event ? event.ticket.system : source;
  const { holdsAccounts = false, complete } = systems.get(system) ?? {};
  return { title: titleSource(system), holdsAccounts, isAsked: complete !== undefined };
}

const withWriters = (progress: Progress, writers: readonly string[]): Progress =>
  writers.length > 0 ? { ...progress, writers } : progress;

/**
 * Returns the age of an event on receipt, in milliseconds. Returns 0 for an event without a time, and for Reeve's own
 * schedule, whose times might have been missed.
 */
const measureAge = (event: Event, receivedAt: number): number =>
  event.type === "schedule.due" || event.occurredAt === undefined
    ? 0
    : receivedAt - Date.parse(event.occurredAt);

/**
 * Determines whether the requester of a plan benefits from the plan. Makes no lookup if the plan has no beneficiaries.
 */
async function findOwnGain(
  event: Event,
  actions: readonly PlannedAction[],
  find: PartyFinder,
): Promise<OwnPart> {
  if (actions.every(({ beneficiaries }) => beneficiaries.length === 0)) return NO_PART;
  const approver = findTicketApprover(event);
  const askers = listAskers(event, actions).filter((person) => person !== approver);
  const [asked, approved, beneficiaries] = await Promise.all([
    Promise.all(askers.map(find.requester)),
    approver && find.requester(approver),
    find.users(actions.flatMap((action) => action.beneficiaries)),
  ]);
  // HR systems report facts, which need no requester.
  const requesters = "worker" in event ? asked.filter(({ user }) => user !== null) : asked;
  return ownGain({ requesters, beneficiaries }, approved);
}

/**
 * Determines whether a ticket's approver requested the ticket or benefits from its plan. Makes no lookup if the plan
 * neither makes a call nor leads to one.
 */
async function findOwnApproval(
  event: Event,
  actions: readonly PlannedAction[],
  find: PartyFinder,
): Promise<OwnPart> {
  if (event.type !== "ticket.transitioned") return NO_PART;
  if (actions.every(({ effects, leadsTo = [] }) => effects.length + leadsTo.length === 0)) return NO_PART;
  const approver = findTicketApprover(event);
  const { requester = {} } = event.ticket;
  // The same account is the same person, with or without an address.
  if (approver?.id !== undefined && approver.id === requester.id)
    return { is: "yes", who: approver.name ?? approver.email ?? null };
  const [asked, approved, beneficiaries] = await Promise.all([
    find.requester(requester),
    approver && find.requester(approver),
    find.users(actions.flatMap((action) => action.beneficiaries)),
  ]);
  return ownApproval(asked, approved, beneficiaries);
}

/** Maximum length of a failure's message, in characters: an automation can throw a string of any size. */
const MAX_ERROR_CHARS = 2_000;

/**
 * Converts a thrown value into a failure. A value other than a Problem is treated as a defect in the automation, and is
 * not retried.
 */
export function toFailure(error: unknown): Failure {
  try {
    if (error instanceof Problem) return readFailure(error);
  } catch {
    // The value's own properties throw.
  }
  const message = describeThrown(error, MAX_ERROR_CHARS);
  const place = findPlace(error);
  return {
    code: "automation_threw",
    ...(place ? { message: `${message} (${place})`, place } : { message }),
    public: "The automation failed. The operators can see why.",
    retry: "never",
  };
}

/**
 * Returns the file and line of the user's code that threw, or `undefined` if the stack trace names no such file, as on
 * a deployment.
 */
const findPlace = (error: unknown): string | undefined =>
  ifPossible(() => {
    const stack = error instanceof Error && error.stack;
    return /src\/(own\/[\w./-]{1,200}|config\.ts):\d+/.exec(stack || "")?.[0];
  });

function readFailure(error: Problem): Failure {
  const { code, message, retry, retryAfterMs } = error;
  const text = message.slice(0, MAX_ERROR_CHARS);
  const failure: Failure = { code, message: text, public: error.public, retry, retryAfterMs };
  if (!(error instanceof GovernanceProblem)) return failure;
  const { sent, httpStatus, operation, isDuplicate } = error;
  return {
    ...failure,
    ...{ sent, isDuplicate },
    ...(retry === "backoff" && { operation }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
  };
}

/** Maximum reads of a proposal that a run lists: more than a plan for one ticket or person needs. */
const MAX_RECORDED_READS = 20;
/** Maximum length of a listed read's input as JSON, in characters. */
const MAX_READ_CHARS = 10_000;

/**
 * Wraps the governance API to record its reads, and the names of users in responses.
 * @param find Receives the searches for users with their results
 */
export function recordReads(api: ReadOnlyGovernance, find: Pick<PartyFinder, "rememberSearch">) {
  const made: { operation: string; input: unknown }[] = [];
  const names = new Set<string>();
  let count = 0;
  const noted = observeCalls(api, ({ id: operation }, input) => {
    count++;
    const text = JSON.stringify(input);
    if (made.length < MAX_RECORDED_READS && text.length <= MAX_READ_CHARS)
      made.push({ operation, input: JSON.parse(text) });
  });
  const governance: ReadOnlyGovernance = {
    ...noted,
    async call(operation, input, options) {
      const answer = await noted.call(operation, input, options);
      if (operation.id === searchUsers.id || operation.id === getUser.id)
        for (const name of findNames(answer)) names.add(name);
      if (operation.id === searchUsers.id) {
        const { body = {} } = input as OperationInput<typeof searchUsers>;
        find.rememberSearch(body, answer as OperationOutput<typeof searchUsers>);
      }
      return answer;
    },
  };
  return {
    governance,
    reads: (): Reads | null =>
      count > 0 ? { made, ...(count > made.length && { more: count - made.length }) } : null,
    listNamed(proposal: ProposalResult): readonly string[] {
      const text = JSON.stringify(proposal);
      return Array.from(names).filter((name) => text.includes(JSON.stringify(name).slice(1, -1)));
    },
  };
}
