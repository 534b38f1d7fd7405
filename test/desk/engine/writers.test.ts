import { expect, it } from "vitest";
import type { Author, InventoryEntry } from "../../../src/actions/inventory.ts";
import { removeSessionPolicy } from "../../../src/actions/session-policy.ts";
import { automation, type Context, type History, noHistory } from "../../../src/kit/automation.ts";
import type { Proposal } from "../../../src/kit/proposal.ts";
import type { Run } from "../../../src/runs/run.ts";
import { deskWith } from "../at-desk.ts";

const GITA: Author = { person: "gita.lund@example.com" };
const A_RUN: Author = { run: "run_1" };

const policy = (id: string) => ({ id, name: id });
const entry = (id: string, changedBy: Author): InventoryEntry<"session_policy"> => ({
  kind: "session_policy",
  key: id,
  data: { policy: policy(id), until: "2026-11-01" },
  runs: {},
  changedBy,
  changedAt: 1,
});
/** A history whose inventory has these session policies. */
const knowing = (...entries: readonly InventoryEntry<"session_policy">[]) =>
  ({
    ...noHistory,
    inventory: async () => entries,
    entry: async (_, key) => entries.find((one) => one.key === key) ?? null,
  }) as History;

const ends = ({ data }: InventoryEntry<"session_policy">) => removeSessionPolicy({ policy: data.policy });
const readAll = (history: History) => history.inventory("session_policy", { limit: 10 });

/** Runs an automation of a fork until its run has the state, and returns the reasons why it needs an approval. */
async function reasonsOf(
  state: Run["state"],
  history: History,
  propose: (context: Context) => Promise<Proposal>,
): Promise<unknown> {
  const rule = automation({
    name: "own-cleanup",
    on: "ticket.created",
    proposes: [removeSessionPolicy],
    propose: (_, context) => propose(context),
  });
  const policy = { approvals: [], unknownRequestersFrom: ["sim"] };
  const reasons: unknown[] = [];
  await deskWith({ rules: [rule], policy, history, call: () => ({}) }, async ({ deliver, runsAre }) => {
    await deliver("T-1");
    for (const run of await runsAre(state)) reasons.push(...run.approvalReasons);
  });
  return reasons;
}

const BY_GITA = "it deletes something because of inventory entries by gita.lund@example.com";

const endFirst = async ({ history }: Context): Promise<Proposal> => {
  const [first] = await readAll(history);
  return first ? { actions: [ends(first)] } : { ignore: "nothing" };
};

it.for<[string, Parameters<typeof reasonsOf>[2]]>([
  ["a person wrote the entry of its object, even if the automation gives no approval reason", endFirst],
  [
    "the automation read only another object's entry, which a person wrote",
    async ({ history }) => {
      await history.entry("session_policy", "sp_kiosk");
      return { actions: [removeSessionPolicy({ policy: policy("sp_other") })] };
    },
  ],
  [
    "only an earlier step of its proposal read the entry that a person wrote",
    async ({ history, progress }) => {
      if (progress) return { actions: [removeSessionPolicy({ policy: policy(String(progress)) })] };
      const [first] = await readAll(history);
      return { goOn: { state: first?.key, done: 1, of: 2, what: "policies" } };
    },
  ],
])("a delete that a custom automation proposes waits for an approval if %s", async ([, propose]) => {
  expect(await reasonsOf("awaiting_approval", knowing(entry("sp_kiosk", GITA)), propose)).toEqual([BY_GITA]);
});

it("a delete that a custom automation proposes is carried out if a run wrote its object's entry, and a person wrote only other entries", async () => {
  const history = knowing(entry("sp_kiosk", A_RUN), entry("sp_lab", GITA));
  expect(await reasonsOf("done", history, endFirst)).toEqual([]);
});
