import { beforeEach, describe, expect, it } from "vitest";
import { canonicalJson, sha256Hex } from "../../src/base/hash.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { defineConfig } from "../../src/define-config.ts";
import { toPublicKey } from "../../src/evidence/keys.ts";
import { Envelope, openEnvelope } from "../../src/evidence/receipt.ts";
import { verifyReceipt } from "../../src/evidence/verify.ts";
import { endErasing, findHeld } from "../../src/ledger/people/erasing.ts";
import type { Run } from "../../src/runs/run.ts";
import { as, local, SITE } from "../console/signed.ts";
import { LEDGER, migrateLedger, runId } from "../ledger/ledger.ts";
import { app, asked } from "../support/app.ts";
import { LOCAL_EVIDENCE_KEY } from "./local-key.ts";
import { ADA, makeRun, NORA, recordRun } from "./recorded.ts";

const signing = { ...local, EVIDENCE_KEY: LOCAL_EVIDENCE_KEY };
const keys = [toPublicKey(JSON.parse(LOCAL_EVIDENCE_KEY).x)];
const get = (path: string, { reeve = app, env = signing as object, headers = as("viewer") } = {}) =>
  reeve.request(SITE + path, { headers }, env);
const open = async (envelope: unknown) =>
  JSON.parse((await openEnvelope(Envelope.parse(envelope), keys)) ?? "null");
const readReceipt = async (n: number, how: Parameters<typeof get>[1] = {}) => {
  const answer = await get(`/api/runs/${runId(n)}/receipt`, how);
  expect(answer.status).toBe(200);
  return answer.text();
};
const pseudonymous = asked(defineConfig({ ...sample, evidence: { people: "pseudonyms" } }));
const asNames = /\bada\b|marsh|nora|field/i;

beforeEach(async () => {
  n++;
  await migrateLedger();
  for (const table of ["events", "runs", "people"]) await LEDGER.prepare(`DELETE FROM ${table}`).run();
});

/** Each test has its own run and desk, because the trail is never deleted. */
let n = 1_000;
const nextDesk = () => `desk-${n}`;

