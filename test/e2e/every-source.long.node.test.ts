import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliver, fixture, fixtures } from "../../src/cli/send/deliver.ts";
import { migrate } from "../../src/cli/shared/migrations.ts";
import { type RunningWorker, run } from "../../src/cli/shared/runtime.ts";
import { LOCAL_SECRETS, type Stack } from "../../src/cli/start/stack.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";
import { bytes, type Sender } from "../../src/sandbox/vendors/signing.ts";
import { sources } from "../../src/systems/index.ts";
import { startVendor } from "../vendors/stub.ts";
import { startStack } from "./stack.ts";

/** Tests security items 1 to 10 at the front door for every source. The tests of the sources cover the details. */
const RETIRING = "another-secret-retiring-soon";
const retiring = (sender: Sender): string => sender.otherSecret ?? RETIRING;

let stack: Stack;
let reeve: RunningWorker;
let bare: RunningWorker;
const lines: string[] = [];
beforeAll(async () => {
  // An event that an automation wants is recognized when it is repeated.
  const RULES = JSON.stringify({ enabled: ["test-tell", "requested-action"] });
  const entry = "test/support/reeve-with-rules.ts";
  const log = (line: string) => void lines.push(line);
  const both = senders.flatMap((sender) => {
    const variable = sources.get(sender.source)?.secretVariable;
    return variable ? [[variable, `${LOCAL_SECRETS[variable]},${retiring(sender)}`] as const] : [];
  });
  [stack, bare] = await Promise.all([
    startStack({ entry, log, bindings: { RULES, ...Object.fromEntries(both) } }),
    run({ name: "reeve", config: "wrangler.toml", entry, log, bindings: { LOCAL_STACK: "yes", RULES } }),
  ]);
  ({ reeve } = stack);
  await migrate(bare);
});
afterAll(() => Promise.all([stack.stop(), bare.stop()]));

it("every source has a sender, and every sender has a source", () => {
  expect(senders.map(({ source }) => source).sort()).toEqual([...sources.keys()].sort());
});

/** Returns the first recording of a source that contains an event. */
function meaningful(name: string) {
  const holdsEvent = ({ body, headers }: ReturnType<typeof fixture>): boolean => {
    const url = new URL("https://reeve.example.com/?event=worker.hired");
    const delivery = { method: "POST", url, headers: new Headers(headers), body: bytes([body]) };
    const parsed = sources.get(name)?.parse(delivery, Date.now());
    return Boolean(parsed?.ok && parsed.value.every(({ event }) => !("ignored" in event)));
  };
  const all = fixtures(name).map((file) => fixture(name, file));
  const found = all.find(holdsEvent) ?? all[0];
  if (!found) throw new Error(`${name} has no recordings`);
  return found;
}

async function eventsIn(response: Response): Promise<string[]> {
  const { event, events = event === undefined ? [] : [event] } = (await response.json()) as {
    event?: string;
    events?: string[];
  };
  return events;
}

/** True for the governance service, which signs with its own keys: the secret is only Reeve's, and proves nothing. */
const signsWithKeys = ({ source }: Sender): boolean => source === "conductorone";

/** Sources whose time or secret is in the body: a body that can't be parsed can't be verified. */
const PROVED_IN_BODY: ReadonlySet<string> = new Set(["linear", "microsoft-graph"]);

