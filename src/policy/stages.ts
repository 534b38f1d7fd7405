// The stages of an approval: who may approve a plan, how many of them, and in which order. Pure.
import * as z from "zod";
import { ok, type Result, refused } from "../base/result.ts";
import { type Identity, isOnePerson } from "./separation.ts";

/** A stage as a rule asks for it. */
export const StageRule = z.strictObject({
  /**
   * Who may approve: `approver`, whoever has that role; `manager`, the managers of whoever gains or loses; `owner`, the
   * owners of the connector or app; a group of `policy.groups`; or an email.
   */
  from: z.array(z.string().min(1)).min(1).max(20),
  /** How many different people have to approve, 1 to 5. */
  count: z.int().min(1).max(5).default(1),
  /** True: the delegate that somebody has in the governance service is asked instead of them. */
  standIns: z.boolean().default(false),
});
export type StageRule = z.output<typeof StageRule>;

export interface Candidate extends Identity {
  /** The address of the person for whom they stand in. @default themselves */
  readonly for?: string;
  readonly byRole?: true;
}

export interface Stage {
  /** Who is asked, in words: `a manager of kim@example.com or somebody with the role approver`. */
  readonly name: string;
  readonly count: number;
  /** Those who may approve it; of those with the role approver, as many as the plan takes. */
  readonly people: readonly Candidate[];
  /** `yes`: everybody with the role approver may; `unlisted`: they may, and nobody can list them. */
  readonly role: "no" | "yes" | "unlisted";
  readonly skipped: readonly string[];
}

export interface Approval {
  readonly by: string;
  readonly reason: string;
  readonly hash: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly stage: string;
  readonly person: Identity;
  readonly batch?: string;
}

/** The approvals that count: each by somebody whom its stage still asks, and of each person the first. */
function listCounted(stages: readonly Stage[], approvals: readonly Approval[]): readonly Approval[] {
  const counted: Approval[] = [];
  for (const approval of approvals) {
    const isTheirs = (other: Identity) => isOnePerson(other, approval.person);
    const stage = stages.find(({ name }) => name === approval.stage);
    if (!stage || counted.some(({ person }) => isTheirs(person))) continue;
    if (stage.role !== "no" || stage.people.some(isTheirs)) counted.push(approval);
  }
  return counted;
}

const lackingIn = ({ name, count }: Stage, counted: readonly Approval[]): number =>
  count - counted.filter(({ stage }) => stage === name).length;

/** The first stage that lacks approvals, with its number from 1; `null` if none does. */
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

/** The first stage that those who are left can't complete, as nobody counts twice; `null` if they can complete all. */
export function findUnfillable(stages: readonly Stage[], approvals: readonly Approval[]): Stage | null {
  const counted = listCounted(stages, approvals);
  const places = stages.flatMap((stage) =>
    Array.from({ length: Math.max(0, lackingIn(stage, counted)) }, () => stage),
  );
  const free = (stage: Stage) =>
    stage.people.filter((one) => !counted.some(({ person }) => isOnePerson(one, person)));
  // Each place gets a person of its own, by augmenting paths (Kuhn's algorithm).
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
  /** `null`: not exactly one enabled governance user. */
  readonly user: Identity | null;
  readonly isApprover: boolean;
  readonly stages: readonly Stage[];
  readonly approvals: readonly Approval[];
}

/** Decides if somebody may approve the stage that a plan is at. @returns its name and who they are; or why not */
export function mayApprove(at: AtStage): Result<Pick<Approval, "stage" | "person">, string> {
  const { user, isApprover, stages, approvals } = at;
  const stage = findStage(stages, approvals);
  if (!stage) return refused("Nothing is left to approve.");
  if (user === null) return refused("You are not a user of the governance service.");
  if (listCounted(stages, approvals).some(({ person }) => isOnePerson(person, user)))
    return refused("You have approved this already; somebody else has to decide.");
  if (!isAsked(stage, user, isApprover)) return refused(notAsked(stage));
  const { name } = stage;
  const given: Approval = { by: "", reason: "", hash: "", at: 0, stage: name, person: user };
  const hopeless = findUnfillable(stages, [...approvals, given]);
  return hopeless
    ? refused(`You are needed later, for ${formatStage(hopeless)}; somebody else has to approve this stage.`)
    : ok({ stage: name, person: user });
}

