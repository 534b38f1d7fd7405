// Compares the approvals that four people, their delegations and two stages allow with a simple model of the rules.
import { expect, it } from "vitest";
import type { PlannedAction } from "../../src/actions/action.ts";
import type { ReadOnlyGovernance } from "../../src/governance/client/index.ts";
import { findStages } from "../../src/policy/approvers.ts";
import { gate } from "../../src/policy/gate.ts";
import { type PartyFinder, partyFinder } from "../../src/policy/parties.ts";
import { type Approval, findStage, mayApprove, mayDeny, type StageRule } from "../../src/policy/stages.ts";
import { isFullSweep } from "../support/sweep.ts";

/** Ada makes the request, for herself or for Ben. Cleo manages both. Cleo and Dan have the role approver. */
const [ADA, BEN, CLEO, DAN] = [0, 1, 2, 3];
const ALL = [ADA, BEN, CLEO, DAN] as const;
const APPROVERS: readonly number[] = [CLEO, DAN];
const GROUPS: Readonly<Record<string, readonly number[]>> = { Early: [BEN, CLEO], Late: [CLEO, DAN] };
const id = (person: number) => `usr_${person}`;
const email = (person: number) => `p${person}@example.com`;

const STAGES: readonly Omit<StageRule, "useDelegates">[] = [
  { from: ["approver"], count: 1 },
  { from: ["manager"], count: 1 },
  { from: ["Early", email(ADA)], count: 1 },
  { from: ["Late"], count: 2 },
  { from: ["manager", "approver"], count: 2 },
];

interface World {
  /** The affected person. */
  readonly about: number;
  /** The delegate of each person. */
  readonly delegates: readonly (number | null)[];
  readonly enabled: readonly boolean[];
  readonly stages: readonly StageRule[];
}

/** `npm test` explores every seventh combination of delegations, which covers each person's choices. */
const STEP = isFullSweep ? 1 : 7;

function* worlds(): Generator<World> {
  const rules = [true, false].flatMap((useDelegates) => STAGES.map((stage) => ({ ...stage, useDelegates })));
  const pairs = rules.flatMap((one) => [[one], ...rules.map((other) => [one, other])]);
  for (let n = 0; n < 4 ** 4; n += STEP) {
    const delegates = ALL.map(
      (one) => [null, ...ALL.filter((other) => other !== one)][Math.trunc(n / 4 ** one) % 4] ?? null,
    );
    for (const [about, hasDan] of [
      [ADA, true],
      [BEN, true],
      [ADA, false],
    ] as const)
      for (const stages of pairs) yield { about, delegates, enabled: [true, true, true, hasDan], stages };
  }
}

/** Returns true if a person may decide: enabled, neither Ada nor the affected person, and no delegate of either. */
const isFree = ({ about, delegates, enabled }: World, one: number): boolean =>
  enabled[one] === true && [ADA, about].every((other) => one !== other && delegates[other] !== one);

/** Returns the people whom a stage asks according to its rule. */
function asked(world: World, { from, useDelegates }: StageRule): ReadonlySet<number> {
  const named = from.flatMap((word) =>
    word === "approver" ? [] : word === "manager" ? [CLEO] : (GROUPS[word] ?? [ADA]),
  );
  const people = named
    .filter((one) => world.enabled[one])
    .map((one) => {
      const delegate = world.delegates[one] ?? null;
      return useDelegates && delegate !== null && isFree(world, delegate) ? delegate : one;
    });
  return new Set(
    [...people, ...(from.includes("approver") ? APPROVERS : [])].filter((one) => isFree(world, one)),
  );
}

/** Returns true if different people are available for all missing approvals. */
function canComplete(places: readonly ReadonlySet<number>[], used: ReadonlySet<number>): boolean {
  const [first, ...rest] = places;
  return !first || [...first].some((one) => !used.has(one) && canComplete(rest, new Set([...used, one])));
}

const places = (world: World, stages: readonly StageRule[]): ReadonlySet<number>[] =>
  stages.flatMap((stage) => Array.from({ length: stage.count }, () => asked(world, stage)));

