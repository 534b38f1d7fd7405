// The stages of an approval: the possible approvers of a plan, how many must approve, and in which order. Pure
// functions.
import * as z from "zod";
import { ok, type Result, refused } from "../base/result.ts";
import { type Identity, identify, isOnePerson } from "./separation.ts";

/** Words in a stage's `from` with a fixed meaning, which no group can have as its name. */
export const STAGE_WORDS = ["approver", "manager", "owner"] as const;
export const isStageWord = (word: string): word is (typeof STAGE_WORDS)[number] =>
  STAGE_WORDS.some((one) => one === word);

const ON_CALL = "on-call:";
/** Returns the name of the rota that a word in `from` refers to, or `null` if the word refers to no rota. */
export const rotaIn = (word: string): string | null =>
  word.startsWith(ON_CALL) ? word.slice(ON_CALL.length) : null;

/** A stage as defined in an approval rule. */
export const StageRule = z.strictObject({
  /**
   * Approvers: `approver` (the role), `manager` (of the affected users), `owner` (of the connector or app), a group, an
   * email address, or `on-call:` and the name of a rota.
   */
  from: z.array(z.string().min(1)).min(1).max(20),
  /**
   * Approvers if nobody in `from` can approve, for example because the connector has no enabled owner.
   * @default the run fails
   */
  otherwise: z.array(z.string().min(1)).min(1).max(20).optional(),
  /** Number of different people who must approve, 1 to 5. @default 1 */
  count: z.int().min(1).max(5).default(1),
  /**
   * If true, a person's delegate in the governance service is asked instead, if the delegate can approve.
   * @default false
   */
  useDelegates: z.boolean().default(false),
});
export type StageRule = z.output<typeof StageRule>;

export interface Candidate extends Identity {
  /** The address of the person whose delegate the candidate is. @default the candidate is not a delegate */
  readonly for?: string;
  readonly byRole?: true;
  /** The rota for which the candidate is on call. @default the candidate is asked for another reason */
  readonly onCall?: string;
}

export interface Stage {
  /** A description of the people who are asked: `a manager of kim@example.com or somebody with the role approver`. */
  readonly name: string;
  readonly count: number;
  /**
   * The people who may approve the stage. The list contains only as many people with the role approver as the plan
   * needs.
   */
  readonly people: readonly Candidate[];
  /**
   * Whether everybody with the role approver may approve the stage. `unlisted`: they may, but Reeve can't list them.
   */
  readonly role: "no" | "yes" | "unlisted";
  readonly skipped: readonly string[];
  /**
   * Names of the rotas whose people on call are asked. The people are read again when a person opens the run or
   * decides, and before a reminder.
   * @default none
   */
  readonly onCall?: readonly string[];
  /** People who were asked while they were on call, and are no longer on call. @default none */
  readonly formerly?: readonly Candidate[];
  /**
   * For a stage with rotas, the reasons why people, or a whole rota, are not asked.
   * @default nobody was skipped, or the stage has no rotas
   */
  readonly notes?: readonly string[];
}

export interface Approval {
  readonly by: string;
  readonly reason: string;
  readonly hash: string;
  /** The time of the approval, in Unix milliseconds. */
  readonly at: number;
  readonly stage: string;
  readonly person: Identity;
  /** The rota for which the person was on call. The approval remains valid after their shift. @default none */
  readonly onCall?: string;
  readonly batch?: string;
}

/**
 * Lists the approvals that count towards the stages: the first approval of each person, if its stage is open to
 * everybody with the role approver, still asks the person, or asked the person while they were on call.
 */
function listCounted(stages: readonly Stage[], approvals: readonly Approval[]): readonly Approval[] {
  const counted: Approval[] = [];
  for (const approval of approvals) {
    const isTheirs = (other: Identity) => isOnePerson(other, approval.person);
    const stage = stages.find(({ name }) => name === approval.stage);
    if (!stage || counted.some(({ person }) => isTheirs(person))) continue;
    const wasOnCall = approval.onCall !== undefined && stage.onCall?.includes(approval.onCall);
    if (wasOnCall || stage.role !== "no" || stage.people.some(isTheirs)) counted.push(approval);
  }
  return counted;
}

