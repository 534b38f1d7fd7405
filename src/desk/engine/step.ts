// Advances a run, step by step.
import {
  type EffectCall,
  type EffectOperationId,
  isRepeatable,
  SEEN_WITHIN_MS,
} from "../../actions/action.ts";
import { findReadBack } from "../../actions/read-back.ts";
import type { Automation } from "../../automations/kit/automation.ts";
import { withNamedFields } from "../../automations/kit/fields.ts";
import { readReport, takesEffect } from "../../automations/kit/moment.ts";
import { findOwners } from "../../automations/kit/ownerships.ts";
import { DAY_MS } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import {
  type Governance,
  type ReadOnlyGovernance,
  readOnly,
  requireDeclared,
} from "../../governance/client/index.ts";
import { type Operations, operations } from "../../governance/contract/index.ts";
import { MAX_PAGE_SIZE } from "../../governance/contract/paging.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import { usersIn } from "../../governance/people.ts";
import { findNames } from "../../ledger/people/texts.ts";
import type { ActionPlace } from "../../policy/approval.ts";
import { findStages, listStillHolding } from "../../policy/approvers.ts";
import { type SizeName, wantedEffect } from "../../policy/budget.ts";
import { concernedBy, type PartyFinder } from "../../policy/parties.ts";
import { approvalHoldsMs, approvalTimes } from "../../policy/policy.ts";
import { cautionsAbout, listAddresses } from "../../policy/separation.ts";
import { findHopeless, type Stage, stageWords } from "../../policy/stages.ts";
import { nextStep, type RunEvent, type Step, type StepResult } from "../../runs/events.ts";
import { findLearned } from "../../runs/headline.ts";
import { currentEffect, effectCalls, listSteps, shortAnswer } from "../../runs/journal.ts";
import {
  CONFIRM_WITHIN_MS,
  hasBegun,
  hasExpired,
  holding,
  isApproved,
  isLookDue,
  type JournalEntry,
  listOpen,
  makePlan,
  type Plan,
  type Run,
} from "../../runs/run.ts";
import type { AdmissionRequest } from "../control/store.ts";
import { claimPerson, fromControl } from "../one-plan.ts";
import type { Commit } from "./commits.ts";
import type { DeskDeps } from "./deps.ts";
import { answeredBy, factsKeeper, OPPOSITE_NEWS } from "./facts.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { noting, propose, requireKeepable, toFailure } from "./propose.ts";
import type { RunLines } from "./run-lines.ts";
import type { DeskStore, DueRun } from "./store.ts";
import type { TakenBack } from "./taken-back.ts";

export interface DeskInside extends DeskDeps {
  readonly store: DeskStore;
  readonly commit: Commit;
  readonly lifecycle: Lifecycle;
  readonly lines: RunLines;
  readonly takenBack: TakenBack;
  governanceOf(automation: string): Governance;
  /** Resolves people: see {@link PartyFinder}. */
  find(): PartyFinder;
}

/**
 * Advances a due run until it ends or has to wait. The result of a step is on disk before the next step, or is written
 * with it if a kill in between changes nothing (see {@link mayWait}). The output gate of a Durable Object holds every
 * call until the writes before it are on disk: no effect is sent before its journal and audit entries are safe.
 * @param mayGoOn False once no step may begin: the rest is for the next alarm
 * @throws Error for a step that changes nothing and is due again
 */
