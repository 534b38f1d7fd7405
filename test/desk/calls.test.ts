import { expect, it } from "vitest";
import { Connections, together } from "../../src/desk/engine/calls.ts";
import type { Governance } from "../../src/governance/client/index.ts";
import { createConnectorOwner } from "../../src/governance/contract/owners.ts";
import { searchUsers } from "../../src/governance/contract/users.ts";

const settle = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Six connections to an API whose calls are under way until the test ends them. */
function world() {
  const under = new Map<string, { readonly answer: () => void; readonly fail: () => void }>();
  const connections = new Connections(6);
  const api = {
    call: (_: unknown, { body }: { body: { email: string } }) =>
      new Promise((resolve, reject) => {
        const end = (settled: () => void) => () => {
          under.delete(body.email);
          settled();
        };
        const { email } = body;
        under.set(email, { answer: end(() => resolve(email)), fail: end(() => reject(new Error("lost"))) });
      }),
  } as unknown as Governance;
  const call = (email: string, { of = `${Number(email) % 2}`, operation = searchUsers as unknown } = {}) =>
    connections
      .through(api, of)
      .call(operation as typeof searchUsers, { body: { email } })
      .catch(String);
  return { under, call };
}

it("a desk has six calls under way, and others follow in the order in which they came", async () => {
  const { under, call } = world();
  const answers = Array.from({ length: 20 }, (_, n) => call(`${n}`));
  for (let n = 0; n < 20; n++) {
    await settle();
    expect([...under.keys()]).toEqual(Array.from({ length: Math.min(6, 20 - n) }, (_, i) => `${n + i}`));
    under.get(`${n}`)?.answer();
  }
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
});

it("a call that changes something goes before those that read, and one that failed makes room", async () => {
  const { under, call } = world();
  const first = call("0");
  for (let n = 1; n < 8; n++) void call(`${n}`);
  void call("owner", { of: "1", operation: createConnectorOwner });
  await settle();
  under.get("0")?.fail();
  expect(await first).toBe("Error: lost");
  await settle();
  expect([...under.keys()]).toEqual(["1", "2", "3", "4", "5", "owner"]);
  under.get("owner")?.answer();
  await settle();
  expect([...under.keys()]).toEqual(["1", "2", "3", "4", "5", "6"]);
});

it("one automation has three quarters of the connections at most, also while others wait for none", async () => {
  const { under, call } = world();
  for (let n = 0; n < 6; n++) void call(`a${n}`, { of: "a" });
  await settle();
  expect([...under.keys()]).toEqual(["a0", "a1", "a2", "a3"]);
  for (let n = 0; n < 3; n++) void call(`b${n}`, { of: "b" });
  await settle();
  expect([...under.keys()].slice(4)).toEqual(["b0", "b1"]);
  under.get("b0")?.answer();
  await settle();
  expect([...under.keys()].slice(4)).toEqual(["b1", "b2"]);
});

it("what is asked while a question is under way is asked together, and each gets its own answer or the fault", async () => {
  const asked: (readonly number[])[] = [];
  let answer = () => {};
  const ask = together(async (numbers: readonly number[]) => {
    asked.push(numbers);
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    if (numbers.includes(5)) throw new Error("away");
    return numbers.map((n) => n * 10);
  });
  const answers = [1, 2, 3].map(ask);
  await settle();
  answer();
  await settle();
  expect(asked).toEqual([[1], [2, 3]]);
  answer();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  const failed = [5, 6].map((n) => ask(n).catch(String));
  await settle();
  answer();
  await settle();
  answer();
  expect(await Promise.all(failed)).toEqual(["Error: away", 60]);
});
