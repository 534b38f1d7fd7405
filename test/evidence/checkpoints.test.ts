import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { makeCheckpoint, openNote, watchCheckpoints } from "../../src/evidence/checkpoints.ts";
import { toPublicKey } from "../../src/evidence/keys.ts";
import { type ExportedTrail, verifyCheckpoints, verifyReceipt } from "../../src/evidence/verify.ts";
import type { LinkWithTexts } from "../../src/ledger/audit-chain.ts";
import { exportAudit } from "../../src/ledger/audit-list.ts";
import { linesIn, verify } from "../../src/ledger/audit-verify.ts";
import { type CheckpointRecord, toRecord } from "../../src/ledger/evidence.ts";
import { endErasing } from "../../src/ledger/people/erasing.ts";
import { as, local, SITE } from "../console/signed.ts";
import { LEDGER, migrateLedger, runId } from "../ledger/ledger.ts";
import { app } from "../support/app.ts";
import { hearLog } from "../support/log.ts";
import { LOCAL_EVIDENCE_KEY, OTHER_KEY } from "./local-key.ts";
import { ADA, makeRun, NORA, recordRun } from "./recorded.ts";

const signing: Env = {
  ...(env as unknown as Env),
  EVIDENCE_KEY: LOCAL_EVIDENCE_KEY,
  REEVE_URL: "https://reeve.example.com",
};
const keyOf = (jwk: string) => toPublicKey(JSON.parse(jwk).x);
const firstKey = keyOf(LOCAL_EVIDENCE_KEY);
const secondKey = keyOf(OTHER_KEY);
const keys = [firstKey, secondKey];

let n = 0;
const ends = new Map<string, LinkWithTexts>();
/** Records one more run, with three entries, at a desk. */
async function add(desk: string): Promise<void> {
  const links = await recordRun(await makeRun(++n), desk, ends.get(desk));
  const end = links.at(-1);
  if (end) ends.set(desk, end);
}

/** Reads the trail from an export, and verifies it. */
async function readTrail() {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of await exportAudit(LEDGER, {})) chunks.push(new Uint8Array(chunk));
  const outcome = await verify(linesIn(chunks));
  if (!outcome.ok) throw new Error(outcome.reason.detail);
  return new Map(outcome.value.chains.map((chain) => [chain.desk, chain]));
}
const made: CheckpointRecord[] = [];
const make = async (change: Partial<Env> = {}, at = 1_000, most?: number): Promise<CheckpointRecord> => {
  const one = await makeCheckpoint({ ...signing, ...change }, at, most);
  if (!one) throw new Error("there is no checkpoint");
  const record = toRecord(one);
  if (one.n > made.length) made.push(record);
  return record;
};
const check = async (records: readonly CheckpointRecord[], trail: ExportedTrail, trusted = keys) => {
  const outcome = await verifyCheckpoints(records, trail, trusted);
  return outcome.ok ? (outcome.value?.n ?? 0) : outcome.reason;
};
const get = (path: string, bindings: object = signing, init: RequestInit = {}) =>
  app.request(SITE + path, { headers: as("operator"), ...init }, { ...bindings, LOCAL_STACK: "yes" });

beforeAll(migrateLedger);
afterEach(() => vi.restoreAllMocks());