const lackingIn = ({ name, count }: Stage, counted: readonly Approval[]): number =>
  count - counted.filter(({ stage }) => stage === name).length;

/**
 * Returns the first stage that lacks approvals, with its 1-based number (`n`) and the number of missing approvals
 * (`lacks`), or `null` if all stages are complete.
 */
export function findStage(
  stages: readonly Stage[],
  approvals: readonly Approval[],
): (Stage & { readonly n: number; readonly lacks: number }) | null {
  const counted = listCounted(stages, approvals);
  for (const [n, stage] of stages.entries()) {
    const lacks = lackingIn(stage, counted);
    if (lacks > 0) return { ...stage, n: n + 1, lacks };
  }
  return null;
}

/**
 * Returns the first stage that the remaining approvers can't fill, given that each of them can approve only once, or
 * `null` if they can fill all.
 */
export function findUnfillable(stages: readonly Stage[], approvals: readonly Approval[]): Stage | null {
  const counted = listCounted(stages, approvals);
  const places = stages.flatMap((stage) =>
    Array.from({ length: Math.max(0, lackingIn(stage, counted)) }, () => stage),
  );
  const free = (stage: Stage) =>
    stage.people.filter((one) => !counted.some(({ person }) => isOnePerson(one, person)));
  // Assign a different person to each missing approval, by augmenting paths (Kuhn's algorithm).
  const taken: { readonly place: number; readonly person: Identity }[] = [];
  const seat = (place: number, tried: Identity[]): boolean => {
    const stage = places[place];
    if (!stage || stage.role === "unlisted") return true;
    return free(stage).some((person) => {
      if (tried.some((one) => isOnePerson(one, person))) return false;
      tried.push(person);
      const at = taken.findIndex((one) => isOnePerson(one.person, person));
      const other = taken[at];
      if (other && !seat(other.place, tried)) return false;
      if (other) taken.splice(taken.indexOf(other), 1);
      taken.push({ place, person });
      return true;
    });
  };
  return places.find((_, place) => !seat(place, [])) ?? null;
}

export interface AtStage {
  /** The person's governance user, or `null` if not exactly one enabled user matches. */
  readonly user: Identity | null;
  readonly isApprover: boolean;
  readonly stages: readonly Stage[];
  readonly approvals: readonly Approval[];
}

/**
 * Checks whether a user may approve a plan's current stage.
 * @returns the stage's name, the user and, if the user is on call, the rota; or the reason why the user may not approve
 * the stage
 */
export function mayApprove(at: AtStage): Result<Pick<Approval, "stage" | "person" | "onCall">, string> {
  const { user, isApprover, stages, approvals } = at;
  const stage = findStage(stages, approvals);
  if (!stage) return refused("Nothing is left to approve.");
  if (user === null) return refused("You are not a user of the governance service.");
  if (listCounted(stages, approvals).some(({ person }) => isOnePerson(person, user)))
    return refused("You have approved this already; another person must decide.");
  if (!isAsked(stage, user, isApprover)) return refused(notAsked(stage));
  const { name } = stage;
  const rota = stage.people.find((one) => isOnePerson(one, user))?.onCall;
  const made = { stage: name, person: identify(user), ...(rota !== undefined && { onCall: rota }) };
  const given: Approval = { by: "", reason: "", hash: "", at: 0, ...made };
  const hopeless = findUnfillable(stages, [...approvals, given]);
  return hopeless
    ? refused(`You are needed later, for ${formatStage(hopeless)}; another person must approve this stage.`)
    : ok(made);
}

/**
 * Checks whether a user may deny a plan. Everybody with the role approver may, and everybody whom one of the plan's
 * stages asks.
 */
export function mayDeny({ user, isApprover, stages, approvals }: AtStage): Result<null, string> {
  if (isApprover || (user !== null && stages.some((one) => isAsked(one, user, isApprover)))) return ok(null);
  return refused(notAsked(findStage(stages, approvals) ?? { name: ANY_APPROVER, count: 1, people: [] }));
}