export async function advance(
  due: DueRun,
  desk: DeskInside,
  mayGoOn: () => boolean = () => true,
): Promise<void> {
  const { store, commit, lifecycle, lines, now } = desk;
  const isFirstInLine = () => store.agenda.isFirstInLine(due.run.id);
  let { run } = due;
  let written = run;
  let unwritten: RunEvent[] = [];
  const write = async () => {
    const before = written;
    const runEvents = unwritten;
    unwritten = [];
    if (runEvents.length > 0)
      written = await commit(() => lifecycle.happen(before.id, ...runEvents) ?? before);
    run = written;
    return run.version !== before.version;
  };
  for (;;) {
    const wanted = nextStep(run);
    if (wanted.do === "wait") return;
    // A call that is marked as sending must be sent: otherwise its outcome stays open.
    if (wanted.do !== "send" && wanted.do !== "reply" && !isFirstInLine()) return;
    const started = now();
    const besides: Besides = {};
    const outcome = await perform(wanted, { ...due, run }, desk, besides);
    const at = now();
    const runEvent: RunEvent = { ...outcome, ...besides, at };
    const before = run;
    unwritten.push(runEvent);
    run = lifecycle.after(run, runEvent);
    const mayHold = run.dueAt !== null && run.dueAt <= at && isFirstInLine() && mayGoOn();
    const hasChanged =
      mayHold && mayWait(outcome, before, run, store) ? run.version !== before.version : await write();
    const step = { wanted, outcome, durationMs: at - started };
    lines.add(run, step);
    if (run.dueAt === null || run.dueAt > at)
      return run.version === due.run.version ? lines.forget(run) : lines.rests(run, step, at);
    // A proposal of many steps gives way to others, and continues with the next alarm's allowance of calls.
    if (outcome.type === "progressed") return;
    // While Control was asked, a person may have resumed an earlier run.
    if (!hasChanged && !isFirstInLine()) return;
    // The same step would follow for ever. The caller lets the run rest.
    if (!hasChanged) throw new Error(`${outcome.type} changes nothing of a run that is ${run.state}`);
    if (unwritten.length > 0) continue;
    // Never between `sending` on disk and the call: a restart there would leave its outcome open.
    if (outcome.type !== "admitted" && outcome.type !== "reply_sending" && !mayGoOn()) return;
  }
}

/**
 * True if the result of a step may be written with the next one. A kill in between loses the result, so repeating the
 * step must do no harm: a plan that replaces nothing is made again, and a repeatable call that is sent again finds its
 * effect. No step comes between `sending` and a reply.
 */
function mayWait(outcome: StepResult, before: Run, after: Run, store: DeskStore): boolean {
  const wanted = nextStep(after);
  if (wanted.do === "begin_reply" || outcome.type === "looked") return true;
  if (wanted.do !== "admit" && wanted.do !== "look") return false;
  if (outcome.type === "planned") return store.isAlone(after);
  const current = currentEffect(before);
  return outcome.type === "applied" && current !== null && isRepeatable(current.entry.operation);
}

/** The facts that a proposal learned of its event, the people in it, and what it went by. */
type Besides = { -readonly [Member in "learned" | "names" | "facts" | "agent"]?: RunEvent[Member] };

/** @param besides Gets what a proposal learned, whatever its result */
async function perform(
  wanted: Exclude<Step, { do: "wait" }>,
  due: DueRun,
  desk: DeskInside,
  besides: Besides,
): Promise<StepResult> {
  try {
    switch (wanted.do) {
      case "propose":
        return await plan(due, desk, besides);
      case "admit":
        return await admit(wanted.plan, due, desk);
      case "send": {
        requireDeclared(findAutomation(due, desk), wanted.call.operation);
        const answer = await send(desk.governanceOf(due.run.automation), dateCall(desk.now(), wanted.call));
        return { type: "applied", answer: shortAnswer(answer, due.run.journal.length) };
      }
      case "look":
        return { type: "looked", n: wanted.n, shows: (await shows(wanted.call, desk)) ?? false };
      case "remind":
        if (due.run.state === "awaiting_follow_up") return await readEnd(due.run, desk);
        // A desk that was away past the expiry has nobody to remind.
        if (hasExpired(due.run, desk.now())) return { type: "expired" };
        return (await findNobodyLeft(due.run, desk)) ?? { type: "reminded" };
      case "expire":
        return { type: "expired" };
      case "come_due":
        return { type: "come_due" };
      case "begin_reply":
        return { type: "reply_sending" };
      case "reply":
        return { type: "reply_sent", moved: await desk.reply(due.event, wanted.reply) };
      default:
        return wanted satisfies never;
    }
  } catch (error) {
    return { type: wanted.do === "reply" ? "reply_failed" : "failed", failure: toFailure(error) };
  }
}

const send = <Id extends EffectOperationId>(governance: Governance, { operation, input }: EffectCall<Id>) =>
  governance.call<Operations[Id]>(operations[operation], input);

/** A call as it is sent now: the days of a campaign count from here, and not from its plan. */
const dateCall = (now: number, { openDays, ...call }: EffectCall): EffectCall =>
  call.operation === "createCampaign" && openDays !== undefined
    ? {
        ...call,
        input: {
          body: { ...call.input.body, completionDate: new Date(now + openDays * DAY_MS).toISOString() },
        },
      }
    : call;

