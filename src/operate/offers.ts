// The decisions that a person may make about a run: those that its state allows, each checked by the gate in advance.
import { describeEntry, formatUntil, lastDayIn } from "../actions/inventory.ts";
import { ok, type Result, refused } from "../base/result.ts";
import { formatPerson, includesEmail } from "../base/text.ts";
import { inTime } from "../base/waits.ts";
import type { Env } from "../env.ts";
import { createGovernance, readOnly } from "../governance/client/index.ts";
import { readGivenSince } from "../ledger/inventory.ts";
import { actFor, CHOICES, type DecisionFor, type OfferedChoice } from "../policy/acts.ts";
import { type AtGate, gate } from "../policy/gate.ts";
import { findParties, type PartyFinder, partyFinder } from "../policy/parties.ts";
import type { StandIn } from "../policy/separation.ts";
import type { Decidable, Decision } from "../runs/decisions.ts";
import { checkDecision, findDecided, toRunEvent, whomFor } from "../runs/decisions.ts";
import { listOpen, parseSystem, plannedAt, type Run, type ShownFollowUp } from "../runs/run.ts";
import { asDecider, findRoleProblem, isAllowed, type RuledSession, type Signed } from "./person.ts";
import { listRequesterEmails, type ShownRun, withLedgerFallback } from "./recorded.ts";

/** A decision that a run currently allows, shown to a person as a button. */
export interface Offer extends OfferedChoice {
  /** The follow-ups that the decision reports on. @default the decision is not a report */
  readonly followUps?: readonly ShownFollowUp[];
  /** The reason why the person can't make the decision, from their roles or the gate; `null` if they can. */
  readonly whyNot: string | null;
  /**
   * Warnings about the requesters, people with similar names, and later requests. The list is empty if the person can't
   * make the decision.
   */
  readonly warnings: readonly string[];
}

/** The reader, the policy, and the bindings for looking up people. */
interface Reader {
  readonly env: Env;
  readonly var: Signed & { readonly config: Pick<RuledSession["config"], "policy"> };
}

/** Returns a finder that looks up each person once, for the offers of one page. */
export const finderFor = (env: Env): PartyFinder => partyFinder(readOnly(createGovernance(env)));

/**
 * Lists the decisions that a run allows, with the reasons why the person may not make some of them. Leaves out the
 * decisions whose buttons the person should not see.
 * @param shown The run; its headline names the requester of a run that needs no approval and therefore stores no
 * addresses
 */
export async function offersFor(
  { env, var: { person, config } }: Reader,
  { run, headline }: ShownRun,
  only?: readonly Decision["type"][],
  find = finderFor(env),
): Promise<readonly Offer[]> {
  const asked = listRequesterEmails({ run, headline });
  const hasAsked = includesEmail(asked, person.email);
  const choices = CHOICES.flatMap<Reportable>((choice) =>
    choice.decision === "completed" ? listReports(run, choice) : [choice],
  );
  const offers = choices.map(async (choice): Promise<Offer | []> => {
    const { decision: type, verdict, followUps } = choice;
    const draft = {
      ...{ type, verdict, hash: run.plan?.hash ?? "", reason: "", ...asDecider(person) },
      ...(followUps && { steps: followUps.map(({ step }) => step) }),
    } as Decision;
    if ((only && !only.includes(type)) || checkDecision(run, draft, Date.now())) return [];
    // Withdrawing is hidden from everybody except the requester, and so is confirming if the requester is known. Other
    // buttons are hidden from people who may neither read all runs nor make the decision.
    if ((type === "withdrawn" || (type === "confirmed" && asked.length > 0)) && !hasAsked) return [];
    if (!isAllowed(person, "read") && !isAllowed(person, actFor(type))) return [];
    const lacks = findRoleProblem(person, actFor(type));
    // A requester does not see the buttons that need a role that the requester lacks.
    if (lacks && hasAsked) return [];
    if (lacks) return { ...choice, whyNot: lacks.message, warnings: [] };
    const allowed = await askGateFor(find, config.policy, run, asked, draft);
    if (!allowed.ok) return { ...choice, whyNot: allowed.reason, warnings: [] };
    const warnings = [...allowed.value, ...(await warnOfLaterGrants(env, run, draft))];
    return { ...choice, whyNot: null, warnings };
  });
  const all = (await Promise.all(offers)).flat();
  // A person who can withdraw their own request does not need to cancel it.
  const isOwn = all.some(({ decision }) => decision === "withdrawn");
  return isOwn ? all.filter(({ decision }) => decision !== "cancelled") : all;
}

