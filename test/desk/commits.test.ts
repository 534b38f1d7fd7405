import { expect, it } from "vitest";
import { Commits } from "../../src/desk/engine/commits.ts";
import { gathering } from "../../src/desk/engine/gathering.ts";

const company = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/** Commits on a list that loses what a transaction that fails put there. */
function commits() {
  const kept: string[] = [];
  const seen = { kept, transactions: 0 };
  const transaction = <Result>(work: () => Result): Result => {
    const before = kept.length;
    seen.transactions++;
    try {
      return work();
    } catch (error) {
      kept.splice(before);
      throw error;
    }
  };
  const keep = (what: string) => () => {
    kept.push(what);
    if (what === "poison") throw new Error(what);
    return what;
  };
  return { ...seen, of: seen, keep, commits: new Commits({ transaction, company }) };
}

it("what comes together is written together, in its order", async () => {
  const { commits: group, keep, of } = commits();
  const answers = await Promise.all(["a", "b", "c"].map((what) => group.commit(keep(what))));
  expect(answers).toEqual(["a", "b", "c"]);
  expect(of).toEqual({ kept: ["a", "b", "c"], transactions: 1 });
  expect(await group.commit(keep("d"))).toBe("d");
  expect(of.transactions).toBe(2);
});

it("one that cannot be kept takes none of its neighbours with it, and is not tried again", async () => {
  const { commits: group, keep, of } = commits();
  const settled = await Promise.allSettled(["a", "poison", "c"].map((what) => group.commit(keep(what))));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(of.kept).toEqual(["a", "c"]);
  of.transactions = 0;
  await expect(group.commit(keep("poison"))).rejects.toThrow("poison");
  expect(of.transactions).toBe(1);
});

it("questions that come together are asked in one call, and each has its own answer", async () => {
  const asked: (readonly number[])[] = [];
  const ask = gathering<number, number>(async (questions) => {
    asked.push(questions);
    if (questions.includes(0)) throw new Error("nobody is there");
    return questions.map((question) => question * 2);
  }, company);
  expect(await Promise.all([1, 2, 3].map(ask))).toEqual([2, 4, 6]);
  await expect(Promise.all([ask(0), ask(1)])).rejects.toThrow("nobody is there");
  expect(asked).toEqual([
    [1, 2, 3],
    [0, 1],
  ]);
});
