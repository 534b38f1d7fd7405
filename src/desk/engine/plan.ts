// Makes the plan of a run: completes its event, asks its automation, and determines whose approval the plan needs.
import { Problem } from "../../base/problem.ts";
import { MAX_NAME_CHARS } from "../../base/text.ts";
import { readOnly } from "../../governance/client/index.ts";
import { withNamedFields } from "../../kit/fields.ts";
import { takesEffect } from "../../kit/moment.ts";
import { ownerFinder } from "../../ledger/inventory.ts";
import { findStages, listOnCallNow, listStillHolding } from "../../policy/approvers.ts";
import { concernedBy } from "../../policy/parties.ts";
import { approvalHoldsMs, approvalTimes } from "../../policy/policy.ts";
import { cautionsAbout, listAddresses } from "../../policy/separation.ts";
import type { RunEvent, StepResult } from "../../runs/events.ts";
import { findLearned } from "../../runs/headline.ts";
import { findNames } from "../../runs/names.ts";
import { CONFIRM_WITHIN_MS, listValidApprovals, type Run } from "../../runs/run.ts";
import type { Event } from "../../systems/event.ts";
import { type ClaimedFor, claimPerson, readReport } from "../claims.ts";
import { findDryReason } from "../match.ts";
import { DENIED, makeFactsRecorder, OPPOSITE_NEWS, withAnswers } from "./facts.ts";
import { type DeskContext, findAutomation } from "./inside.ts";
import { type ProposalResult, propose, recordReads, toFailure } from "./propose.ts";
import type { DueRun } from "./store.ts";

/**
 * Data that planning adds to its result: details from the sender's API, the names of people that its texts might
 * contain, the facts that the result is based on, the agent that made the request, and the reason for a dry run.
 */
export type LearnedFromEvent = Pick<RunEvent, "learned" | "names" | "facts" | "agent" | "dry">;
type Planned = StepResult & LearnedFromEvent;

/** Maximum steps of a proposal that returns `goOn`. */
const MAX_STEPS = 10_000;

const orFailure = (work: Promise<Planned>): Promise<Planned> =>
  work.catch((error: unknown) => ({ type: "failed", failure: toFailure(error) }));

/** Plans a run. @returns the result, with the data that was learned from the event, even if planning failed */
export async function plan(due: DueRun, desk: DeskContext): Promise<Planned> {
  const { event: received } = due;
  const dry = due.run.mode === "live" ? findDryReason(desk, due.run.automation) : null;
  const run: Run = dry === null ? due.run : { ...due.run, mode: "dry_run" };
  const before = await desk.withdrawals.overtaking(run, received);
  if (before !== null)
    return { type: "ignored", reason: "worker" in received ? before : `withdrawn since: ${before}` };
  const event = await desk.complete(received);
  const agent = "request" in event ? event.request.agent : undefined;
  const learned = findLearned(received, event);
  const planned = await orFailure(planFor({ ...due, run, event }, received, desk));
  return {
    ...(agent !== undefined && { agent }),
    ...(learned && { learned }),
    ...(dry !== null && planned.type !== "failed" && { dry }),
    ...planned,
  };
}

/** Plans a run whose event is complete. @param received The event as it was received */
async function planFor(due: DueRun, received: Event, desk: DeskContext): Promise<Planned> {
  const { run, event, source, authentication } = due;
  const { settings, policy } = desk;
  const automation = findAutomation(run, desk);
  const known = withNamedFields(event, settings.fields);
  const effective = takesEffect(known, settings);
  const claim = await claimer(due, known, desk);
  // A dry run is never delayed, so that people can read its result immediately.
  const waits = effective && effective.at > desk.now() && run.mode === "live";
  if (waits && automation.when(known, settings) === true) {
    const wait = { what: effective.words, until: effective.at };
    await claim?.({ to: "wait", wait });
    return { type: "scheduled", ...wait };
  }
  const find = desk.find();
  const { governance, reads, listNamed } = recordReads(readOnly(desk.governanceOf(run.automation)), find);
  const keeper = makeFactsRecorder();
  const at = {
    receivedAt: run.createdAt,
    now: desk.now(),
    since: Math.max(effective?.at ?? 0, run.createdAt),
  };
  const progress = run.progress?.state ?? null;
  const denied = run.ended !== null;
  const withFacts = async (result: StepResult): Promise<Planned> => ({
    ...result,
    facts: await keeper.facts({ ...at, code: desk.code ?? null }),
  });
  await keeper.answer(["event"], async () => (event === received ? null : event));
  await keeper.answer(["progress"], async () => progress);
  if (denied) await keeper.answer(DENIED, async () => true);
  const intent = await propose(
    automation,
    { event, source, authentication, receivedAt: at.receivedAt },
    {
      ...withAnswers(keeper.answer, { governance, history: desk.history, find }),
      settings,
      policy,
      clock: desk,
      ...at,
      progress,
      writers: run.progress?.writers,
      denied,
    },
  ).catch((error: unknown) => ({ type: "failed" as const, failure: toFailure(error) }));
  if (intent.type === "failed") return withFacts(intent);
  const settle = async (): Promise<Planned> => {
    if (intent.type === "progressed" && (run.steps ?? 0) >= MAX_STEPS)
      throw new Problem(
        "proposal_invalid",
        `${run.automation} made ${MAX_STEPS} steps of progress without an end: let each step process more, and check that the last one proposes something else`,
      );
    if (intent.type === "scheduled" && run.mode === "dry_run")
      return { type: "ignored", reason: `the run would wait for ${intent.what}` };
    if (intent.type === "ignored" && intent.cancelsEarlier) await claim?.({ to: "withdraw" });
    if (intent.type === "scheduled") return (await claim?.({ to: "plan" }))?.instead ?? intent;
    if (intent.type !== "planned") return withFacts({ ...intent, reads: reads() });
    const { reasons, ...planned } = intent;
    const open = run.mode === "live" && !run.replay ? desk.store.findOpen(run, planned.plan.hash) : null;
    if (open !== null)
      return withFacts({
        type: "ignored",
        reason: "another run with the same plan is waiting for its follow-ups",
        sameAs: open,
        reads: reads(),
      });
    let approval = await findApproval(due, intent, [], desk);
    // Claim the person last: a run that fails before this point must not block another run's plan.
    const claimed = await claim?.({ to: "plan" });
    if (claimed?.instead) return claimed.instead;
    if (claimed && claimed.approvalReasons.length > 0) {
      const opposite = await keeper.answer(OPPOSITE_NEWS, async () => claimed.approvalReasons);
      approval = await findApproval(due, intent, opposite, desk);
    }
    const isToConfirm = needsConfirmation(event, approval.approvalReasons);
    return withFacts({
      ...planned,
      ...approval,
      reads: reads(),
      confirmUntil: isToConfirm ? desk.now() + CONFIRM_WITHIN_MS : null,
      ...approvalTimes(policy, desk.now(), planned.plan.answerBy),
    });
  };
  const names = [...new Set([...findNames([event, intent]), ...listNamed(intent)])];
  return { ...(names.length > 0 && { names }), ...(await orFailure(settle())) };
}