/** Returns recorded bodies of a source, in each of which the given list replaces one list: one body for each place. */
function withEachList(source: string, list: unknown[]): unknown[] {
  const bodies = new Map<string, unknown>();
  for (const file of fixtures(source)) {
    const { body } = fixture(source, file);
    // Forms and texts have no lists.
    if (!/^[[{]/.test(body)) continue;
    const whole = JSON.parse(body);
    if (Array.isArray(whole)) bodies.set("", list);
    const visit = (inside: unknown, path: string, put: (value: unknown) => void): void => {
      if (typeof inside !== "object" || inside === null) return;
      if (Array.isArray(inside) && !bodies.has(path)) {
        put(list);
        bodies.set(path, structuredClone(whole));
        put(inside);
      }
      for (const [name, one] of Object.entries(inside))
        visit(one, `${path}.${Array.isArray(inside) ? "*" : name}`, (value) =>
          Reflect.set(inside, name, value),
        );
    };
    visit(whole, "", () => {});
  }
  return Array.from(bodies.values());
}

describe.each(senders.map((sender) => [sender.source, sender] as const))("%s", (name, sender) => {
  const { body, headers } = meaningful(name);
  const others = senders.filter(({ source, path = source }) => path !== (sender.path ?? name));
  const send = (
    at: RunningWorker,
    how: Parameters<typeof deliver>[3] = {},
    text: string | Uint8Array = body,
  ) => deliver(at.url, sender, { body: text, headers }, { id: `every-${name}`, ...how });

  it("responds with 503 while its secret is not set", async () => {
    expect((await send(bare)).status).toBe(503);
  });

  it("rejects a wrong secret, a changed body and another source's delivery, and records none of them", async () => {
    lines.length = 0;
    const forged = signsWithKeys(sender)
      ? send(reeve, {}, body.replace("https://localhost/", "https://elsewhere.example.com/"))
      : send(reeve, { secret: `${sender.localSecret.slice(0, -4)}AAA=` });
    expect((await forged).status).toBe(401);
    for (const other of others) {
      const foreign = { ...other, path: sender.path ?? sender.source };
      const response = await deliver(reeve.url, foreign, { body, headers }, { id: "foreign" });
      expect([other.source, response.status]).toEqual([other.source, 401]);
    }
    await expect
      .poll(() => lines.filter((line) => line.includes("delivery_refused")))
      .toHaveLength(1 + others.length);
    expect(lines.filter((line) => line.includes('"message":"delivery"'))).toEqual([]);
  });

  it("rejects a body larger than 1 MiB", async () => {
    expect((await send(reeve, {}, "x".repeat(1024 * 1024 + 1))).status).toBe(413);
  });

  it("rejects a misplaced list of 130,000 elements, and records the rejection if the delivery is signed", async () => {
    const url = new URL(`/hooks/${sender.path ?? name}`, reeve.url);
    const crowd = Array(130_000).fill([]);
    // The body of an unsigned delivery is not parsed.
    const unsigned = await fetch(url, { method: "POST", body: JSON.stringify({ value: crowd }) });
    expect(unsigned.status).toBe(401);
    for (const large of [{ value: crowd }, ...withEachList(name, crowd)]) {
      const text = JSON.stringify(large);
      // A delivery signed in its body can exceed 1 MiB: Reeve then closes the connection before it is sent in full.
      const signed = await send(reeve, {}, text).then(
        ({ status }) => status,
        (error: unknown) => (PROVED_IN_BODY.has(name) ? 413 : Promise.reject(error)),
      );
      expect([text.slice(0, 200), signed]).toEqual([
        text.slice(0, 200),
        PROVED_IN_BODY.has(name) ? expect.toBeOneOf([401, 413]) : 422,
      ]);
    }
    if (PROVED_IN_BODY.has(name)) return;
    const ledger = await reeve.miniflare.getD1Database("LEDGER", "reeve");
    const kept = ledger
      .prepare("SELECT DISTINCT state, detail FROM events WHERE source = ? AND detail LIKE 'the body has%'")
      .bind(name);
    await expect
      .poll(() => kept.first())
      .toEqual({ state: "rejected", detail: "the body has more than 50000 values" });
  });

  it("accepts one of two concurrent copies of a delivery, and recognizes later copies, even if the retiring secret signs them", async () => {
    const at = Date.now();
    lines.length = 0;
    const [one, two] = await Promise.all([send(reeve, { at }), send(reeve, { at })]);
    expect(
      [one.status, two.status].filter((status) => status === (sources.get(name)?.accepted ?? 202)).length,
    ).toBeGreaterThan(0);
    // A source that Reeve answers later never gets a 200, which would be a synchronous answer.
    const known = sources.get(name)?.isAnswered ? 202 : 200;
    expect([one.status, two.status]).toContain(known);
    const [first, second] = await Promise.all([eventsIn(one), eventsIn(two)]);
    expect(first.length).toBeGreaterThan(0);
    expect(second).toEqual(first);
    const later = await send(reeve, { at });
    expect([later.status, await eventsIn(later)]).toEqual([known, first]);
    const retired = await send(reeve, { at, secret: retiring(sender) });
    expect(retired.ok).toBe(true);
    if (!signsWithKeys(sender))
      await expect.poll(() => lines.some((line) => line.includes('"secret":"retiring"'))).toBe(true);
    expect(lines.join()).not.toContain(sender.localSecret);
  });
});

it("the value of a handshake is stored for an operator until its source has a secret", async () => {
  const post = (at: RunningWorker) =>
    fetch(new URL("/hooks/gusto", at.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"verification_token":"token-that-gusto-wants-back"}',
    });
  const kept = async (at: RunningWorker) =>
    ((await (await fetch(new URL("/api/control", at.url))).json()) as { handshakes: unknown[] }).handshakes;
  expect([(await post(bare)).status, (await post(reeve)).status]).toEqual([200, 200]);
  expect(await kept(bare)).toMatchObject([{ source: "gusto", value: "token-that-gusto-wants-back" }]);
  expect(await kept(reeve)).toEqual([]);
  expect(lines.join()).not.toContain("token-that-gusto-wants-back");
});

it("no request is sent to the URLs in request bodies", async () => {
  const somewhere = await startVendor(() => ({ status: 200 }));
  for (const sender of senders) {
    for (const file of fixtures(sender.source)) {
      const { body, headers } = fixture(sender.source, file);
      const named = body.replaceAll(/https:\/\/[\w.-]+/g, somewhere.url);
      await deliver(reeve.url, sender, { body: named, headers });
    }
  }
  await expect.poll(() => lines.filter((line) => line.includes('"message":"run"')).length).toBeGreaterThan(0);
  expect(somewhere.asked).toEqual([]);
  await somewhere.stop();
});