/** True if the effect of a call shows; `null` if nothing reads it, or the read failed. */
const shows = async <Id extends EffectOperationId>(
  { operation, input }: EffectCall<Id>,
  { governance }: DeskInside,
  until?: number,
): Promise<boolean | null> =>
  (await findReadBack<Id>(operation)
    ?.shows(input, readOnly(governance), until)
    .catch(() => null)) ?? null;

/** Reads the end of a follow-up: an effect that is gone, or that still shows when its follow-up is due. */
async function readEnd(run: Run, desk: DeskInside): Promise<StepResult> {
  for (const { step, isRead, dueAt } of listOpen(run)) {
    const { action, entries } = listSteps(run)[step] ?? {};
    const [call] = isRead ? (action?.effects ?? []) : [];
    const until = (entries?.[0]?.settledAt ?? run.updatedAt) + SEEN_WITHIN_MS;
    const isThere = call ? await shows(call, desk, until) : null;
    if (isThere === null || (isThere && dueAt > desk.now())) continue;
    const [verdict, is] = isThere ? (["done", "lasted"] as const) : (["not_done", "did not last"] as const);
    const reason = `Reeve read that the effect ${is} at the service`;
    return { type: "completed", verdict, by: "reeve", reason, steps: [step] };
  }
  return { type: "reminded" };
}

function findAutomation({ run }: Pick<DueRun, "run">, { automations }: DeskInside): Automation {
  const automation = automations.get(run.automation);
  if (automation) return automation;
  throw new Problem("configuration_invalid", `there is no automation "${run.automation}" any more`);
}

