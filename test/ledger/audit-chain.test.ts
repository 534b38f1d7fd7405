import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AuditEntry, auditLine, chain, FIRST_PREVIOUS, link } from "../../src/ledger/audit-chain.ts";
import { linesIn, verify } from "../../src/ledger/audit-verify.ts";
import { casesOf } from "../support/sweep.ts";
import { auditEntry } from "./ledger.ts";

const entries = (count: number, desk = "desk-0") =>
  Array.from({ length: count }, (_, i) => auditEntry(i + 1, { desk }));
const lines = async (count: number, desk?: string) =>
  (await chain(FIRST_PREVIOUS, entries(count, desk))).map(auditLine);

describe("a chain", () => {
  it("has hashes that anyone can compute with SHA-256 from the previous hash, a line feed and canonical JSON", async () => {
    const entry = auditEntry(1, {
      runId: null,
      eventId: null,
      actor: "ada@example.com",
      detail: { b: 1, a: 2 },
    });
    const text = `${"0".repeat(64)}\n{"actor":"ada@example.com","at":1,"desk":"desk-0","detail":{"a":2,"b":1},"eventId":null,"runId":null,"seq":1,"type":"effect.sending"}`;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    expect(await link(FIRST_PREVIOUS, entry)).toEqual({
      ...entry,
      previous: FIRST_PREVIOUS,
      hash: new Uint8Array(digest).toHex(),
    });
  });

  it("can be continued from its last hash", async () => {
    const whole = await chain(FIRST_PREVIOUS, entries(5));
    const first = await chain(FIRST_PREVIOUS, entries(2));
    const second = await chain(first.at(-1)?.hash ?? "", entries(5).slice(2));
    expect([...first, ...second]).toEqual(whole);
  });

  it("has hashes that do not depend on the order of an entry's properties", async () => {
    const entry = auditEntry(1);
    const reversed = Object.fromEntries(Object.entries(entry).reverse()) as unknown as AuditEntry;
    expect((await link(FIRST_PREVIOUS, reversed)).hash).toBe((await link(FIRST_PREVIOUS, entry)).hash);
  });
});

describe("verification", () => {
  it("counts the entries of each desk, even if they are interleaved", async () => {
    const [a, b] = await Promise.all([lines(3), lines(2, "desk-1")]);
    const interleaved = [a[0], b[0], a[1], a[2], b[1], ""].filter((line) => line !== undefined);
    expect(await verify(interleaved)).toMatchObject({
      ok: true,
      value: {
        entries: 5,
        chains: [
          { desk: "desk-0", from: 1, to: 3 },
          { desk: "desk-1", from: 1, to: 2 },
        ],
      },
    });
    expect(await verify([])).toEqual({ ok: true, value: { entries: 0, erased: 0, chains: [] } });
  });

  it("accepts a chain that starts in the middle, and reports its first entry", async () => {
    expect(await verify((await lines(5)).slice(2))).toMatchObject({
      ok: true,
      value: { entries: 3, chains: [{ from: 3, to: 5, last: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
    });
  });

  it("reports a missing entry", async () => {
    expect(await verify((await lines(4)).filter((_, i) => i !== 2))).toMatchObject({
      ok: false,
      reason: {
        line: 3,
        desk: "desk-0",
        seq: 4,
        fault: "missing",
        detail: expect.stringContaining("3 is missing"),
      },
    });
  });

  it.for([
    ["repeated", [0, 1, 1, 2], { line: 3, seq: 2 }],
    ["out of order", [1, 0, 2], { line: 2, seq: 1 }],
  ] as const)("reports an entry that is %s", async ([, order, where]) => {
    const all = await lines(3);
    expect(await verify(order.map((i) => all[i] ?? ""))).toMatchObject({
      ok: false,
      reason: { ...where, fault: "duplicate" },
    });
  });

  it("reports an entry that was changed or, if that entry has a new hash, the entry after it", async () => {
    const all = await chain(FIRST_PREVIOUS, entries(3));
    const [first, second, third] = all;
    if (!first || !second || !third) throw new Error("no chain");
    const changed = { ...second, actor: "mallory@example.com" };
    expect(await verify([first, changed, third].map(auditLine))).toMatchObject({
      ok: false,
      reason: { line: 2, desk: "desk-0", seq: 2, fault: "changed" },
    });
    const { hash: _, previous, ...entry } = changed;
    expect(await verify([first, await link(previous, entry), third].map(auditLine))).toMatchObject({
      ok: false,
      reason: { line: 3, seq: 3, fault: "wrong_previous" },
    });
  });

  it("reports a first entry that refers to a previous one", async () => {
    expect(await verify([auditLine(await link("1".repeat(64), auditEntry(1)))])).toMatchObject({
      ok: false,
      reason: { line: 1, seq: 1, fault: "wrong_previous" },
    });
  });

  it.for<[string, (line: string) => string]>([
    ["that is not JSON", () => "{"],
    ["that is empty, but not the last", () => ""],
    ["that is not an entry", () => "null"],
    ["without a property", (line) => line.replace(/"actor":null,/, "")],
    ["with an extra property", (line) => line.replace("{", '{"__proto__":1,')],
    ["with a repeated property", (line) => line.replace("{", '{"actor":"ada@example.com",')],
    ["with an invalid sequence number", (line) => line.replace('"seq":2', '"seq":2.5')],
    ["that is not in the canonical form", (line) => line.replace("desk-0", "\\u0064esk-0")],
  ])("reports a line %s", async ([, change]) => {
    const [first = "", second = "", third = ""] = await lines(3);
    expect(await verify([first, change(second), third])).toMatchObject({
      ok: false,
      reason: { line: 2, fault: "unreadable" },
    });
  });

  it("succeeds for entries with any content", async () => {
    const texts = fc.string({ unit: "binary" });
    await fc.assert(
      fc.asyncProperty(texts, fc.dictionary(texts, fc.jsonValue()), async (actor, detail) => {
        const links = await chain(FIRST_PREVIOUS, [auditEntry(1, { actor, detail }), auditEntry(2)]);
        expect(await verify(links.map(auditLine))).toMatchObject({ ok: true });
      }),
      { numRuns: casesOf(100) },
    );
  });

  it("detects any changed byte of any entry", async () => {
    const whole = await chain(FIRST_PREVIOUS, [
      auditEntry(1, { actor: "Ada \ud800 Marsh", detail: { text: "a\u0001b\u2028 grüße", figure: 1e21 } }),
      ...entries(4).slice(1),
    ]);
    const bytes = Uint8Array.from(new TextEncoder().encode(whole.map(auditLine).join("\n")));
    // Reads the bytes in two chunks, like a file.
    const read = (file: Uint8Array<ArrayBuffer>) =>
      verify(linesIn([file.subarray(0, 100), file.subarray(100)]));
    expect(await read(bytes)).toMatchObject({ ok: true });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (position, difference) => {
          const changed = bytes.map((byte, i) => (i === position ? byte ^ difference : byte));
          const outcome = await read(changed);
          const line = bytes.subarray(0, position + 1).filter((byte) => byte === 10).length + 1;
          expect(outcome).toMatchObject({ ok: false });
          if (outcome.ok) return;
          expect(line - outcome.reason.line).toBeOneOf(bytes[position] === 10 ? [0, 1] : [0]);
        },
      ),
      // Bytes of U+FFFD changed to bytes that a lenient decoder replaces with U+FFFD.
      { numRuns: casesOf(2_000), examples: [[14, 28]] },
    );
  });
});
