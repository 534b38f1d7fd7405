import { describe, expect, it } from "vitest";
import { atMostAtOnce } from "../../src/desk/engine/calls.ts";

const MOST = 6;

/** Calls that are answered, or break, when the test says so. */
function world() {
  const under: { readonly url: string; answer(): void; break(): void }[] = [];
  const fetched = atMostAtOnce(
    MOST,
    (url) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          under.splice(
            under.findIndex((one) => one.url === String(url)),
            1,
          );
          settle();
        };
        under.push({
          url: String(url),
          answer: () => end(() => resolve(new Response(String(url)))),
          break: () => end(() => reject(new Error("lost"))),
        });
      }),
  );
  const call = (n: number, init: RequestInit = {}) =>
    fetched(`https://tenant.example.com/${n}`, init).then(async (answer) => answer.text());
  return { under, call };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 1));
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const addresses = (count: number) => numbers(count).map((n) => `https://tenant.example.com/${n}`);

describe("the connections of a desk", () => {
  it("carry six calls at once, and the others in the order in which they came", async () => {
    const { under, call } = world();
    const left: string[] = [];
    const answers = numbers(25).map((n) => call(n));
    await settle();
    while (under.length > 0) {
      expect(under).toHaveLength(Math.min(MOST, 25 - left.length));
      left.push(under[0]?.url ?? "");
      under[0]?.answer();
      await settle();
    }
    expect(left).toEqual(addresses(25));
    expect(await Promise.all(answers)).toEqual(addresses(25));
  });

  it("are free again after a call that broke, which is not repeated", async () => {
    const { under, call } = world();
    const calls = numbers(MOST + 1).map((n) => call(n).catch(String));
    await settle();
    under[0]?.break();
    expect(await calls[0]).toBe("Error: lost");
    await settle();
    expect(under.map(({ url }) => url)).toEqual(addresses(MOST + 1).slice(1));
  });

  it("do not carry a call that is given up before its turn, and go on with the next", async () => {
    const { under, call } = world();
    for (const n of numbers(MOST)) void call(n);
    const abort = new AbortController();
    const late = call(MOST, { signal: abort.signal });
    void call(MOST + 1);
    await settle();
    abort.abort(new Error("too late"));
    under[0]?.answer();
    await expect(late).rejects.toThrow("too late");
    await settle();
    expect(under.map(({ url }) => url)).toEqual([
      ...addresses(MOST).slice(1),
      `https://tenant.example.com/${MOST + 1}`,
    ]);
  });
});
