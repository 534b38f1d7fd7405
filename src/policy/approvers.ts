// Finds the possible approvers of each approval stage, checks that they can fill all stages, and lists the approvals
// that are still valid.
import { Problem } from "../base/problem.ts";
import { includesEmail } from "../base/text.ts";
import { noReader, type ReadOnCall } from "../systems/on-call/rota.ts";
import { type ActionPlace, type Ask, findPlace, listStages, type WantedStage } from "./approval.ts";
import { gate, type WhoMayDecide } from "./gate.ts";
import type { PartyFinder } from "./parties.ts";
import {
  type Concerned,
  type Identity,
  identify,
  isOnePerson,
  type Party,
  unknownRequester,
} from "./separation.ts";
import { type Approval, findUnfillable, formatAsked, isStageWord, rotaIn, type Stage } from "./stages.ts";

export interface Asking {
  readonly source: string;
  readonly concerned: Concerned;
  /** Emails of the people with the role approver, or `null` if some of them can't be listed. */
  readonly approvers: readonly string[] | null;
  readonly policy: WhoMayDecide & {
    readonly groups: Readonly<Record<string, readonly string[]>>;
    readonly owners: Readonly<Record<string, readonly string[]>>;
  };
  readonly find: PartyFinder;
  /** Lists the ids of the governance users who own a connector or app according to the inventory. */
  listOwners(place: ActionPlace): Promise<readonly string[]>;
  /** Reads the people who are on call for a rota. @default no rota can be read */
  readonly readOnCall?: ReadOnCall | undefined;
}

/** The data, apart from the stages, that determines whether a person can approve. */
type Gating = Omit<Asking, "approvers" | "policy" | "listOwners"> & { readonly policy: WhoMayDecide };

/**
 * Lists the approvals that are still valid: their approvers are still enabled, and are neither requesters, affected
 * users, nor delegates of either. An approver who approved because of the role approver must still have that role, if
 * the settings list everybody who has it.
 * @param stages The stages for which the approvals were given
 */
export async function listStillHolding(
  given: readonly Approval[],
  { source, concerned, policy, find, approvers }: Omit<Asking, "listOwners" | "readOnCall">,
  stages: readonly Stage[] = [],
): Promise<readonly Approval[]> {
  const hasLostRole = ({ stage: name, by, person, onCall }: Approval): boolean => {
    const stage = stages.find((one) => one.name === name);
    if (!stage || onCall !== undefined || stage.role === "no" || approvers === null) return false;
    if (stage.people.some((one) => !one.byRole && isOnePerson(one, person))) return false;
    // An empty list means that the settings give the role to nobody. It might be assigned elsewhere, as on the local
    // stack. Approvers have then lost the role only if the settings listed approvers when the stage was filled.
    if (approvers.length === 0) return stage.role === "yes";
    return !includesEmail(approvers, by);
  };
  const there = await find.enabled(given.map(({ person }) => person.id));
  return given.flatMap((approval) => {
    const person = there.find(({ id }) => id === approval.person.id);
    const decider = { email: approval.by, user: person ?? null };
    const allowed = gate("second_person", { decider, ...concerned, source }, policy);
    return person && allowed.ok && !hasLostRole(approval) ? { ...approval, person } : [];
  });
}

type Candidate = Stage["people"][number];

/** A candidate for a stage, or a sentence about a person who can't approve. */
type Found = Candidate | string;

/**
 * Finds the stages of an approval, with their candidates.
 * @throws Problem `nobody_can_approve` if too few people can approve the plan, so that it would only expire, or if a
 * requester is unknown and the policy does not allow approvals for unknown requesters from the source
 */