async function plan(
  { run, event: heard, source, authentication }: DueRun,
  desk: DeskInside,
  besides: Besides,
): Promise<StepResult> {
  const automation = findAutomation({ run }, desk);
  const { settings, policy } = desk;
  const before = await desk.takenBack.overtaking(run, heard);
  if (before !== null)
    return { type: "ignored", reason: "worker" in heard ? before : `taken back since: ${before}` };
  const event = await desk.complete(heard);
  const agent = "request" in event ? event.request.agent : undefined;
  if (agent !== undefined) besides.agent = agent;
  const learned = findLearned(heard, event);
  if (learned) besides.learned = learned;
  const known = withNamedFields(event, settings.fields);
  const effective = takesEffect(known, settings);
  const isForIt = () => automation.when(known, settings) === true;
  const person = run.mode === "live" ? automation.person(event) : undefined;
  const aim = person && {
    person,
    signed: authentication === "signed",
    ...(await readReport(known, settings, run.createdAt)),
  };
  const claims = {
    ...desk,
    hasBegunSince: (subject: string, since: number) => desk.takenBack.hasBegunSince(subject, since),
  };
  // A dry run is asked for by a person who waits for it.
  if (effective && effective.at > desk.now() && run.mode === "live" && isForIt()) {
    const wait = { what: effective.words, until: effective.at };
    if (aim) await claimPerson(run, { ...aim, to: "wait", wait }, claims);
    return { type: "scheduled", ...wait };
  }
  const find = desk.find();
  const { governance, reads, listNamed } = noting(readOnly(desk.governanceOf(run.automation)), find);
  const keeper = factsKeeper();
  const at = {
    receivedAt: run.createdAt,
    now: desk.now(),
    since: Math.max(effective?.at ?? 0, run.createdAt),
  };
  const progress = run.progress?.state ?? null;
  const keepFacts = async () => {
    besides.facts = await keeper.facts({ ...at, code: desk.code ?? null });
  };
  await keeper.answer(["event"], async () => (event === heard ? null : event));
  await keeper.answer(["progress"], async () => progress);
  const intent = await propose(
    automation,
    { event, source, authentication, receivedAt: at.receivedAt },
    {
      ...answeredBy(keeper.answer, { governance, history: desk.history, find }),
      settings,
      policy,
      ...at,
      progress,
    },
  ).catch(async (error: unknown) => {
    await keepFacts();
    throw error;
  });
  const names = new Set([...findNames([event, intent]), ...listNamed(intent)]);
  if (names.size > 0) besides.names = [...names];
  requireKeepable("reasons" in intent ? { ...intent, reasons: [] } : intent);
  if (intent.type === "scheduled" && run.mode === "dry_run")
    return { type: "ignored", reason: `it would wait for ${intent.what}` };
  if (aim && intent.type === "ignored" && intent.withdraws)
    await claimPerson(run, { ...aim, to: "withdraw" }, claims);
  if (intent.type !== "planned" && intent.type !== "scheduled") {
    await keepFacts();
    return { ...intent, reads: reads() };
  }
  // Comes last, so that a run that fails earlier has kept no other plan from being made.
  const claim = () => (aim ? claimPerson(run, { ...aim, to: "plan" }, claims) : null);
  if (intent.type === "scheduled") return (await claim())?.instead ?? intent;
  const { reasons, ...planned } = intent;
  const { plan: made } = planned;
  const open = run.mode === "live" && !run.replay ? desk.store.findOpen(run, made.hash) : null;
  if (open !== null) {
    await keepFacts();
    return { type: "ignored", reason: "the same is asked for already", sameAs: open, reads: reads() };
  }
  // The rules and the people may be others since it was approved. A plan that nobody can approve fails at once instead of
  // expiring.
  const findApproval = async (opposite: readonly string[]) => {
    const asks = [...planned.asks, ...opposite];
    const concerned = asks.length > 0 ? await concernedBy(event, made.actions, find) : null;
    const given = holding(run, made, desk.now(), approvalHoldsMs(policy));
    const asking = concerned && {
      source,
      concerned,
      policy,
      find,
      approvers: desk.approvers,
      listOwners: (place: ActionPlace) => findOwners(desk.history, place),
    };
    const all = [...reasons, ...opposite.map((reason) => ({ reason, actions: made.actions, stages: null }))];
    const approvals = asking ? await listStillHolding(given, asking, run.stages) : given;
    const stages = asking && run.mode === "live" ? await findStages(all, approvals, asking) : run.stages;
    const lapsed = given.filter(({ by }) => !approvals.some((one) => one.by === by));
    return { asks, concerned, approvals, stages, lapsed };
  };
  let approval = await findApproval([]);
  const claimed = await claim();
  if (claimed?.instead) return claimed.instead;
  if (claimed && claimed.asks.length > 0) {
    const opposite = await keeper.answer(OPPOSITE_NEWS, async () => claimed.asks);
    approval = await findApproval(opposite);
  }
  const { asks, concerned, approvals, stages, lapsed } = approval;
  await keepFacts();
  // What an agent asks for waits for one person at least: for its own, or for who has to approve it.
  const confirm =
    "request" in event && event.request.confirm === true && (agent === undefined || asks.length === 0);
  return {
    ...planned,
    asks,
    reads: reads(),
    ...(concerned && {
      cautions: [
        ...cautionsAbout(concerned, source),
        ...lapsed.map(({ by }) => `${by} has approved this, and may not any more.`),
      ],
      concerned: listAddresses(concerned),
      stages,
      approvals,
    }),
    confirmUntil: confirm ? desk.now() + CONFIRM_WITHIN_MS : null,
    ...approvalTimes(policy, desk.now()),
  };
}

/** The failure of a plan that waits for people by name of whom too few are left since; `null` if enough are, or nobody can tell. */
async function findNobodyLeft(
  { stages = [], approvals }: Pick<Run, "stages" | "approvals">,
  desk: DeskInside,
): Promise<StepResult | null> {
  const named = stages.flatMap(({ people, role }) => (role === "no" ? people : []));
  const there = await desk
    .find()
    .enabled(named.map(({ id }) => id))
    .catch(() => named);
  const left = stages.map((stage): Stage => {
    const people = stage.people.filter(({ id }) => there.some((one) => one.id === id));
    return stage.role === "no" ? { ...stage, people } : { ...stage, role: "unlisted" };
  });
  const hopeless = findHopeless(left, approvals);
  if (!hopeless) return null;
  const message = `it waits for ${stageWords(hopeless)}, and too few people are left who can approve it since it began to wait.`;
  return { type: "failed", failure: toFailure(new Problem("nobody_can_approve", message)) };
}

/**
 * Asks Control to admit the next effect. From here to the call nothing is fetched: a kill between `sending` and the call
 * leaves its outcome open.
 */
