// The reads of a proposal are stored with its run, within a limit and without secrets, and answer the same questions
// again.
import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { retireTool } from "../../../src/actions/tool.ts";
import { Problem } from "../../../src/base/problem.ts";
import {
  areFactsComplete,
  MAX_FACTS_BYTES,
  MAX_MEMORY_CHARS,
  makeFactsRecorder,
  replayAnswers,
  withAnswers,
} from "../../../src/desk/engine/facts.ts";
import {
  caller,
  GovernanceProblem,
  type ReadOnlyGovernance,
  type ReadOperation,
} from "../../../src/governance/client/index.ts";
import { getMcpTool } from "../../../src/governance/contract/mcp.ts";
import { searchUsers } from "../../../src/governance/contract/users.ts";
import { automation, noHistory } from "../../../src/kit/automation.ts";
import { partyFinder } from "../../../src/policy/parties.ts";
import type { ProposalFacts } from "../../../src/runs/run.ts";
import { until } from "../../support/until.ts";
import { ADA, DeskAtHand, deskWith } from "../at-desk.ts";
import { DESK } from "../bindings.ts";

const AT = { code: "v-1", now: 3, since: 1, receivedAt: 2 };
const gone = new GovernanceProblem("governance_refused", "getMcpTool", "refused", { httpStatus: 404 });

const answering = (answer: (operation: string, input: unknown) => unknown): ReadOnlyGovernance =>
  caller<ReadOperation>(async ({ id }, input) => answer(id, input));

function keeping(governance: ReadOnlyGovernance) {
  const keeper = makeFactsRecorder();
  const history = { ...noHistory, rejected: async () => new Set(["app_1"]) };
  return {
    keeper,
    asked: withAnswers(keeper.answer, { governance, history, find: partyFinder(governance) }),
  };
}

const NOTHING = answering(() => {
  throw new Error("nothing is asked now");
});
const again = (facts: Parameters<typeof replayAnswers>[0]) =>
  withAnswers(replayAnswers(JSON.parse(JSON.stringify(facts))), {
    governance: NOTHING,
    history: noHistory,
    find: partyFinder(NOTHING),
  });

const path = { app_id: "app_1", connector_id: "con_1", id: "tool_1" };

it("the facts of a proposal answer its questions with the recorded results, and reject other questions", async () => {
  const { keeper, asked } = keeping(
    answering((id) => {
      if (id === "getMcpTool") throw gone;
      return { list: [{ user: { id: "usr_1", email: ADA } }] };
    }),
  );
  const ask = async ({ governance, history, find }: typeof asked) => [
    await governance.call(searchUsers, { body: { email: ADA } }),
    await Array.fromAsync(governance.items(searchUsers, { body: { pageSize: 1 } })),
    await governance.call(getMcpTool, { path }).catch((error: unknown) => error),
    await history.rejected({ automation: "leaver", since: 7 }),
    await find.requester({ email: ADA, name: "Ada Marsh" }),
    await find.users(["usr_1"]),
  ];
  const then = await ask(asked);
  expect(then[2]).toBe(gone);
  const facts = await keeper.facts(AT);
  expect(await areFactsComplete(facts)).toBe(true);
  expect(await ask(again(facts))).toEqual(then);
  await expect(again(facts).governance.call(searchUsers, {})).rejects.toThrow(
    'the automation reads ["call","searchUsers",{}], which was not read at that time',
  );
});

it("a proposal sends equal questions once, even while the answer is pending, but repeats a failed question", async () => {
  const made: string[] = [];
  let isAway = true;
  const { keeper, asked } = keeping(
    answering((id, input) => {
      made.push(`${id} ${JSON.stringify(input)}`);
      if (id === "getMcpTool" && isAway) throw gone;
      return { list: [{ user: { id: "usr_1", email: ADA } }] };
    }),
  );
  const { call } = asked.governance;
  const [first, second] = await Promise.all([1, 2].map(() => call(searchUsers, { body: { email: ADA } })));
  expect(second).toEqual(first);
  expect(await call(searchUsers, { body: { email: ADA } })).toEqual(first);
  await expect(call(getMcpTool, { path })).rejects.toBe(gone);
  isAway = false;
  await call(getMcpTool, { path });
  expect(made.map((one) => one.split(" ")[0])).toEqual(["searchUsers", "getMcpTool", "getMcpTool"]);
  const facts = await keeper.facts(AT);
  expect(facts.asked).toHaveLength(3);
  const then = again(facts);
  expect(await then.governance.call(searchUsers, { body: { email: ADA } })).toEqual(first);
  await expect(then.governance.call(getMcpTool, { path })).rejects.toThrow("refused (HTTP 404)");
  expect(await then.governance.call(getMcpTool, { path })).toEqual(first);
});

it("a proposal stores equal answers once, and the hash of its facts detects changes", async () => {
  const { keeper, asked } = keeping(answering(() => ({ list: [] })));
  for (const email of ["a@example.com", "b@example.com", "c@example.com"])
    await asked.governance.call(searchUsers, { body: { email } });
  const facts = await keeper.facts(AT);
  expect([facts.asked.length, facts.answers.length, facts.rest]).toEqual([3, 1, null]);
  for (const change of [{ answers: [] }, { code: "v-2" }, { since: 0 }, { asked: facts.asked.slice(1) }])
    expect(await areFactsComplete({ ...facts, ...change })).toBe(false);
});

