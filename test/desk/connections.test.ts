import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Borrowed, Connections } from "../../src/desk/engine/connections.ts";

/** Calls that are answered when the test says so, by whom they left through. */
function world({ most = 20 } = {}) {
  const under: { readonly way: string; readonly url: string; answer(): void; break(): void }[] = [];
  const disposed: string[] = [];
  let couriers = 0;
  const fetchThrough =
    (way: string) =>
    (url: string | URL): Promise<Response> =>
      new Promise((resolve, reject) => {
        const over = <Given>(end: (given: Given) => void, given: Given) => {
          under.splice(
            under.findIndex((one) => one.url === String(url)),
            1,
          );
          end(given);
        };
        under.push({
          way,
          url: String(url),
          answer: () => over(resolve, new Response(String(url))),
          break: () => over(reject, new Error("lost")),
        });
      });
  const borrow = async (): Promise<Borrowed> => {
    const way = `courier ${++couriers}`;
    return { fetch: fetchThrough(way), [Symbol.dispose]: () => disposed.push(way) };
  };
  const connections = new Connections(fetchThrough("own"), borrow, most);
  const call = (n: number, init: RequestInit = {}) =>
    connections.fetch(`https://tenant.example.com/${n}`, init).then(async (answer) => answer.text());
  const ways = () =>
    Object.fromEntries(
      Array.from(
        Map.groupBy(under, ({ way }) => way),
        ([way, { length }]) => [way, length],
      ),
    );
  return { under, disposed, connections, call, ways };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 1));
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describe("the connections of a desk", () => {
  it("are six of its own, six of each courier, and no more than it may have", async () => {
    const { under, call, ways } = world();
    const answers = numbers(25).map((n) => call(n));
    await settle();
    expect(ways()).toEqual({ own: 6 });
    await expect.poll(ways).toEqual({ own: 6, "courier 1": 6, "courier 2": 6, "courier 3": 2 });
    under[0]?.answer();
    await settle();
    expect(under).toHaveLength(20);
    while (under.length > 0) {
      under[0]?.answer();
      await settle();
    }
    expect(await Promise.all(answers)).toHaveLength(25);
  });

  it("are its own as long as they do", async () => {
    const { under, call, ways } = world();
    for (const n of numbers(30)) {
      const answer = call(n);
      await settle();
      expect(ways()).toEqual({ own: 1 });
      under[0]?.answer();
      await answer;
    }
  });

  it("are its own while answers come soon: who finds none free waits for one", async () => {
    const { under, call, ways } = world();
    const answers = numbers(30).map((n) => call(n));
    while (under.length > 0) {
      expect(ways()).toEqual({ own: Math.min(6, under.length) });
      for (const one of under.slice()) one.answer();
      await settle();
    }
    expect(await Promise.all(answers)).toHaveLength(30);
  });

  it("do not repeat a call whose courier is gone, and have another carry the next", async () => {
    const { under, call, ways, disposed } = world();
    const calls = numbers(7).map((n) => call(n).catch(String));
    await expect.poll(ways).toEqual({ own: 6, "courier 1": 1 });
    under.find(({ way }) => way === "courier 1")?.break();
    expect(await calls.at(-1)).toBe("Error: lost");
    expect(disposed).toEqual(["courier 1"]);
    void call(8);
    await expect.poll(ways).toEqual({ own: 6, "courier 2": 1 });
  });

  it("give a courier back once it carries nothing", async () => {
    const { under, call, connections, disposed, ways } = world();
    const calls = numbers(13).map((n) => call(n));
    await expect.poll(ways).toEqual({ own: 6, "courier 1": 6, "courier 2": 1 });
    for (const one of under.filter(({ way }) => way === "courier 1")) one.answer();
    await settle();
    connections.giveBack();
    await settle();
    expect(disposed).toEqual(["courier 1"]);
    for (const one of under.slice()) one.answer();
    await Promise.all(calls);
    await settle();
    expect(disposed).toEqual(["courier 1", "courier 2"]);
  });

  it("do not send a call that is aborted before a courier has come", async () => {
    const { call, ways } = world();
    for (const n of numbers(6)) void call(n);
    await expect(call(7, { signal: AbortSignal.abort(new Error("too late")) })).rejects.toThrow("too late");
    await settle();
    expect(ways()).toEqual({ own: 6 });
  });

  it("end the waiting of a call that is aborted", async () => {
    const { call } = world();
    for (const n of numbers(6)) void call(n);
    const abort = new AbortController();
    const late = call(7, { signal: abort.signal });
    await settle();
    abort.abort(new Error("too late"));
    await expect(late).rejects.toThrow("too late");
  });
});

describe("a courier", () => {
  it("carries a call and its answer, body and all", async () => {
    const { Courier } = exports as unknown as { Courier: { open(): Promise<Borrowed> } };
    const connections = new Connections(
      () => new Promise(() => {}),
      () => Courier.open(),
      7,
    );
    for (const n of numbers(6)) void connections.fetch(`https://tenant.example.com/${n}`, {});
    const answer = await connections.fetch("http://courier-test.example.com/api/v1/search/users", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      redirect: "manual",
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: expect.anything() });
  });
});