/**
 * Returns the function that claims the person of a live run, so that only one plan is made for them, or `null` if the
 * run is a dry run or concerns no person.
 */
async function claimer({ run, event, authentication }: DueRun, known: Event, desk: DeskContext) {
  const person: unknown = run.mode === "live" ? findAutomation(run, desk).person(event) : undefined;
  if (!person) return null;
  if (typeof person !== "string" || person.length > MAX_NAME_CHARS)
    throw new Problem(
      "proposal_invalid",
      `\`person\` of ${run.automation} returned a value of type ${typeof person}, not an email: return an email, or undefined`,
    );
  const report = await readReport(known, desk.settings, run.createdAt);
  const claims = {
    ...desk,
    hasBegunSince: (subject: string, since: number) => desk.withdrawals.hasBegunSince(subject, since),
  };
  const theirs = { ...report, person, signed: authentication === "signed" };
  return (how: ClaimedFor) => claimPerson(run, theirs, how, claims);
}

/**
 * Determines whose approval a plan needs, and which approvals remain valid: the rules and the people might have
 * changed. A plan that nobody can approve fails immediately instead of expiring.
 * @param opposite Reasons for an approval that state how other records of the person contradict the event
 */
async function findApproval(
  { run, event, source }: DueRun,
  { plan: made, approvalReasons: own, reasons }: Extract<ProposalResult, { type: "planned" }>,
  opposite: readonly string[],
  desk: DeskContext,
) {
  const { policy, approvers } = desk;
  const find = desk.find();
  const approvalReasons = [...own, ...opposite];
  if (approvalReasons.length === 0) return { approvalReasons };
  const given = listValidApprovals(run, made, desk.now(), approvalHoldsMs(policy));
  const concerned = await concernedBy(event, made.actions, find);
  const listOwners = ownerFinder(desk.history, desk.settings);
  const asking = { source, concerned, policy, find, approvers, listOwners, readOnCall: desk.readOnCall };
  const all = [...reasons, ...opposite.map((reason) => ({ reason, actions: made.actions, stages: null }))];
  const approvals = await listStillHolding(given, asking, run.stages);
  const lapsed = given.filter(({ by }) => !approvals.some((one) => one.by === by));
  const stages = run.mode === "live" ? await findStages(all, approvals, asking) : run.stages;
  return {
    approvalReasons,
    warnings: [
      ...cautionsAbout(concerned, source),
      ...(stages ?? []).flatMap(({ notes = [] }) => notes),
      ...lapsed.map(({ by }) => `${by} approved this, but may no longer approve it.`),
    ],
    parties: listAddresses(concerned, find.nameOf),
    stages,
    approvals,
  };
}

/**
 * Stores the people who are on call now and can approve a waiting plan, in each of its stages whose approvers are read
 * from a rota. Makes no request if there is no such stage.
 */
export async function askOnCallNow(
  { run, event, source }: Omit<DueRun, "authentication">,
  { complete, lifecycle, now, policy, readOnCall, ...desk }: DeskContext,
  find = desk.find(),
): Promise<Run> {
  const { id, plan, state, stages = [] } = run;
  const asking = state === "awaiting_approval" ? stages.filter(({ onCall }) => onCall) : [];
  if (!plan || asking.length === 0) return run;
  const concerned = await concernedBy(await complete(event), plan.actions, find);
  const asked = await listOnCallNow(asking, { source, concerned, policy, find, readOnCall });
  return lifecycle.applyEvents(id, { type: "on_call", hash: plan.hash, stages: asked, at: now() }) ?? run;
}

/**
 * Returns true if the requester must confirm the plan. An agent's request always waits for a person: the person for
 * whom the agent acts, or an approver.
 */
const needsConfirmation = (event: Event, approvalReasons: readonly string[]): boolean =>
  "request" in event &&
  event.request.confirm === true &&
  (event.request.agent === undefined || approvalReasons.length === 0);