const notAsked = (stage: Parameters<typeof formatStage>[0]): string =>
  `You are not asked for this: it is waiting for ${formatStage(stage)}.`;

const isAsked = ({ people, role }: Stage, user: Identity, isApprover: boolean): boolean =>
  (isApprover && role !== "no") || people.some((one) => !one.byRole && isOnePerson(one, user));

/**
 * Lists the addresses of the people whom a plan asks by name: in the current stage (`now`), in the stages up to the
 * current one (`so far`), or in all stages. `so far` and `all` include people who were asked while they were on call.
 */
export function listApprovers(
  {
    stages = [],
    approvals,
  }: { readonly stages?: readonly Stage[] | undefined; readonly approvals: readonly Approval[] },
  which: "now" | "so far" | "all",
): readonly string[] {
  const at = findStage(stages, approvals)?.n ?? stages.length;
  const asked = which === "all" ? stages : stages.slice(which === "now" ? at - 1 : 0, at);
  // Leave out people who are candidates only because of the role approver.
  const people = asked
    .flatMap((stage) => [...stage.people, ...(which === "now" ? [] : (stage.formerly ?? []))])
    .filter(({ byRole }) => !byRole);
  return [...new Set(people.flatMap(({ emails: [email] }) => email ?? []))];
}

/**
 * Describes the people to whom a word in a rule's `from` refers.
 * @param about The affected users
 * @param place The connector or app
 */
export function formatAsked(word: string, about = "the affected user", place = "the connector or app") {
  const rota = rotaIn(word);
  if (rota !== null) return `somebody on call for ${rota}`;
  if (!isStageWord(word)) return word.includes("@") ? word : `a member of ${word}`;
  return { approver: ANY_APPROVER, manager: `a manager of ${about}`, owner: `an owner of ${place}` }[word];
}

export function formatStageRule({ from, otherwise = [], count, useDelegates }: StageRule): string {
  const list = (words: readonly string[]) => words.map((word) => formatAsked(word)).join(" or ");
  const people = `${count === 1 ? "" : `${count} people, each `}${list(from)}${useDelegates ? ", or a delegate" : ""}`;
  return otherwise.length === 0 ? people : `${people}; if none of them can approve, ${list(otherwise)}`;
}

/** The name of a stage that asks only people with the role approver. */
export const ANY_APPROVER = "somebody with the role approver";

/**
 * Describes the approvals that a plan still waits for. Returns `null` if no stage is open, or if one approval by any
 * person with the role approver is enough.
 */
export function describeWait(
  stages: readonly Stage[] = [],
  approvals: readonly Approval[] = [],
): string | null {
  const stage = findStage(stages, approvals);
  if (!stage || (stages.length === 1 && stage.count === 1 && stage.name === ANY_APPROVER)) return null;
  const { n, lacks, count } = stage;
  const where = stages.length > 1 ? `Stage ${n} of ${stages.length} waits` : "It waits";
  const more = lacks < count ? `; ${lacks} still missing` : "";
  return `${where} for ${formatStage(stage)}${more}.`;
}

/** Describes a stage like {@link nameStage}, with addresses only. */
export const formatStage = (stage: Parameters<typeof nameStage>[0]): string => nameStage(stage, {});

/**
 * Describes a stage, with the addresses of the people who are asked by name: `an owner of GitHub MCP
 * (nora@example.com)`.
 * @param names The candidates' names with their addresses, by id
 */
export function nameStage(
  { name, count, people }: Pick<Stage, "name" | "people" | "count">,
  names: Readonly<Record<string, string>>,
): string {
  const only = people.find(({ emails }) => emails.includes(name));
  const title = (only && names[only.id]) ?? name;
  const named = people
    .filter((one) => !one.byRole && one !== only)
    .map(
      ({ emails: [email], id, for: absent }) =>
        `${names[id] ?? email ?? id}${absent ? ` for ${absent}` : ""}`,
    )
    .filter((one) => !name.includes(one));
  const who = named.length > 0 ? `${title} (${named.join(", ")})` : title;
  return count === 1 ? who : `${count} people, each ${who}`;
}