/** Decides if somebody may deny a plan: whoever any of its stages asks, and everybody with the role approver. */
export function mayDeny({ user, isApprover, stages, approvals }: AtStage): Result<null, string> {
  if (isApprover || (user !== null && stages.some((one) => isAsked(one, user, isApprover)))) return ok(null);
  return refused(notAsked(findStage(stages, approvals) ?? { name: ANY_APPROVER, count: 1, people: [] }));
}

const notAsked = (stage: Parameters<typeof formatStage>[0]): string =>
  `You are not asked for this: it waits for ${formatStage(stage)}.`;

const isAsked = ({ people, role }: Stage, user: Identity, isApprover: boolean): boolean =>
  (isApprover && role !== "no") || people.some((one) => !one.byRole && isOnePerson(one, user));

/** The addresses of those whom a plan asks by name: in the stage that it is at, also in those before, or in all. */
export function listApprovers(
  {
    stages = [],
    approvals,
  }: { readonly stages?: readonly Stage[] | undefined; readonly approvals: readonly Approval[] },
  which: "now" | "so far" | "all",
): readonly string[] {
  const at = findStage(stages, approvals)?.n ?? stages.length;
  const asked = which === "all" ? stages : stages.slice(which === "now" ? at - 1 : 0, at);
  // Not those who only have the role approver.
  const people = asked.flatMap((stage) => stage.people).filter(({ byRole }) => !byRole);
  return [...new Set(people.flatMap(({ emails: [email] }) => email ?? []))];
}

/**
 * Whom a word of a rule asks, in words.
 * @param about The people who gain or lose
 * @param place The connector or app
 */
export function formatAsked(word: string, about = "whoever gains or loses", place = "the connector or app") {
  switch (word) {
    case "approver":
      return ANY_APPROVER;
    case "manager":
      return `a manager of ${about}`;
    case "owner":
      return `an owner of ${place}`;
    default:
      return word.includes("@") ? word : `somebody of ${word}`;
  }
}

export const formatStageRule = ({ from, count, standIns }: StageRule): string =>
  `${count === 1 ? "" : `${count} people, each `}${from.map((word) => formatAsked(word)).join(" or ")}${standIns ? ", or who stands in" : ""}`;

/** The name of a stage that asks for the role approver alone. */
export const ANY_APPROVER = "somebody with the role approver";

/** The approvals of a plan so far, and whom it waits for, in sentences; `null` where any one approver decides. */
export function describeWait(
  stages: readonly Stage[] = [],
  approvals: readonly Approval[] = [],
): string | null {
  const stage = findStage(stages, approvals);
  if (!stage || (stages.length === 1 && stage.count === 1 && stage.name === ANY_APPROVER)) return null;
  const { n, lacks, count } = stage;
  const where = stages.length > 1 ? `Stage ${n} of ${stages.length} waits` : "It waits";
  const more = lacks < count ? `; ${lacks} more of them` : "";
  return [...approvals.map(formatApproval), `${where} for ${formatStage(stage)}${more}.`].join(" ");
}

/** A stage in words, with the addresses of those who are asked by name: `an owner of GitHub MCP (nora@example.com)`. */
export function formatStage(stage: Pick<Stage, "name" | "people" | "count">): string {
  const { name, count, people } = stage;
  const named = people
    .filter(({ byRole }) => !byRole)
    .map(({ emails: [email], id, for: absent }) => `${email ?? id}${absent ? ` for ${absent}` : ""}`)
    .filter((one) => !name.includes(one));
  const who = named.length > 0 ? `${name} (${named.join(", ")})` : name;
  return count === 1 ? who : `${count} people, each ${who}`;
}

export const formatApproval = ({ by, reason }: Pick<Approval, "by" | "reason">): string =>
  reason === "" ? `Approved by ${by}.` : `Approved by ${by}: ${reason}`;
