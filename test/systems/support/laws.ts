import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Secrets } from "../../../src/base/variable.ts";
import { readIncoming } from "../../../src/http/incoming.ts";
import { bytes, type Sender, type Signing } from "../../../src/sandbox/vendors/signing.ts";
import type { Delivery, Source } from "../../../src/systems/system.ts";
import { rulesOf } from "../../simulation/world.ts";
import { dressed, NOW, type Recorded, recordings } from "./dressed.ts";

/**
 * Describes the rules that every source must follow.
 * @param unknowable Recordings without content that identifies them when they are signed again
 */
export function describeSource(
  source: Source,
  sender: Sender,
  recorded: Recorded,
  unknowable: readonly string[] = [],
): void {
  const all = recordings(recorded);
  const [first] = all;
  if (!first) throw new Error(`${source.name} has no fixtures`);
  const secret = sender.localSecret;
  const RETIRING = sender.otherSecret ?? "another-secret-retiring-soon";
  const verify = (delivery: Delivery, secrets: Secrets = [secret], now = NOW) =>
    source.verify(delivery, secrets, now);
  const dress = (signing: Partial<Signing> = {}, body: string | Uint8Array = first.body) =>
    dressed(sender, body, signing, first.headers);
  /** Finds the headers and parameters that authenticate a delivery, and whether the body contains the secret. */
  const proof = async () => {
    const {
      headers = {},
      query = {},
      body,
    } = await sender.sign(bytes([first.body]), {
      secret,
      at: NOW,
      id: "delivery-1",
    });
    const other = await sender.sign(bytes(["other"]), { secret: RETIRING, at: NOW, id: "delivery-1" });
    return {
      headers: Object.keys(headers).filter((name) => headers[name] !== other.headers[name]),
      query: Object.keys(query).filter((name) => query[name] !== other.query?.[name]),
      inBody: new TextDecoder().decode(body).includes(JSON.stringify(secret)),
    };
  };
  const withProof = async (change: (value: string) => string | null): Promise<Delivery> => {
    const delivery = await dress();
    const { headers, query, inBody } = await proof();
    for (const name of headers) {
      const value = change(delivery.headers.get(name) ?? "");
      if (value === null) delivery.headers.delete(name);
      else delivery.headers.set(name, value);
    }
    for (const name of query) {
      const value = change(delivery.url.searchParams.get(name) ?? "");
      if (value === null) delivery.url.searchParams.delete(name);
      else delivery.url.searchParams.set(name, value);
    }
    if (!inBody) return delivery;
    const body = new TextDecoder().decode(delivery.body);
    const changed = body.replaceAll(JSON.stringify(secret), JSON.stringify(change(secret)));
    return { ...delivery, body: bytes([changed]) };
  };

  describe(`the source ${source.name}`, () => {
    it.for(all)("verifies and reads $name", async ({ body, headers }) => {
      const delivery = await dressed(sender, body, {}, headers);
      expect(await verify(delivery)).toMatchObject({ ok: true, value: { secret: 0 } });
      const parsed = source.parse(delivery, NOW);
      expect(parsed).toMatchObject({ ok: true });
      for (const { id, event, payload } of parsed.ok ? parsed.value : []) {
        expect(id).not.toBe("");
        expect(JSON.parse(payload)).toBeDefined();
        if ("ignored" in event) expect(event.ignored).toMatch(/\w/);
        else {
          expect(event.subject).toMatch(/^[a-z-]+:./);
          expect(JSON.parse(JSON.stringify(event))).toEqual(event);
        }
      }
    });

    it.for(all)("parses $name only once", async ({ body, headers }) => {
      const delivery = await dressed(sender, body, {}, headers);
      const parse = vi.spyOn(JSON, "parse");
      onTestFinished(() => parse.mockRestore());
      source.parse(delivery, NOW);
      expect(parse.mock.calls.length).toBeLessThanOrEqual(1);
    });

    it("has a proof that depends on the secret", async () => {
      const { headers, query, inBody } = await proof();
      expect(headers.length + query.length + Number(inBody)).toBeGreaterThan(0);
    });

    it.for<[string, (value: string) => string | null]>([
      ["missing", () => null],
      ["empty", () => ""],
      ["cut short", (value) => value.slice(0, -3)],
      ["longer", (value) => `${value}AA`],
      ["in other characters", (value) => value.replace(/[a-z]/gi, "é")],
      ["repeated", (value) => `${value.slice(0, -1)}, ${value.slice(0, -1)}`],
      ["all zeros", (value) => value.replace(/\w/g, "0")],
    ])("rejects a delivery whose proof is %s", async ([, change]) => {
      expect(await verify(await withProof(change))).toMatchObject({ ok: false });
    });

    it("accepts both secrets during a rotation and reports the one used, but rejects the old one afterwards", async () => {
      const old = await dress({ secret: RETIRING });
      expect(await verify(old, [secret, RETIRING])).toMatchObject({ ok: true, value: { secret: 1 } });
      expect(await verify(await dress(), [secret, RETIRING])).toMatchObject({
        ok: true,
        value: { secret: 0 },
      });
      expect(await verify(old, [secret])).toMatchObject({ ok: false });
    });

    if (source.authentication === "signed")
      it("rejects a body with a single flipped bit", async () => {
        const delivery = await dress();
        await fc.assert(
          fc.asyncProperty(fc.nat(delivery.body.length - 1), fc.nat(7), async (at, bit) => {
            const body = Uint8Array.from(delivery.body);
            body[at] = (body[at] ?? 0) ^ (1 << bit);
            expect(await verify({ ...delivery, body })).toMatchObject({ ok: false });
          }),
          { numRuns: 200 },
        );
      });

    if (source.authentication === "signed")
      it("rejects the same JSON in another spelling", async () => {
        const delivery = await dress({}, '{"a": 1, "b": "\\u00fc"}');
        for (const text of [
          '{"a":1,"b":"\\u00fc"}',
          '{"b": "\\u00fc", "a": 1}',
          '{"a": 1, "b": "ü"}',
          '{"a": 1, "a": 1, "b": "\\u00fc"}',
        ])
          expect(await verify({ ...delivery, body: bytes([text]) })).toMatchObject({ ok: false });
      });

    const { freshness } = sender;
    if (freshness)
      it("accepts a signature up to the maximum age and lead, but none that is older or further ahead", async () => {
        const { maxAge, maxAhead } = freshness;
        for (const seconds of [-maxAge, 0, maxAhead])
          expect(await verify(await dressAt(seconds))).toMatchObject({ ok: true });
        for (const seconds of [-maxAge - 1, maxAhead + 1, -10 * 365 * 86_400])
          expect(await verify(await dressAt(seconds))).toMatchObject({
            ok: false,
            reason: { check: seconds > 0 ? "timestamp_future" : "timestamp_stale" },
          });
      });
    const dressAt = (seconds: number) => dress({ at: NOW + seconds * 1000 });

    it("rejects or ignores bodies that its sender never sends, without throwing", async () => {
      for (const body of HOSTILE) {
        const parsed = source.parse(await dress({}, body), NOW);
        if (parsed.ok)
          for (const { event } of parsed.value) expect(() => JSON.stringify(event)).not.toThrow();
        else expect(parsed.reason.detail).toMatch(/\w/);
      }
      expect(Reflect.get({}, "polluted")).toBeUndefined();
    });

    it.for(all)("uses no empty header as the id of $name", async ({ body, headers }) => {
      for (const name of (await dressed(sender, body, {}, headers)).headers.keys()) {
        const delivery = await dressed(sender, body, {}, headers);
        delivery.headers.set(name, "");
        const believed = await verify(delivery);
        const parsed = source.parse(delivery, NOW);
        if (believed.ok && parsed.ok)
          for (const { id } of parsed.value) expect([name, id]).not.toEqual([name, ""]);
      }
    });

    it.for(all)("recognizes $name if it is sent again", async ({ name, body, headers }) => {
      const keysAt = async (now: number, more: Readonly<Record<string, string>>) => {
        const delivery = await dressed(sender, body, { at: now }, { ...headers, ...more });
        const [verified, parsed] = [await verify(delivery, [secret], now), source.parse(delivery, now)];
        if (!verified.ok || !parsed.ok) throw new Error("is refused, or can't be read");
        const taken = await readIncoming(
          source,
          verified.value.signed ?? [delivery.body],
          parsed.value,
          rulesOf(),
        );
        return taken.map(({ keys }) => keys);
      };
      const again = await keysAt(NOW + RESENT_AFTER_MS, RETRY);
      const before = await keysAt(NOW, {});
      expect(again).toHaveLength(before.length);
      for (const [n, keys] of before.entries()) {
        const shared = again[n]?.filter((key) => (keys as readonly string[]).includes(key)) ?? [];
        expect(shared.length > 0, `${again[n]} is known, as ${keys}`).toBe(!unknowable.includes(name));
      }
    });
  });
}

/** How long after an unacknowledged delivery the sender retries it. */
const RESENT_AFTER_MS = 95_000;

/** Headers that senders add to a retry. */
const RETRY = {
  "x-slack-retry-num": "1",
  "x-slack-retry-reason": "http_timeout",
  "x-atlassian-webhook-retry": "1",
  "retry-count": "1",
};

/** Bodies that no sender sends. */
const HOSTILE: readonly (string | Uint8Array)[] = [
  "",
  "{",
  "null",
  "1",
  '""',
  "[]",
  "[[]]",
  "{}",
  "[".repeat(100_000),
  '{"a":'.repeat(5_000),
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  "a=1&a=2&__proto__=3",
  "payload=%7B",
  Uint8Array.of(0x22, 0xff, 0x22),
  Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d),
  "\u0000",
];