export async function findStages(
  approvalReasons: readonly Ask[],
  given: readonly Approval[],
  asking: Asking,
): Promise<readonly Stage[]> {
  const { source, concerned, policy } = asking;
  const unknown = concerned.requesters.find(({ user }) => user === null);
  if (unknown && !policy.unknownRequestersFrom.includes(source))
    throw new Problem(
      "nobody_can_approve",
      `the plan needs an approval that nobody can give. ${unknownRequester(unknown, source)} To allow approvals of such plans, add ${source} to policy.unknownRequestersFrom in src/config.ts.`,
    );
  const wanted = mergeStages(approvalReasons, concerned);
  const places = wanted.reduce((sum, { count }) => sum + count, 0);
  const needsRole = wanted.some(({ from, otherwise = [] }) => [from, otherwise].flat().includes("approver"));
  const holders = needsRole ? await findHolders(places, asking) : null;
  const byName = new Map<string, Stage>();
  for (const stage of wanted) {
    const first = await fill(stage, holders, asking);
    const isEmpty = first.role === "no" && first.people.length === 0;
    const { otherwise: from = [], otherwiseName: name } = stage;
    const other = isEmpty && from.length > 0 ? await fill({ ...stage, from, name }, holders, asking) : null;
    // An approval by a person who was on call keeps its stage, whoever is on call now.
    const kept = given.find(
      ({ stage: its, onCall = "" }) =>
        first.onCall?.includes(onCall) && (its === first.name || its === stage.otherwiseName),
    );
    const skipped = [...first.skipped, ...(other?.skipped ?? [])];
    const found: Stage = { ...first, ...other, skipped, ...(kept && { name: kept.stage }) };
    const { count = 0, notes: before = [] } = byName.get(found.name) ?? {};
    const notes = [...before, ...(first.onCall ? skipped : [])];
    byName.set(found.name, {
      ...found,
      count: Math.max(found.count, count),
      ...(notes.length > 0 && { notes }),
    });
  }
  const stages = [...byName.values()];
  const hopeless = findUnfillable(stages, given);
  if (!hopeless) return stages;
  const { name, count, people, skipped } = hopeless;
  const who = count === 1 ? name : `${count} people, each ${name}`;
  const few = people.length === 0 ? "none" : "too few";
  throw new Problem(
    "nobody_can_approve",
    [`the plan needs an approval by ${who}, and ${few} of them can give it.`, ...skipped].join(" "),
  );
}

/** Finds the people who may approve a stage. @param holders The people with the role approver, if they can be listed */
async function fill(stage: MergedStage, holders: readonly Found[] | null, asking: Asking): Promise<Stage> {
  const { name, count, from } = stage;
  const role = !from.includes("approver") ? "no" : holders ? "yes" : "unlisted";
  const found: Found[] = [];
  const rotas = from.flatMap((word) => rotaIn(word) ?? []);
  for (const word of from) found.push(...(await findAsked(word, stage, asking)));
  // A person who is also asked for another reason remains an approver after their shift.
  for (const rota of rotas) found.push(...(await findOnCall(rota, asking)));
  if (role === "yes") found.push(...(holders ?? []));
  const skipped = found.filter((one) => typeof one === "string");
  return {
    name,
    count,
    role,
    people: listPeople(found),
    skipped,
    ...(rotas.length > 0 && { onCall: rotas }),
  };
}

/**
 * Finds the people who are on call for a rota. Delegates are not considered, because the rota itself names substitutes.
 */
async function findOnCall(rota: string, asking: Gating): Promise<readonly Found[]> {
  const { readOnCall = noReader, find } = asking;
  const read = await readOnCall(rota);
  if (!read.ok) return [read.reason];
  if (read.value.length === 0) return [`Nobody is on call for ${rota}.`];
  return Promise.all(
    read.value.map(async (email) =>
      checkApprover(await find.decider(email), email, asking, { onCall: rota }),
    ),
  );
}

/**
 * Returns the stages with the people who are on call now. `formerly` lists the people who were on call before. If a
 * rota can't be read, or nobody on call in it can approve, the people who were on call before remain.
 */
export const listOnCallNow = (stages: readonly Stage[], asking: Gating): Promise<readonly Stage[]> =>
  Promise.all(
    stages.map(async (stage) => {
      const found = stage.people.filter(({ onCall }) => onCall === undefined);
      for (const rota of stage.onCall ?? []) {
        const now = (await findOnCall(rota, asking)).filter((one) => typeof one !== "string");
        found.push(...(now.length > 0 ? now : stage.people.filter(({ onCall }) => onCall === rota)));
      }
      const people = listPeople(found);
      const asked = listPeople([...(stage.formerly ?? []), ...stage.people]);
      const formerly = asked.filter((one) => !people.some((other) => isOnePerson(one, other)));
      return { ...stage, people, ...(formerly.length > 0 && { formerly }) };
    }),
  );

function listPeople(found: readonly Found[]): Candidate[] {
  const people: Candidate[] = [];
  for (const one of found)
    if (typeof one !== "string" && !people.some((other) => isOnePerson(other, one))) people.push(one);
  return people;
}

/**
 * Lists people with the role approver until enough of them can approve, with a sentence about each one who can't.
 * Returns `null` if the people can't be listed.
 */
async function findHolders(places: number, asking: Asking): Promise<readonly Found[] | null> {
  const { approvers, find } = asking;
  // If the settings list no approvers, the holders of the role are unknown.
  if (approvers === null || approvers.length === 0) return null;
  const found: Found[] = [];
  for (const email of approvers)
    if (listPeople(found).length < places)
      found.push(checkApprover(await find.decider(email), email, asking, { byRole: true }));
  return found;
}

/**
 * Finds the people whom a word in a stage's `from` or `otherwise` describes. Returns an empty list for `approver` and
 * for rotas, which {@link fill} handles.
 */
