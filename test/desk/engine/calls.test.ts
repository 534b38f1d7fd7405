import { expect, it } from "vitest";
import { together } from "../../../src/base/batching.ts";
import { CallSlots } from "../../../src/desk/engine/limits.ts";
import type { Attempt, Governance } from "../../../src/governance/client/index.ts";
import { deleteMcpTool } from "../../../src/governance/contract/mcp.ts";
import { createConnectorOwner } from "../../../src/governance/contract/owners.ts";
import { getUser, searchUsers } from "../../../src/governance/contract/users.ts";

const settle = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Returns six slots to an API whose calls the test completes: first their headers, then their bodies. */
function world(sync: () => Promise<void> = async () => {}) {
  const under = new Map<string, Record<"headers" | "respond" | "fail" | "timeOut", () => void>>();
  const slots = new CallSlots(6, sync);
  const api = {
    call: (_: unknown, { body }: { body: { email: string } }, { paced }: { paced: Paced }) =>
      paced(
        (onHeaders) =>
          new Promise((resolve, reject) => {
            const { email } = body;
            const end = (settled: () => void) => () => {
              under.delete(email);
              settled();
            };
            under.set(email, {
              headers: () => onHeaders?.(),
              respond: end(() =>
                resolve({ outcome: "answered", status: 200, headers: new Headers(), text: email }),
              ),
              fail: end(() => reject(new Error("lost"))),
              timeOut: end(() => resolve({ outcome: "timeout", cause: null })),
            });
          }),
      ),
  } as unknown as Governance;
  const call = (
    email: string,
    {
      of = `${Number(email) % 2}`,
      operation = searchUsers as unknown,
      written = undefined as Promise<void> | undefined,
    } = {},
  ) =>
    slots
      .through(api, of, written)
      .call(operation as typeof searchUsers, { body: { email } })
      .catch(String);
  const callAll = (count: number, name: string, more: Parameters<typeof call>[1] = {}) =>
    Array.from({ length: count }, (_, n) => call(`${name}${n}`, { of: name, ...more }));
  const names = async () => {
    await settle();
    return [...under.keys()];
  };
  return { under, call, callAll, names };
}
type Paced = (send: (onHeaders?: () => void) => Promise<Attempt>) => Promise<unknown>;

const read = { operation: getUser };
const effect = { operation: createConnectorOwner };

it("a desk waits for the headers of at most six requests, and sends the others in the order of arrival", async () => {
  const { under, call, names } = world();
  const waiting = Array.from({ length: 20 }, (_, n) => call(`${n}`, n % 2 ? read : {}));
  for (let n = 0; n < 20; n++) {
    expect(await names()).toEqual(Array.from({ length: Math.min(6, 20 - n) }, (_, i) => `${n + i}`));
    under.get(`${n}`)?.respond();
  }
  await Promise.all(waiting);
});

it("a request takes a slot once everything before it is on disk, and frees the slot when its headers arrive", async () => {
  const disk = Promise.withResolvers<void>();
  let writes: Promise<void> | undefined;
  const { under, call, callAll, names } = world(async () => writes);
  writes = disk.promise;
  void call("waits for the disk", { of: "a" });
  writes = undefined;
  callAll(5, "a");
  void call("another", { of: "b", ...read });
  expect(await names()).toEqual(["a0", "a1", "a2", "a3", "a4", "another"]);
  under.get("a0")?.headers();
  disk.resolve();
  expect(await names()).toEqual(["a0", "a1", "a2", "a3", "a4", "another", "waits for the disk"]);
});

it("one automation may use every slot until another automation waits; free slots then go to the automation that uses the fewest", async () => {
  const { under, callAll, names } = world();
  callAll(9, "a");
  callAll(3, "a read ", { of: "a", ...read });
  expect(await names()).toEqual(["a0", "a1", "a2", "a3", "a4", "a read 0"]);
  callAll(4, "b");
  for (const name of ["a0", "a1", "a2", "a3"]) {
    under.get(name)?.respond();
    await settle();
  }
  expect(await names()).toEqual(["a4", "a read 0", "b0", "b1", "b2", "a5"]);
});

it("within one automation, a change is sent before waiting reads, and a failed request frees its slot", async () => {
  const { under, call, callAll, names } = world();
  const [first] = callAll(5, "a");
  callAll(3, "other ", { of: "a", ...read });
  void call("owner", { of: "a", ...effect });
  expect(await names()).toEqual(["a0", "a1", "a2", "a3", "a4", "other 0"]);
  under.get("a0")?.fail();
  expect(await first).toBe("Error: lost");
  expect(await names()).toEqual(["a1", "a2", "a3", "a4", "other 0", "owner"]);
});