describe("a receipt", () => {
  it("contains the requester, possible approvers, decisions, plan, calls and audit entries of its run", async () => {
    const run = await makeRun(n);
    const links = await recordRun(run, nextDesk());
    const statement = await open(JSON.parse(await readReceipt(n)));
    expect(statement).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      predicateType: "https://reeve.example/receipt/v1",
      subject: [{ name: run.id, digest: { sha256: run.plan?.hash } }],
      predicate: {
        run: { id: run.id, state: "done", automation: run.automation, began: new Date(n).toISOString() },
        asked: {
          by: { name: "Ada Marsh", email: ADA },
          movedBy: { name: "Nora Field", email: NORA },
          way: "Jira",
          source: "jira",
          authentication: "signed",
          ticket: `IAM-${n}`,
          agent: null,
        },
        approval: {
          reasons: run.approvalReasons,
          stages: [{ name: "somebody with the role approver", count: 1, people: [{ email: NORA }] }],
        },
        decided: [
          {
            type: "approval.granted",
            by: NORA,
            plan: run.plan?.hash,
            reason: "as Ada asked",
            at: expect.any(String),
          },
        ],
        calls: [{ operation: "createConnectorOwner", state: "applied", answer: { owner: { email: ADA } } }],
        record: links.map(({ desk, seq, hash, type }) => ({ desk, seq, hash, type })),
        planned: { code: null, facts: null },
        issuer: { settings: await sha256Hex(canonicalJson(sample)), people: "names" },
      },
    });
  });

  it("is made after the calls, and is followed by a second receipt once the follow-ups have ended", async () => {
    const second = (m: number) => get(`/api/runs/${runId(m)}/receipt?of=follow_ups`);
    const open_ = { state: "awaiting_follow_up", followUps: [{ step: 0, dueAt: n }] } as const;
    await recordRun(await makeRun(n, open_), nextDesk());
    expect((await open(JSON.parse(await readReceipt(n)))).predicate.run.state).toBe("awaiting_follow_up");
    expect((await second(n)).status).toBe(404);

    n++;
    const end = { by: NORA, reason: "started it", verdict: "done", at: n } as const;
    const run = await makeRun(n, { followUps: [{ step: 0, dueAt: n, end }] });
    const links = await recordRun(run, nextDesk());
    const text = await (await second(n)).text();
    const { predicateType, subject, predicate } = await open(JSON.parse(text));
    expect(predicateType).toBe("https://reeve.example/follow-up/v1");
    expect(subject).toEqual([{ name: run.id, digest: { sha256: run.plan?.hash } }]);
    expect(predicate).toMatchObject({
      followUps: [{ step: 0, task: run.plan?.actions[0]?.summary, state: "done" }],
      decided: [{ type: "follow_up.done", by: NORA, reason: "started it", steps: [0] }],
      record: [{ seq: links.at(-1)?.seq, hash: links.at(-1)?.hash }],
    });
    const trail = new Map([[nextDesk(), { from: 1, hashes: links.map(({ hash }) => hash) }]]);
    expect(await verifyReceipt(text, trail, null, keys)).toMatchObject({ ok: true, value: { run: run.id } });
    const lines = (await (await get("/api/receipts.ndjson")).text()).trim().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines).toContain(JSON.stringify(JSON.parse(text)));
  });

  it("contains everything that the plan's hash covers", async () => {
    await recordRun(await makeRun(n), nextDesk());
    const { subject, predicate } = await open(JSON.parse(await readReceipt(n)));
    const calls: { readonly step: number; readonly operation: string; readonly input: unknown }[] =
      predicate.calls;
    const actions = predicate.plan.actions.map(
      ({ action, input, target }: Record<string, unknown>, n: number) => [
        ...[action, input, target],
        calls.filter(({ step }) => step === n).map((call) => [call.operation, call.input]),
      ],
    );
    expect(await sha256Hex(canonicalJson([predicate.run.automation, actions]))).toBe(
      subject[0].digest.sha256,
    );
  });

  it("is the same each time, and names the code versions of the plan and of the receipt", async () => {
    const facts = { code: "v0", hash: "cd".repeat(32) } as Run["facts"];
    await recordRun(await makeRun(n, { facts }), nextDesk());
    const version = { id: "v1", tag: "", timestamp: "2026-11-24T00:00:00Z" };
    const env = { ...signing, VERSION: version };
    const text = await readReceipt(n, { env });
    expect(await readReceipt(n, { env })).toBe(text);
    expect((await open(JSON.parse(text))).predicate).toMatchObject({
      planned: { code: "v0", facts: "cd".repeat(32) },
      issuer: { code: version },
    });
  });

  it("states that no approval was required if no policy rule required one", async () => {
    await recordRun(await makeRun(n, { approvalReasons: [], stages: [], approvals: [] }), nextDesk());
    expect((await open(JSON.parse(await readReceipt(n)))).predicate.approval).toEqual({
      reasons: [],
      none: "no policy rule required an approval",
      stages: [],
    });
  });

  it.for(["rejected", "expired", "failed", "ignored", "cancelled"] as const)(
    "is made for a run in the state %s",
    async (state) => {
      await recordRun(
        await makeRun(n, { state, ...(state === "ignored" && { plan: null, journal: [] }) }),
        nextDesk(),
      );
      const { predicate, subject } = await open(JSON.parse(await readReceipt(n)));
      expect(predicate.run.state).toBe(state);
      expect(subject[0].digest.sha256).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  it.for(["awaiting_approval", "acting", "needs_review"] as const)(
    "is not made for a run in the state %s",
    async (state) => {
      await recordRun(await makeRun(n, { state }), nextDesk());
      const answer = await get(`/api/runs/${runId(n)}/receipt`);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        title: "run_unfinished",
        detail: expect.stringContaining(state),
      });
    },
  );

  it("is not made if the run is unknown, or if the evidence key is missing or invalid", async () => {
    expect((await get(`/api/runs/${runId(999)}/receipt`)).status).toBe(404);
    await recordRun(await makeRun(n), nextDesk());
    for (const path of [`/api/runs/${runId(n)}/receipt`, "/api/receipts.ndjson"]) {
      const answer = await get(path, { env: local });
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain("EVIDENCE_KEY is not set");
    }
    const wrong = { ...local, EVIDENCE_KEY: LOCAL_EVIDENCE_KEY.replace("11qYAY", "12qYAY") };
    const answer = await get(`/api/runs/${runId(n)}/receipt`, { env: wrong });
    expect(await answer.json()).toMatchObject({ title: "configuration_invalid" });
  });

  it("can be read only by users who may read the audit trail", async () => {
    await recordRun(await makeRun(n), nextDesk());
    const nobody = { headers: { ...as("viewer"), "reeve-roles": "none" } };
    for (const path of [
      `/api/runs/${runId(n)}/receipt`,
      "/api/receipts.ndjson",
      "/api/evidence/keys",
      "/api/audit",
    ]) {
      expect((await get(path)).status, path).toBe(200);
      expect((await get(path, nobody)).status, path).toBe(403);
    }
  });

  it("shows the trail's pseudonyms instead of people if the settings require pseudonyms", async () => {
    const links = await recordRun(await makeRun(n), nextDesk());
    const text = await readReceipt(n, { reeve: pseudonymous });
    const statement = await open(JSON.parse(text));
    expect(JSON.stringify(statement)).not.toMatch(asNames);
    const nora = links[1]?.actor;
    expect(nora).toMatch(/^per_/);
    expect(statement.predicate).toMatchObject({
      asked: { by: { email: expect.stringMatching(/^per_/) }, movedBy: { email: nora }, title: null },
      approval: { stages: [{ people: [{ email: nora }] }] },
      decided: [{ by: nora, reason: links[1]?.detail["reason"] }],
      plan: {
        actions: [{ summary: expect.stringMatching(/^Make per_\w+ \(per_\w+\) an owner of GitHub MCP\.$/) }],
      },
    });
    expect(await readReceipt(n, { reeve: pseudonymous })).toBe(text);
  });

  it("keeps an erased person's pseudonym, and still matches the entries of the trail", async () => {
    const links = await recordRun(await makeRun(n), nextDesk());
    for (const email of [ADA, NORA]) {
      const sought = { email, names: [email === ADA ? "Ada Marsh" : "Nora Field"] };
      for (let after: string | null = ""; after !== null; )
        after = (await findHeld(LEDGER, sought, after, true)).next;
      await endErasing(LEDGER, sought);
    }
    const { predicate } = await open(JSON.parse(await readReceipt(n)));
    expect(JSON.stringify(predicate)).not.toMatch(asNames);
    expect(predicate.decided).toMatchObject([{ by: links[1]?.actor, reason: "erased" }]);
    expect(predicate.record).toMatchObject(links.map(({ seq, hash }) => ({ seq, hash })));
  });
});