/**
 * Returns a warning for each inventory entry that the plan's reported tasks end but a later request has granted again:
 * the inventory keeps such an entry.
 */
export async function warnOfLaterGrants({ LEDGER }: Env, run: Run, report: Decision): Promise<string[]> {
  if (report.type !== "completed" || report.verdict !== "done") return [];
  const steps = new Set(report.steps ?? run.followUps?.map(({ step }) => step));
  const tasks = (run.plan?.actions ?? []).filter(({ effects }, n) => steps.has(n) && effects.length === 0);
  const ended = tasks.flatMap(({ leaves }) => leaves).filter(({ data }) => data === null);
  if (ended.length === 0) return [];
  const given = await withLedgerFallback(readGivenSince(LEDGER, ended, plannedAt(run)), () => []);
  return given.map(
    (entry) =>
      `A later request granted this again${formatUntil(lastDayIn(entry.data))}: ${describeEntry(entry).replace(/\.$/, "")}. It stays in the inventory, even if this task is reported as done.`,
  );
}

/**
 * Checks a decision at the gate in the same way as the desk will.
 * @param asked Addresses of the requesters
 * @returns warnings, or the reason why the gate or the approval stages refuse the decision
 */
export async function askGateFor(
  find: PartyFinder,
  policy: RuledSession["config"]["policy"],
  run: Run,
  asked: readonly string[],
  decision: Decision,
): Promise<Result<readonly string[], string>> {
  const { type, by, isApprover = false } = decision;
  const whom = whomFor(run, decision, Date.now());
  // No check is needed if anyone with the role may decide, or if only the requester may, because only the requester is
  // offered the decision. But without the role approver, a person may deny only if a stage asks them.
  if (whom === "requester" || (whom === "anyone" && (type !== "rejected" || isApprover))) return ok([]);
  const { actions, ...reported } = findDecided(run, decision);
  const about = { by, whom, actions };
  const namesakes = whom === "second_person" ? warnOfNamesakes(find, run) : [];
  const people = (await findPeople(find, run, asked, about)) ?? byAddress(run, about);
  const system = parseSystem(run);
  const source =
    policy.unknownRequestersFrom.find((one) => one === system || one.startsWith(`${system}-`)) ?? system;
  const allowed = gate(whom, { ...people, source, ...reported }, policy);
  const staged = toRunEvent(decision, run, people.decider.user, Date.now());
  if (!allowed.ok) return allowed;
  return staged.ok ? ok([...allowed.value, ...(await namesakes)]) : refused(staged.reason.message);
}

type Reportable = OfferedChoice & Pick<Offer, "followUps">;

/** Lists one report for each group of open follow-ups with the same owners and, for `done`, the same button. */
function listReports(run: Run, choice: OfferedChoice): Reportable[] {
  const open = run.state === "awaiting_follow_up" ? listOpen(run) : [];
  const isDone = choice.verdict === "done";
  const groups = Map.groupBy(open, ({ assignees, done }) => `${assignees.join()} ${isDone && done}`);
  return Array.from(groups.values(), (followUps) => ({
    ...choice,
    ...(isDone && { button: followUps[0]?.done ?? choice.button }),
    followUps,
  }));
}

type People = Pick<AtGate, "decider" | "requesters" | "beneficiaries">;
interface DecisionTarget extends Pick<Decidable, "actions"> {
  readonly by: string;
  readonly whom: DecisionFor;
}

/** How long people, their names and warnings about namesakes are cached, in milliseconds. */
const KEPT_MS = 60_000;
const MAX_KEPT = 500;

/**
 * Returns a function that returns the value found recently for a key, or finds the value. The function returns `null`
 * if finding the value fails or takes too long.
 */