describe("a checkpoint", () => {
  it("does not exist while nothing is recorded", async () => {
    expect(await makeCheckpoint(signing, 1)).toBeNull();
    expect((await get("/api/checkpoints/latest")).status).toBe(404);
  });

  it("covers all chains, and is followed by another one only if there are new entries", async () => {
    await add("desk-0");
    await add("desk-1");
    const first = await make();
    expect(first).toMatchObject({ n: 1, size: 6, ends: { "desk-0": 3, "desk-1": 3 } });
    expect(await make({}, 2_000)).toEqual(first);
    await add("desk-10");
    await add("desk-0");
    const second = await make({}, 3_000);
    expect(second).toMatchObject({ n: 2, size: 12, ends: { "desk-0": 6, "desk-1": 3, "desk-10": 3 } });
    const text = await openNote(second.note, keys);
    expect(text).toMatch(/^reeve\.example\.com\n12\n[\w+/]{43}=\ntime 1970-01-01T00:00:03\.000Z\n$/);
    expect(await check(made, await readTrail())).toBe(2);
  });

  it("leaves the remaining entries to the next checkpoint once it reaches its limit", async () => {
    await add("desk-0");
    await add("desk-1");
    expect(await make({}, 3_500, 1)).toMatchObject({ size: 15, ends: { "desk-0": 9, "desk-1": 3 } });
    expect(await make({}, 3_600, 1)).toMatchObject({ size: 18, ends: { "desk-0": 9, "desk-1": 6 } });
    expect(await check(made, await readTrail())).toBe(4);
  });

  it("is made once for two concurrent requests, which both return the same checkpoint", async () => {
    await add("desk-1");
    const [one, other] = await Promise.all([make({}, 4_000), make({}, 5_000)]);
    expect(one).toEqual(other);
    expect(made).toHaveLength(one.n);
    expect(await check(made, await readTrail())).toBe(one.n);
  });

  it("can still be verified after people were erased, and so can a receipt", async () => {
    const receipt = await (await get(`/api/runs/${runId(1)}/receipt`)).text();
    for (const sought of [
      { email: ADA, names: ["Ada Marsh"] },
      { email: NORA, names: ["Nora Field"] },
    ]) {
      await endErasing(LEDGER, sought);
    }
    const trail = await readTrail();
    const outcome = await verifyCheckpoints(made, trail, keys);
    if (!outcome.ok) throw new Error(outcome.reason);
    expect(await verifyReceipt(receipt, trail, outcome.value, keys)).toEqual({
      ok: true,
      value: { run: runId(1), isCovered: true },
    });
  });

  it("can't be changed or deleted", async () => {
    for (const sql of [
      "UPDATE checkpoints SET note = 'x'",
      "UPDATE checkpoints SET ends = '{}'",
      "DELETE FROM checkpoints",
    ])
      await expect(LEDGER.prepare(sql).run()).rejects.toThrow(/never/);
  });

  it("can be verified only with both keys after the signing key was replaced", async () => {
    await add("desk-0");
    await make({ EVIDENCE_KEY: OTHER_KEY, EVIDENCE_OLD_KEYS: JSON.parse(LOCAL_EVIDENCE_KEY).x });
    const trail = await readTrail();
    expect(await check(made, trail, keys)).toBe(made.length);
    expect(await check(made, trail, [firstKey])).toBe(
      `checkpoint ${made.length} is not signed with these keys`,
    );
    expect(await check(made, trail, [secondKey])).toBe("checkpoint 1 is not signed with these keys");
  });
});