async function admit(plan: Plan, { run, source, event }: DueRun, desk: DeskInside): Promise<StepResult> {
  await requireUnchanged(run.automation, plan);
  if (!hasBegun(run) && desk.takenBack.isOvertaken(run, event)) return { type: "outdated" };
  const ask = (size?: AdmissionRequest["size"]) =>
    fromControl(
      desk.admit({
        runId: run.id,
        planHash: plan.hash,
        automation: run.automation,
        source,
        effects: effectCalls(plan).map(wantedEffect),
        override: run.override?.hash === plan.hash,
        ...(size && { size }),
      }),
    );
  let admission = await ask();
  if (!admission.admitted && admission.because === "size_unknown")
    admission = await ask({ name: admission.size, n: await countSize(admission.size, desk) });
  const { policy, now } = desk;
  const aged = run.asks.length > 0 && !isApproved(run, plan, now(), approvalHoldsMs(policy));
  const looks = admission.admitted && (aged || isLookDue(run, now()));
  if (looks && !hasBegun(run)) return { type: "outdated" };
  if (looks && aged) {
    const nobody = await findNobodyLeft({ ...run, approvals: [] }, desk);
    return nobody ?? { type: "approval_aged", ...approvalTimes(policy, now()) };
  }
  // A plan made anew would repeat what is done, so only the people whom the rest concerns are checked.
  if (looks) await requirePeople(plan, run.journal, readOnly(desk.governance));
  // Somebody may have set a pause while something was fetched.
  if (admission.admitted && ((await desk.governance.prepare()) || looks)) admission = await ask();
  if (admission.admitted) return { type: "admitted", ...(looks && { looked: true }) };
  if (admission.because === "paused") return { type: "paused", reason: admission.reason };
  if (admission.because === "dry_run") return { type: "dried", reason: admission.reason };
  // Control was just told the size that it lacked.
  if (admission.because === "size_unknown") throw new Problem("control_unavailable", admission.size);
  const { admitted: _, because: __, ...hold } = admission;
  return { type: "over_budget", hold };
}

/** Plans whose hash was checked since they were read. */
const unchanged = new WeakSet<Plan>();

/** @throws Problem `plan_changed` for a plan that was changed where it is stored, after it was decided about */
async function requireUnchanged(automation: string, plan: Plan): Promise<void> {
  if (unchanged.has(plan)) return;
  if ((await makePlan(automation, plan.actions)).hash !== plan.hash)
    throw new Problem("plan_changed", `the stored plan does not have the hash ${plan.hash} any more`);
  unchanged.add(plan);
}

/** Most pages of people that are counted: of more, a share is taken as if there were no more. */
const MOST_PAGES = 50;

async function countSize(name: SizeName, { governance, history }: DeskInside): Promise<number> {
  if (name === "tools") return history.countInventory("tool");
  const [, app] = /^owners:(.*)$/s.exec(name) ?? [];
  if (app !== undefined) return history.countInventory("ownership", app);
  let people = 0;
  let pageToken: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const body = {
      userStatuses: ["ENABLED" as const],
      pageSize: MAX_PAGE_SIZE,
      ...(pageToken && { pageToken }),
    };
    const answer = await readOnly(governance).call(searchUsers, { body });
    people += answer.list.length;
    pageToken = answer.nextPageToken;
    if (!pageToken) break;
  }
  return people;
}

/**
 * Requires that everybody who gains or loses by the remaining effects is an enabled governance user.
 * @throws Problem `user_not_found`, naming those who are not
 */
export async function requirePeople(
  plan: Plan,
  journal: readonly JournalEntry[],
  governance: ReadOnlyGovernance,
): Promise<void> {
  const left = listSteps({ plan, journal }).flatMap(({ action, isMade }) =>
    isMade ? [] : action.beneficiaries,
  );
  const ids = [...new Set(left)];
  const gone: string[] = [];
  for (let n = 0; n < ids.length; n += MAX_PAGE_SIZE) {
    const some = ids.slice(n, n + MAX_PAGE_SIZE);
    const body = {
      refs: some.map((id) => ({ id })),
      userStatuses: ["ENABLED" as const],
      pageSize: MAX_PAGE_SIZE,
    };
    const { list } = await governance.call(searchUsers, { body });
    const there = new Set(usersIn(list).map(({ id }) => id));
    gone.push(...some.filter((id) => !there.has(id)));
  }
  if (gone.length > 0)
    throw new Problem(
      "user_not_found",
      `what is left of the plan is for ${gone.join(", ")}: no longer an enabled governance user; nothing more was sent`,
    );
}