describe("receipts of a period", () => {
  it("cover all runs that ended in the period except ignored runs, in order", async () => {
    const desk = nextDesk();
    let end: Parameters<typeof recordRun>[2];
    for (let n = 1; n <= 120; n++) {
      const state = n % 10 === 0 ? "ignored" : n % 10 === 1 ? "acting" : "done";
      end = (await recordRun(await makeRun(n, { state }), desk, end)).at(-1);
    }
    const lines = async (query: string) => {
      const answer = await get(`/api/receipts.ndjson${query}`);
      expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
      const made = (await answer.text()).split("\n").slice(0, -1);
      return Promise.all(made.map(async (line) => (await open(JSON.parse(line))).subject[0].name));
    };
    const ended = Array.from({ length: 120 }, (_, i) => i + 1).filter((n) => n % 10 > 1);
    expect(await lines("")).toEqual(ended.map((n) => runId(n)));
    expect(await lines("?since=15&until=25")).toEqual([15, 16, 17, 18, 19, 22, 23, 24].map((n) => runId(n)));
    expect(await lines("?since=500")).toEqual([]);
  });
});

it("the list of keys starts with the current public key, followed by the old ones", async () => {
  const other = "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08";
  const env = { ...signing, EVIDENCE_OLD_KEYS: `${other}, ${other}` };
  const { keys: listed } = (await (await get("/api/evidence/keys", { env })).json()) as {
    keys: { use: string; keyid: string; x: string; pem: string }[];
  };
  expect(listed.map(({ use }) => use)).toEqual(["current", "old", "old"]);
  expect(listed[0]).toMatchObject({
    x: JSON.parse(LOCAL_EVIDENCE_KEY).x,
    keyid: expect.stringMatching(/^[0-9a-f]{64}$/),
    pem: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA/),
  });
  expect(JSON.stringify(listed)).not.toContain(JSON.parse(LOCAL_EVIDENCE_KEY).d);
});
