import { expect, it } from "vitest";
import { groupCommits } from "../../../src/desk/engine/intake.ts";

/** A disk that takes a millisecond. */
const sync = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/** Returns a commit function for a list that drops the entries of failed transactions. */
function commits(company?: () => Promise<void>) {
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
  return { ...seen, of: seen, keep, commit: groupCommits({ transaction }, { sync }, company) };
}

it("work that arrives together is written together, in the order of arrival", async () => {
  const { commit, keep, of } = commits();
  const answers = await Promise.all(["a", "b", "c"].map((what) => commit(keep(what))));
  expect(answers).toEqual(["a", "b", "c"]);
  expect(of).toEqual({ kept: ["a", "b", "c"], transactions: 1 });
  expect(await commit(keep("d"))).toBe("d");
  expect(of.transactions).toBe(2);
});

it("work waits for more work as long as more is likely to arrive", async () => {
  const company = Promise.withResolvers<void>();
  const { commit, keep, of } = commits(() => company.promise);
  const [first, second] = [commit(keep("a")), commit(keep("b"))];
  await sync().then(sync);
  const third = commit(keep("c"));
  expect(of.transactions).toBe(0);
  company.resolve();
  expect(await Promise.all([first, second, third])).toEqual(["a", "b", "c"]);
  expect(of).toEqual({ kept: ["a", "b", "c"], transactions: 1 });
});

it("a failed write does not fail the others in its group, and is not retried", async () => {
  const { commit, keep, of } = commits();
  const settled = await Promise.allSettled(["a", "poison", "c"].map((what) => commit(keep(what))));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(of.kept).toEqual(["a", "c"]);
  of.transactions = 0;
  await expect(commit(keep("poison"))).rejects.toThrow("poison");
  expect(of.transactions).toBe(1);
});

it("work after a disk failure is still carried out, and its own errors are reported", async () => {
  const commit = groupCommits(
    { transaction: (work) => work() },
    { sync: () => Promise.reject(new Error("the disk failed")) },
  );
  expect(await commit(() => "a")).toBe("a");
  const poison = () => {
    throw new Error("poison");
  };
  await expect(commit(poison)).rejects.toThrow("poison");
});