async function findAsked(word: string, { of, useDelegates }: WantedStage, asking: Asking): Promise<Found[]> {
  const { concerned, policy, find } = asking;
  const orDelegate = async (user: Identity, email = user.emails[0] ?? user.id): Promise<Found> => {
    const [deputy] = useDelegates && user.delegate ? await find.enabled([user.delegate]) : [];
    const mayDeputy =
      deputy && checkApprover({ email: deputy.emails[0] ?? null, user: deputy }, email, asking);
    if (deputy && mayDeputy && typeof mayDeputy !== "string") return { ...mayDeputy, for: email };
    return checkApprover({ email, user }, email, asking);
  };
  const findEmails = (emails: readonly string[]): Promise<Found[]> =>
    Array.fromAsync(emails, async (email) => {
      const { user } = await find.decider(email);
      const nobody = `${email} does not match exactly one enabled user of the governance service.`;
      return user ? orDelegate(user, email) : nobody;
    });
  const findUsers = async (ids: readonly string[], what: string): Promise<Found[]> => {
    const enabled = await find.enabled(ids);
    return Array.fromAsync(new Set(ids), async (id) => {
      const user = enabled.find((one) => one.id === id);
      return user ? orDelegate(user) : `${id}, ${what}, is disabled or deleted.`;
    });
  };
  if (rotaIn(word) !== null) return [];
  if (!isStageWord(word)) return findEmails(word.includes("@") ? [word] : (policy.groups[word] ?? []));
  switch (word) {
    case "approver":
      return [];
    case "manager": {
      const found: Found[] = [];
      for (const { id, emails, managers = [] } of concerned.beneficiaries) {
        if (!of.beneficiaries.includes(id)) continue;
        const [whose = id] = emails;
        if (managers.length === 0) found.push(`${whose} has no manager.`);
        found.push(...(await findUsers(managers, `a manager of ${whose}`)));
      }
      return found;
    }
    case "owner": {
      const place = findPlace(of);
      if (!place) return [];
      const { app, connector = app } = place;
      // A connector can have any name, even that of a property that all objects have, such as `constructor`.
      const named = [connector.name, app.name].find((name) => Object.hasOwn(policy.owners, name));
      return named === undefined
        ? findUsers(await asking.listOwners(place), `an owner of ${connector.name}`)
        : findEmails(policy.owners[named] ?? []);
    }
    default:
      return word satisfies never;
  }
}

/** Returns the user as a candidate, or a sentence with the reason why they can't approve. */
function checkApprover(
  decider: Party,
  email: string,
  { concerned, source, policy }: Gating,
  how: Pick<Candidate, "byRole" | "onCall"> = {},
): Found {
  const allowed = gate("second_person", { decider, isOther: true, ...concerned, source }, policy);
  return allowed.ok && decider.user
    ? { ...identify(decider.user), ...how }
    : `${email} can't approve${allowed.ok ? "." : `: ${allowed.reason}`}`;
}

/** A stage with its name, and the name that it has if only the people in `otherwise` can approve. */
type MergedStage = WantedStage & { readonly name: string; readonly otherwiseName: string };

/**
 * Merges the stages of all reasons, in order: stages with the same candidates become one with the highest count. Each
 * merged stage has a unique name.
 */
function mergeStages(approvalReasons: readonly Ask[], { beneficiaries }: Concerned): readonly MergedStage[] {
  const wanted = new Map<string, MergedStage>();
  for (const stage of listStages(approvalReasons)) {
    const { of, from, otherwise = [], useDelegates, count } = stage;
    const { app, connector = app } = findPlace(of) ?? {};
    const about = of.beneficiaries.map((id) => beneficiaries.find((one) => one.id === id)?.emails[0] ?? id);
    const list = (words: readonly string[]) =>
      Array.from(new Set(words), (word) =>
        formatAsked(word, about.join(" or ") || undefined, connector?.name),
      );
    const [asked, names] = [new Set([...from, ...otherwise]), list(from)];
    const ids = [asked.has("manager") && of.beneficiaries, asked.has("owner") && [app?.id, connector?.id]];
    const key = JSON.stringify([names, ...(otherwise.length > 0 ? [otherwise] : []), useDelegates, ...ids]);
    const words = `${names.join(" or ")}${useDelegates ? ", or a delegate" : ""}`;
    const isTaken = [...wanted.values()].some(({ name }) => name === words);
    const before = wanted.get(key) ?? {
      ...stage,
      name: isTaken ? `${words} ${key}` : words,
      otherwiseName: list(otherwise).join(" or "),
    };
    wanted.set(key, { ...before, count: Math.max(before.count, count) });
  }
  return [...wanted.values()];
}