it("a change frees its request slot when the response arrives, but its change slot only when its outcome is written", async () => {
  const { under, callAll, names } = world();
  const disk = Promise.withResolvers<void>();
  callAll(5, "a", { ...effect, written: disk.promise });
  callAll(2, "b", { ...effect, written: disk.promise });
  expect(await names()).toEqual(["a0", "a1", "a2", "a3", "a4"]);
  for (const name of ["a0", "a1", "a2", "a3"]) {
    const { headers, respond } = under.get(name) ?? {};
    headers?.();
    respond?.();
  }
  callAll(5, "c", read);
  expect(await names()).toEqual(["a4", "c0", "c1", "c2", "c3", "c4"]);
  // A call that failed has changed nothing, so its place is free immediately.
  under.get("a4")?.fail();
  expect(await names()).toEqual(["c0", "c1", "c2", "c3", "c4", "b0"]);
  under.get("c0")?.respond();
  expect(await names()).toEqual(["c1", "c2", "c3", "c4", "b0"]);
  disk.resolve();
  expect(await names()).toEqual(["c1", "c2", "c3", "c4", "b0", "b1"]);
});

it("the attempts of one call share a slot, so that a repeated change never waits for itself", async () => {
  const ok = { outcome: "answered", status: 200, headers: new Headers(), text: "" } as const;
  const twice = {
    async call(_: unknown, __: unknown, { paced }: { paced: Paced }) {
      for (const _ of ["first", "second"])
        await paced(async (onHeaders) => {
          onHeaders?.();
          return ok;
        });
      return "made";
    },
  } as unknown as Governance;
  const never = new Promise<void>(() => {});
  const call = new CallSlots(1, async () => {}).through(twice, "a", never).call;
  expect(await call(createConnectorOwner, {} as never)).toBe("made");
});

it("hanging effects of several automations leave a slot for reads and people's decisions", async () => {
  const { under, call, callAll, names } = world();
  callAll(4, "a", effect);
  callAll(4, "b", effect);
  const hanging = ["a0", "a1", "a2", "a3", "b0"];
  expect(await names()).toEqual(hanging);
  for (const name of ["c", "d"]) {
    void call(name, { of: name, ...read });
    expect(await names()).toEqual([...hanging, name]);
    under.get(name)?.respond();
  }
  void call("approver", { of: "" });
  expect(await names()).toEqual([...hanging, "approver"]);
});

it("hanging reads of several automations leave a slot for people's decisions", async () => {
  const { call, callAll, names } = world();
  callAll(4, "a", read);
  callAll(4, "b", read);
  expect(await names()).toHaveLength(5);
  void call("c", { of: "c", ...read });
  expect(await names()).toHaveLength(5);
  void call("approver", { of: "", ...read });
  expect((await names()).at(-1)).toBe("approver");
});

it("an operation that timed out without headers gets at most half of all slots until it responds", async () => {
  const { under, callAll, names } = world();
  const hangs = async () => (await names()).filter((name) => /^[ab]/.test(name));
  callAll(8, "a", effect);
  callAll(8, "b", effect);
  for (const name of await names()) under.get(name)?.timeOut();
  expect(await hangs()).toHaveLength(3);
  callAll(2, "other ", { of: "c", operation: deleteMcpTool });
  expect(await names()).toHaveLength(5);
  const [one] = await hangs();
  under.get(String(one))?.headers();
  for (const name of ["other 0", "other 1"]) under.get(name)?.respond();
  under.get(String(one))?.timeOut();
  // Late bodies, unlike late headers, do not limit the slots of the operation.
  expect(await hangs()).toHaveLength(5);
});

it("a desk batches calls that arrive while one is in flight, and each caller gets its own result or the error", async () => {
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
  const answers = [1, 2].map(ask);
  await settle();
  answers.push(...[3, 4].map(ask));
  answer();
  await settle();
  expect(asked).toEqual([
    [1, 2],
    [3, 4],
  ]);
  answer();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
  const failed = [ask(5).catch(String)];
  await settle();
  failed.push(ask(6).catch(String));
  answer();
  await settle();
  answer();
  expect(await Promise.all(failed)).toEqual(["Error: away", 60]);
});