describe("verification finds", () => {
  const changeTrail = async (change: (own: { from: number; hashes: string[] }) => void, desk = "desk-0") => {
    const trail = await readTrail();
    const own = trail.get(desk);
    if (own) change(own);
    return trail;
  };
  const another = "does not match the trail: entries were changed, reordered or forked";

  it("a changed entry, two swapped entries, and a chain that was replaced from some entry on", async () => {
    for (const change of [
      ({ hashes }: { hashes: string[] }) => void hashes.splice(4, 1, "0".repeat(64)),
      ({ hashes }: { hashes: string[] }) => void hashes.splice(4, 2, ...hashes.slice(4, 6).reverse()),
    ])
      expect(await check(made, await changeTrail(change))).toBe(`checkpoint 2 ${another}`);
    const forked = await changeTrail(({ hashes }) => void hashes.fill("f".repeat(64), 2));
    expect(await check(made, forked)).toBe(`checkpoint 1 ${another}`);
  });

  it("a chain whose end was cut off, a missing desk, and a chain without its first entry", async () => {
    const cut = await changeTrail(({ hashes }) => void hashes.pop());
    expect(await check(made, cut)).toMatch(
      /^checkpoint \d+ has \d+ entries of desk-0, but the trail has \d+: its end was cut off$/,
    );
    const trail = await readTrail();
    trail.delete("desk-10");
    expect(await check(made, trail)).toBe(
      "checkpoint 2 has 3 entries of desk-10, but the trail has 0: its end was cut off",
    );
    const late = await changeTrail((own) => Object.assign(own, { from: 2, hashes: own.hashes.slice(1) }));
    expect(await check(made, late)).toMatch(/needs the first entries of desk-0/);
  });

  it("a checkpoint that is missing, changed, of another size, or forked", async () => {
    const trail = await readTrail();
    const [first, second, ...others] = made;
    if (!first || !second) throw new Error("too few");
    expect(await check([first, ...others], trail)).toBe("checkpoint 2 is missing");
    expect(await check([...others, second, first, first], trail)).toBe(made.length);
    const changed = { ...second, note: second.note.replace("\n12\n", "\n13\n") };
    expect(await check([first, changed], trail)).toBe("checkpoint 2 is not signed with these keys");
    expect(await check([first, { ...second, size: 13 }], trail)).toMatch(/^checkpoint 2 has entry numbers/);
    const back = { ...second, ends: { "desk-0": 2, "desk-1": 3, "desk-10": 7 } };
    expect(await check([first, back], trail)).toMatch(/^checkpoint 2 has entry numbers/);
    const moved = { ...second, ends: { "desk-0": 3, "desk-1": 6, "desk-10": 3 } };
    expect(await check([first, moved], trail)).toBe(`checkpoint 2 ${another}`);
    // A checkpoint of another trail, signed with the key: a holder of the key could show it to another person.
    const fork = { ...first, note: made[2]?.note ?? "" };
    expect(await check([first, fork], trail)).toBe(
      "checkpoint 1 exists twice with different content: the log was forked",
    );
  });

  it("a receipt that was changed, is signed with another key, or lists an entry that is not in the trail", async () => {
    const trail = await readTrail();
    const last = made.at(-1) ?? null;
    await add("desk-2");
    const receipt = await (await get(`/api/runs/${runId(n)}/receipt`)).text();
    const reason = async (text: string, trusted = keys) => {
      const outcome = await verifyReceipt(text, trail, last, trusted);
      return outcome.ok ? outcome.value : outcome.reason;
    };
    expect(await reason(receipt)).toBe(`of ${runId(n)} lists entry 1 of desk-2, which is not in the trail`);
    expect(await reason(receipt, [secondKey])).toBe("is not signed with these keys");
    const { payload, ...rest } = JSON.parse(receipt);
    const swapped = btoa(atob(payload).replace('"done"', '"held"'));
    expect(await reason(JSON.stringify({ ...rest, payload: swapped }))).toBe("is not signed with these keys");
    for (const text of ["", "{", "[]", "{}"]) expect(await reason(text)).toBe("is not a receipt");
  });
});

describe("checkpoints", () => {
  it("can be downloaded all together or one at a time, and can be made on demand by an operator", async () => {
    const all = (await (await get("/api/checkpoints.ndjson")).text()).trim().split("\n");
    expect(all.map((line) => JSON.parse(line))).toEqual(made);
    expect(await (await get("/api/checkpoints/1")).json()).toEqual(made[0]);
    for (const [path, status] of [
      ["latest", 200],
      ["999", 404],
      ["0", 404],
      ["x", 404],
    ] as const)
      expect((await get(`/api/checkpoints/${path}`)).status, path).toBe(status);
    const post = {
      method: "POST",
      body: "{}",
      headers: { ...as("operator"), "content-type": "application/json" },
    };
    const answer = await get("/api/checkpoints", signing, post);
    const one: CheckpointRecord = await answer.json();
    expect(one.n).toBe(made.length + 1);
    made.push(one);
    expect((await get("/api/checkpoints", local, post)).status).toBe(503);
  });

  it("are made by the cron every ten minutes", async () => {
    await add("desk-0");
    const count = () => LEDGER.prepare("SELECT count(*) AS n FROM checkpoints").first<number>("n");
    await watchCheckpoints(signing, 9 * 60_000);
    expect(await count()).toBe(made.length);
    await watchCheckpoints(signing, 20 * 60_000);
    expect(await count()).toBe(made.length + 1);
  });

  it("cause an alert without the key if the cron can't create one", async () => {
    const lines = hearLog();
    const halves = { ...JSON.parse(LOCAL_EVIDENCE_KEY), x: JSON.parse(OTHER_KEY).x };
    await add("desk-0");
    await watchCheckpoints({ ...signing, EVIDENCE_KEY: JSON.stringify(halves) }, 30 * 60_000);
    expect(lines).toMatchObject([{ message: "checkpoint_fault", level: "alert" }]);
    expect(JSON.stringify(lines)).not.toContain(halves.d);
  });
});