function finderIn({ delegates, enabled }: World): PartyFinder {
  const users = ALL.map((one) => {
    const delegate = delegates[one] ?? null;
    return {
      id: id(one),
      email: email(one),
      ...(one <= BEN && { managerIds: [id(CLEO)] }),
      ...(delegate !== null && { delegatedUserId: id(delegate) }),
    };
  });
  const call = async (
    _: unknown,
    { body }: { body: { refs?: { id: string }[]; email?: string; query?: string; userStatuses: string[] } },
  ) => ({
    list: users
      .filter((_, n) => enabled[n] || body.userStatuses.includes("DISABLED"))
      .filter(
        (user) =>
          body.query === undefined &&
          (body.refs ? body.refs.some((ref) => ref.id === user.id) : user.email === body.email),
      )
      .map((user) => ({ user })),
  });
  return partyFinder({ call } as unknown as ReadOnlyGovernance);
}

const action: PlannedAction = {
  action: "test",
  input: {},
  summary: "…",
  target: "…",
  effects: [],
  beneficiaries: [],
  leaves: [],
};
const policy = {
  unknownRequestersFrom: [],
  groups: Object.fromEntries(Object.entries(GROUPS).map(([name, people]) => [name, people.map(email)])),
  owners: {},
};

async function explore(world: World): Promise<"hopeless" | number> {
  const find = finderIn(world);
  const [requester, beneficiaries, ...deciders] = await Promise.all([
    find.requester({ email: email(ADA) }),
    find.users([id(world.about)]),
    ...ALL.map((one) => find.decider(email(one))),
  ]);
  const concerned = { requesters: [requester], beneficiaries };
  const asking = {
    source: "jira",
    concerned,
    approvers: APPROVERS.map(email),
    policy,
    find,
    listOwners: async () => [],
  };
  const actions = [{ ...action, beneficiaries: [id(world.about)] }];
  const reasons = [{ reason: "it is a test", actions, stages: world.stages }];
  // Equal stages are merged.
  const rules = [...new Map(world.stages.map((one) => [JSON.stringify(one), one])).values()];
  const isPossible = canComplete(places(world, rules), new Set());
  const stages = await findStages(reasons, [], asking).catch((error: unknown) => {
    expect(error).toMatchObject({ code: "nobody_can_approve" });
    return null;
  });
  expect(stages !== null, JSON.stringify(world)).toBe(isPossible);
  if (!stages) return "hopeless";
  let ends = 0;
  const follow = (approvals: readonly Approval[], by: readonly number[]): void => {
    const at = findStage(stages, approvals);
    if (!at) {
      ends++;
      expect(new Set(by).size).toBe(stages.reduce((sum, { count }) => sum + count, 0));
      return;
    }
    const may = ALL.filter((one) => {
      const decider = deciders[one] ?? requester;
      const isApprover = APPROVERS.includes(one);
      const allowed = gate("second_person", { decider, ...concerned, source: "jira" }, policy);
      const stage = mayApprove({ user: decider.user, isApprover, stages, approvals });
      if (!allowed.ok || !stage.ok) return false;
      // Only people whom this stage asks, and who have not approved before, may approve.
      const rule = rules[at.n - 1];
      expect(rule && asked(world, rule).has(one), `${JSON.stringify(world)} ${at.name} ${one}`).toBe(true);
      expect(by).not.toContain(one);
      expect(mayDeny({ user: decider.user, isApprover, stages, approvals }).ok).toBe(true);
      return true;
    });
    // Every waiting stage has a person who may approve it.
    expect(may, `${JSON.stringify(world)} ${by.join()}`).not.toEqual([]);
    for (const one of may) {
      const person = deciders[one]?.user;
      if (!person) throw new Error("nobody");
      const yes = { by: email(one), reason: "", hash: "h", at: 0, stage: at.name, person };
      follow([...approvals, yes], [...by, one]);
    }
  };
  follow([], []);
  return ends;
}

it("a plan is carried out only with as many different approvers as its stages need, and waits only while enough people can approve", async () => {
  const counts = { worlds: 0, hopeless: 0, ends: 0 };
  for (const world of worlds()) {
    const found = await explore(world);
    counts.worlds++;
    if (found === "hopeless") counts.hopeless++;
    else counts.ends += found;
  }
  expect(counts.worlds).toBe(Math.ceil(4 ** 4 / STEP) * 3 * 110);
  expect(counts.hopeless).toBeGreaterThan(1_000 / STEP);
  expect(counts.ends).toBeGreaterThan(10_000 / STEP);
}, 600_000);