it("a proposal stores answers up to a size limit, and only the number and the hash of the others", async () => {
  const { keeper, asked } = keeping(answering((_, input) => ({ list: [], input, text: "x".repeat(10_000) })));
  for (let n = 0; n < 20; n++) await asked.governance.call(searchUsers, { query: { n } } as never);
  const facts = await keeper.facts(AT);
  expect(JSON.stringify(facts).length).toBeLessThan(MAX_FACTS_BYTES + 2_000);
  expect(facts.rest).toEqual({ n: 20 - facts.asked.length, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(facts.asked.length).toBeGreaterThan(4);
  expect(await areFactsComplete(facts)).toBe(false);
});

it("a proposal keeps answers in memory up to a size limit, and asks the other questions again", async () => {
  let made = 0;
  const { keeper, asked } = keeping(
    answering(() => ({ list: [], n: ++made, text: "x".repeat(MAX_MEMORY_CHARS / 3) })),
  );
  const ask = (n: number) => asked.governance.call(searchUsers, { query: { n } } as never);
  for (const n of [1, 2, 3]) await ask(n);
  expect([await ask(1), await ask(2), await ask(3), await ask(3)]).toMatchObject(
    [1, 2, 4, 5].map((n) => ({ n })),
  );
  const facts = await keeper.facts(AT);
  expect([facts.asked.length, facts.rest?.n]).toEqual([0, 5]);
});

it("a proposal stores neither secrets nor sensitive data about people", async () => {
  const hidden = { password: "hunter2", apiKey: "k-1", dateOfBirth: "1990-01-01", salary: 7 };
  const { keeper, asked } = keeping(
    answering(() => ({ list: [{ user: { id: "usr_1", profile: hidden, about: "password: hunter2" } }] })),
  );
  const answer = await asked.governance.call(searchUsers, {});
  expect(JSON.stringify(answer)).toContain("hunter2");
  const kept = JSON.stringify(await keeper.facts(AT));
  expect(kept).toContain("usr_1");
  expect(kept).not.toMatch(/hunter2|k-1|1990|7,/);
});

it("a run stores the facts of its proposal with the deployed version, even if the proposal fails", async () => {
  let policyId = "pol_1";
  const reads = automation({
    name: "reads",
    on: "ticket.created",
    reads: ["searchUsers"],
    async propose(_, { governance }) {
      const { list } = await governance.call(searchUsers, { body: { email: ADA } });
      if (policyId === "pol_2") throw new Problem("user_not_found", "nobody");
      return { ignore: `${list.length} of ${policyId}` };
    },
  });
  const complete = async <One extends object>(event: One) => ({ ...event, extra: "completed" });
  await deskWith({ rules: [reads], code: "version-7", complete }, async ({ deliverUntil, audit }) => {
    const [run] = await deliverUntil("T-1", "ignored");
    expect(run?.facts).toMatchObject({ code: "version-7", rest: null });
    expect(run?.facts?.asked?.map(([question]) => question)).toEqual([
      '["event"]',
      '["progress"]',
      expect.stringContaining("searchUsers"),
    ]);
    expect(run?.facts?.answers?.[0]).toMatchObject({ is: { extra: "completed" } });
    policyId = "pol_2";
    const [, failed] = await deliverUntil("T-2", "ignored", "failed");
    expect(await areFactsComplete(failed?.facts as ProposalFacts)).toBe(true);
    expect(audit.map(({ type }) => type)).toContain("plan.failed");
  });
});

it("the facts of a proposal are stored apart from the run's row, like long responses, and sent to the ledger once", async () => {
  const long = { list: "long ".repeat(1_000).split(" ") };
  const handedOver: string[] = [];
  let isAway = true;
  const call = (id: string | undefined) => {
    if (id === "tool_1") return long;
    if (isAway) throw new GovernanceProblem("governance_unavailable", "deleteMcpTool", "away");
    return { id };
  };
  const place = { app: { id: "app_1", name: "App" }, connector: { id: "con_1", name: "Connector" } };
  const retire = (id: string) => retireTool({ ...place, tool: { id, name: id } });
  const twoTools = automation({
    name: "two-tools",
    on: "ticket.created",
    reads: ["searchUsers"],
    proposes: [retireTool],
    async propose(_, { governance }) {
      await governance.call(searchUsers, { body: { email: ADA } });
      return { actions: [retire("tool_1"), retire("tool_2")] };
    },
  });
  const refuses = (_: unknown, rows: string) => void handedOver.push(rows);
  await runInDurableObject(DESK.getByName(crypto.randomUUID()), async (_, { storage }) => {
    const parts = () => Array.from(storage.sql.exec("SELECT part FROM details"), ({ part }) => part);
    const at = new DeskAtHand(storage, { rules: [twoTools], call, refuses });
    at.ledgerAway = true;
    await at.deliver("T-1");
    const id = "run_2";
    await until("the second call to fail", async () => {
      await at.work();
      return at.run(id)?.failures === 1;
    });
    const { run } = storage.sql.exec<{ run: string }>("SELECT run FROM runs").one();
    expect(run).not.toMatch(/long|searchUsers.*searchUsers/);
    expect(JSON.parse(run).facts).toEqual({ code: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(parts()).toEqual(["0", "facts"]);
    at.restart();
    const shown = at.desk.titledRun(id)?.run;
    expect(await areFactsComplete(shown?.facts as ProposalFacts)).toBe(true);
    expect(shown?.journal[0]?.answer).toEqual(long);

    at.ledgerAway = false;
    await at.runsAre("acting");
    expect(parts()).toEqual([]);
    isAway = false;
    const [done] = await at.runsAre("done");
    expect(await areFactsComplete(done?.facts as ProposalFacts)).toBe(true);
    expect(done?.journal.map(({ answer }) => answer)).toEqual([long, { id: "tool_2" }]);
    expect(parts()).toEqual([]);
    expect(handedOver.filter((rows) => rows.includes("long"))).toHaveLength(1);
  });
});