function remembering<Value>() {
  const kept = new Map<string, { readonly value: Value; readonly until: number }>();
  return async (key: string, find: () => Promise<Value>): Promise<Value | null> => {
    const known = kept.get(key);
    if (known && known.until > Date.now()) return known.value;
    const value = await inTime(find);
    if (kept.size >= MAX_KEPT) kept.clear();
    if (value) kept.set(key, { value, until: Date.now() + KEPT_MS });
    return value;
  };
}
const [rememberPeople, rememberNames] = [remembering<People>(), remembering<Record<string, string>>()];
const rememberNamesakes = remembering<readonly string[]>();

/** Returns the name of a user for readers, with the user's address, or with the id if no address is known. */
const nameUser = (find: PartyFinder, { id, emails: [email = id] }: AtGate["beneficiaries"][number]): string =>
  formatPerson(find.nameOf(id), email);

/**
 * Returns the name and email address of each person who can approve or has approved a plan, by the person's id. The
 * result is empty if the search fails or takes too long.
 */
export async function nameApprovers(find: PartyFinder, { id, version, stages = [], approvals }: Run) {
  const people = [...stages.flatMap((stage) => stage.people), ...approvals.map(({ person }) => person)];
  const found = await rememberNames(`${id} ${version}`, async () => {
    if (people.length > 0) await find.users(people.map((person) => person.id));
    return Object.fromEntries(people.map((person) => [person.id, nameUser(find, person)]));
  });
  return found ?? {};
}

/** Maximum affected users whose namesakes are searched for. */
const MAX_SEARCHED = 3;

/**
 * Warns about enabled users whose names readers can confuse with the name of one of the first users whom the plan
 * affects (see {@link MAX_SEARCHED}). Returns no warning if the search fails or takes too long.
 */
export async function warnOfNamesakes(find: PartyFinder, { id, version, plan }: Run) {
  const warnings = await rememberNamesakes(`${id} ${version}`, async () => {
    const { beneficiaries } = await findParties([], plan?.actions ?? [], find);
    const searched = beneficiaries.slice(0, MAX_SEARCHED).map(async (user) => {
      const others = await find.namesakes(user).catch(() => []);
      const warning = `This affects ${nameUser(find, user)}. Another enabled user has the same name, or a similar one`;
      return others.map((one) => `${warning}: ${nameUser(find, one)}.`);
    });
    return (await Promise.all(searched)).flat();
  });
  return warnings ?? [];
}

/**
 * Finds the people whom the decision concerns, in the same way as the desk will. Returns `null` if the search fails or
 * takes too long.
 */
function findPeople(
  find: PartyFinder,
  run: Run,
  asked: readonly string[],
  { by, whom, actions }: DecisionTarget,
): Promise<People | null> {
  const affected = actions.map(({ beneficiaries }) => beneficiaries);
  const key = JSON.stringify([by, whom, run.id, run.version, affected]);
  const wrote = actions.flatMap(({ requestedBy = [] }) => requestedBy);
  const requesters = asked.flatMap((email) => (includesEmail(wrote, email) ? [] : { email }));
  return rememberPeople(key, async () => {
    const parties = findParties(requesters, actions, find);
    const [decider, concerned] = await Promise.all([find.decider(by), parties]);
    return { decider, ...concerned };
  });
}

/**
 * Returns the people whom the decision concerns, from the addresses stored in the run. Each address is treated as a
 * governance user.
 */
function byAddress({ parties }: Run, { by, whom }: DecisionTarget): People {
  const known = (email: string) => ({ id: email, emails: [email], employeeIds: [] });
  const party = (email: string) => ({ email, user: known(email) });
  const absent = (of: StandIn["of"]) =>
    (parties?.delegates ?? [])
      .filter((one) => one.of === of)
      .map(({ email, for: name }) => ({ name, user: { ...NOBODY, id: name, standIn: known(email) } }));
  return {
    decider: party(by),
    requesters: [
      ...(parties?.requesters ?? []).map(party),
      ...absent("requester").map((one) => ({ email: null, ...one })),
    ],
    // Runs do not store people whom only a follow-up affects.
    beneficiaries:
      whom === "owner"
        ? []
        : [...(parties?.affected ?? []).map(known), ...absent("affected").map(({ user }) => user)],
  };
}

const NOBODY = { emails: [], employeeIds: [] };
