/**
 * Verifies receipts and checkpoints of a running Reeve with `npm run reeve -- audit:verify` and with third-party tools.
 */
import { execFile, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundleFromJSON } from "@sigstore/bundle";
import { toSignedEntity, Verifier } from "@sigstore/verify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import {
  append,
  computeRoot,
  readCheckpoint,
  signNote,
  writeCheckpoint,
} from "../../src/evidence/checkpoints.ts";
import { fromHex, readSigner } from "../../src/evidence/keys.ts";
import type { Envelope } from "../../src/evidence/receipt.ts";
import type { AuditLink } from "../../src/ledger/audit-chain.ts";
import type { CheckpointRecord } from "../../src/ledger/evidence.ts";
import type { Run } from "../../src/runs/run.ts";
import { makeFolder } from "../cli/fork.ts";
import { findOutput } from "../e2e/docs/docs-page.ts";
import { RuledReeve } from "../e2e/ruled-reeve.ts";
import { HUGO } from "../e2e/tickets.ts";
import { LOCAL_EVIDENCE_KEY, OTHER_KEY } from "./local-key.ts";

const CAMPAIGN = "test-start-campaign";
const reeve = RuledReeve.forFile({
  enabled: [CAMPAIGN],
  policy: { approvals: [{ when: "operation", operations: ["createCampaign"] }] },
  bindings: { DESKS: "3" },
});
const folder = makeFolder(afterAll);

const fetched = async (path: string, init?: RequestInit): Promise<string> => {
  const answer = await fetch(new URL(path, reeve.url), init);
  expect(answer.status, path).toBe(200);
  return answer.text();
};
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

let receipt: Envelope;
let run: Run;
let key: { readonly x: string; readonly pem: string; readonly note: string };
let checkpoints: readonly CheckpointRecord[];
let trail: string;
let receipts: string;

beforeAll(async () => {
  for (const review of ["One", "Two", "Three"]) {
    const waiting = await reeve.planned(CAMPAIGN, { review, reviewOwner: HUGO });
    await reeve.approve(waiting);
    run = await reeve.until(waiting.id, ({ state }) => state === "done");
    const headers = { "content-type": "application/json" };
    await fetched("/api/checkpoints", { method: "POST", headers, body: "{}" });
  }
  receipt = JSON.parse(await fetched(`/api/runs/${run.id}/receipt`));
  [key] = JSON.parse(await fetched("/api/evidence/keys")).keys;
  receipts = await fetched("/api/receipts.ndjson");
  trail = await fetched("/api/audit.ndjson");
  checkpoints = (await fetched("/api/checkpoints.ndjson"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
});

/** Returns the receipt with one changed byte in its payload. */
const changedReceipt = (): Envelope => {
  const payload = Buffer.from(receipt.payload, "base64");
  payload[100] = (payload[100] ?? 0) ^ 1;
  return { ...receipt, payload: payload.toString("base64") };
};
/** Returns the hashes of the trail by desk. */
const hashes = (): Record<string, string[]> => {
  const links: AuditLink[] = trail
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return Object.fromEntries(
    Array.from(
      Map.groupBy(links, ({ desk }) => desk),
      ([desk, own]) => [desk, own.map(({ hash }) => hash)],
    ),
  );
};
/** Returns the hashes, with a change to those of the desk with the most entries. */
const changedHashes = (change: (own: string[]) => string[]): Record<string, string[]> => {
  const all = hashes();
  const [desk = "", own = []] = Object.entries(all).sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return { ...all, [desk]: change(own) };
};
const flip = (hash = ""): string => (hash.startsWith("0") ? "1" : "0") + hash.slice(1);
const lines = (all: readonly object[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join("");

/** Returns the checkpoints. The last one is of another trail, which a holder of the key could sign. */
async function forkedCheckpoints() {
  const all = changedHashes((own) => [flip(own[0]), ...own.slice(1)]);
  const leaves: string[] = [];
  let before: CheckpointRecord["ends"] = {};
  for (const { ends } of checkpoints) {
    for (const desk of Object.keys(ends).sort())
      leaves.push(...(all[desk]?.slice(before[desk] ?? 0, ends[desk]) ?? []));
    before = ends;
  }
  const last = checkpoints.at(-1);
  const said = readCheckpoint(`${last?.note.split("\n\n")[0]}\n`);
  if (!last || !said) throw new Error("there is no checkpoint");
  const newRoot = await computeRoot(await append([], leaves.map(fromHex)));
  const text = writeCheckpoint({ ...said, root: newRoot });
  const note = await signNote(text, said.origin, await readSigner({ EVIDENCE_KEY: LOCAL_EVIDENCE_KEY }));
  return { trail: all, checkpoints: [...checkpoints.slice(0, -1), { ...last, note }] };
}

describe("npm run reeve -- audit:verify", () => {
  const verify = (text: string, ...more: readonly string[]) => {
    const args = [root("src/cli/reeve.ts"), "audit:verify", file("audit.ndjson", text), ...more];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    return { status, stdout, stderr };
  };
  const withKey = () => ["--key", key.x];
  const all = (list: readonly object[] = checkpoints) => [
    ...withKey(),
    "--checkpoints",
    file("checkpoints.ndjson", lines(list)),
    "--receipts",
    file("receipts.ndjson", receipts),
  ];

  it("verifies an export, and prints the limits of the proof", () => {
    const { status, stdout, stderr } = verify(trail, ...all());
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(
      /verified: 3 checkpoints, the last one made at 20[\dTZ:.-]+ covering \d+ entries; entries recorded later: \d+\n/,
    );
    expect(stdout).toMatch(/verified: 3 receipts; receipts that are not fully covered by a checkpoint: \d/);
    expect(stdout).toContain("A person with the key could have made a different record.");
  });

  it("verifies one receipt without checkpoints, and rejects a changed receipt", () => {
    const one = (of: object) =>
      verify(trail, ...withKey(), "--receipts", file("receipt.json", JSON.stringify(of, null, 2)));
    expect(one(receipt)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("1 receipt; receipts that are not fully covered by a checkpoint: 1"),
    });
    expect(one(changedReceipt())).toMatchObject({
      status: 1,
      stderr: "broken: receipt 1 is not signed with these keys\n",
    });
  });

  it("rejects a missing or invalid key or file", () => {
    expect(verify(trail, "--receipts", "x")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("add --key with the public key"),
    });
    expect(verify(trail, "--key", "x")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("43 characters"),
    });
    expect(verify(trail, ...withKey(), "--receipts", join(folder, "none"))).toMatchObject({ status: 2 });
    expect(verify(trail, ...withKey(), "--checkpoints", file("x", "{}\n"))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("a line of a --checkpoints file is not a checkpoint"),
    });
  });
});

/** Returns a tool's error, or `null` if it verified the input. */
const refusal = ({ status, stderr }: SpawnSyncReturns<string>): string | null =>
  status === 0 ? null : stderr || `exit ${status}`;

describe("a receipt", () => {
  /** Verifies with sigstore's own verifier and the given key. */
  const bySigstore = (envelope: Envelope): string => {
    const bundle = bundleFromJSON({
      mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
      verificationMaterial: { publicKey: { hint: "reeve" } },
      dsseEnvelope: envelope,
    });
    const trusted = {
      certificateAuthorities: [],
      timestampAuthorities: [],
      tlogs: [],
      ctlogs: [],
      publicKey: () => ({ publicKey: createPublicKey(key.pem), validFor: () => true }),
    };
    const verifier = new Verifier(trusted, { ctlogThreshold: 0, tlogThreshold: 0, timestampThreshold: 0 });
    verifier.verify(toSignedEntity(bundle));
    return JSON.parse(Buffer.from(envelope.payload, "base64").toString()).subject[0].name;
  };
  it("is accepted by @sigstore/verify, and rejected if it was changed", () => {
    expect(bySigstore(receipt)).toBe(run.id);
    expect(() => bySigstore(changedReceipt())).toThrow(/signature/);
  });

  const openssl = spawnSync("sh", ["-c", "jq --version && openssl version"], { encoding: "utf8" });
  const hasOpenssl = /^OpenSSL [3-9]/m.test(openssl.stdout);
  it.skipIf(!hasOpenssl)(
    `is accepted by the script for OpenSSL after the key was replaced, and rejected if a byte was changed${hasOpenssl ? "" : " (left out: no OpenSSL 3 with jq here)"}`,
    () => {
      const other = createPublicKey({ key: JSON.parse(OTHER_KEY), format: "jwk" });
      const keys = [{ pem: other.export({ type: "spki", format: "pem" }) }, key];
      const check = (envelope: Envelope, ...more: typeof keys) =>
        spawnSync("sh", [
          root("docs/trust/verify-receipt.sh"),
          file("receipt.json", JSON.stringify(envelope)),
          file("keys.json", JSON.stringify({ keys: more })),
        ]).status;
      expect(check(receipt, ...keys)).toBe(0);
      expect(check(receipt, ...keys.slice(0, 1))).toBe(1);
      expect(check(changedReceipt(), ...keys)).toBe(1);
    },
  );
});

describe("checkpoints", () => {
  const GOCODE = "/usr/share/gocode";
  const hasGo =
    spawnSync("go", ["version"]).status === 0 &&
    existsSync(`${GOCODE}/src/golang.org/x/mod/sumdb/note/note.go`);
  const left = hasGo ? "" : " (left out: no golang-go with golang-golang-x-mod-dev here)";
  const program = join(folder, "log");
  beforeAll(() => {
    if (!hasGo) return;
    const env = { ...process.env, GO111MODULE: "off", GOPATH: GOCODE, GOFLAGS: "" };
    const built = spawnSync("go", ["build", "-o", program, root("test/evidence/tools/log.go")], {
      env,
      encoding: "utf8",
    });
    expect(built.stderr).toBe("");
  });
  const byGo = (input: { checkpoints?: readonly object[]; trail?: object }) =>
    spawnSync(program, [key.note], {
      input: JSON.stringify({ checkpoints, trail: hashes(), ...input }),
      encoding: "utf8",
    });

  it.skipIf(!hasGo)(
    `are accepted by Go's sumdb/note and sumdb/tlog, with proofs for each entry and from each checkpoint to the next${left}`,
    () => {
      const accepted = byGo({});
      expect(refusal(accepted)).toBeNull();
      expect(accepted.stdout.trim().split("\n")).toEqual(
        checkpoints.map(({ n, size }) => `checkpoint ${n}: ${size} entries`),
      );
    },
  );

  it.skipIf(!hasGo)(
    `are rejected by Go's sumdb if a byte was changed, a chain was cut, or the log was forked${left}`,
    async () => {
      const [first, ...others] = checkpoints;
      const changed = { ...first, note: first?.note.replace("time 2", "time 1") };
      expect(refusal(byGo({ checkpoints: [changed, ...others] }))).toContain("invalid signature for key");
      expect(refusal(byGo({ trail: changedHashes((own) => own.slice(0, -1)) }))).toContain("was cut");
      for (const change of [
        (own: string[]) => [flip(own[0]), ...own.slice(1)],
        (own: string[]) => [own[1] ?? "", own[0] ?? "", ...own.slice(2)],
      ])
        expect(refusal(byGo({ trail: changedHashes(change) }))).toContain("invalid transparency proof");
      expect(refusal(byGo(await forkedCheckpoints()))).toContain("invalid transparency proof");
    },
  );
});

describe("docs/trust/evidence.md", () => {
  const page = readFileSync(root("docs/trust/evidence.md"), "utf8");
  const blocks = Array.from(page.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = ""]) => block);
  const runs = (name: string) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
  const missing = ["curl", "jq", "openssl", "sha256sum", "go"].filter((name) => !runs(name));
  it.skipIf(missing.length > 0)(
    `has commands that work as printed${missing.length > 0 ? ` (left out: no ${missing.join(", ")} here)` : ""}`,
    () => {
      const own = mkdtempSync(join(folder, "page-"));
      for (const name of ["docs", "test"]) symlinkSync(root(name), join(own, name));
      const verify = `${process.execPath} ${root("src/cli/reeve.ts")} audit:verify`;
      const prelude = `set -eu; npm() { shift 4; ${verify} "$@"; }; reeve=${reeve.url.origin}`;
      const shown = blocks.map((block) => {
        const { status, stdout, stderr } = spawnSync("bash", ["-c", `${prelude}\n${block}`], {
          cwd: own,
          encoding: "utf8",
        });
        expect({ status, stderr }, block).toMatchObject({ status: 0 });
        expect(stdout, block).toMatch(findOutput(page, block));
        return stdout;
      });
      const all = shown.join("\n");
      expect(blocks).toHaveLength(4);
      expect(all).toContain("verified: 3 receipts");
      expect(all).toContain("Signature Verified Successfully");
      expect(all).toMatch(/^([0-9a-f]{64}) {2}-\n\1$/m);
      expect(all).toContain("checkpoint 3:");
    },
  );
});

describe("the script of docs/trust/ocsf.md", () => {
  const script = readFileSync(root("docs/trust/reeve-audit.sh"), "utf8");
  const own = mkdtempSync(join(folder, "poll-"));
  const token = file("token", "CF-Access-Client-Id: reeve\nCF-Access-Client-Secret: secret\n");
  const poll = (url: string) =>
    promisify(execFile)("sh", [file("reeve-audit", script), url, token, own]).catch(({ stderr }) =>
      String(stderr),
    );
  const stored = () =>
    readdirSync(join(own, "events"))
      .sort()
      .flatMap((name) =>
        readFileSync(join(own, "events", name), "utf8")
          .trim()
          .split("\n"),
      )
      .map((line): string => JSON.parse(line).metadata.uid);
  const recorded = () =>
    trail
      .trim()
      .split("\n")
      .map((line) => {
        const { desk, seq }: AuditLink = JSON.parse(line);
        return `${desk}:${seq}`;
      });

  it("downloads every event once, and repeats events only after its position was lost", async () => {
    await poll(reeve.url.origin);
    expect(stored().sort()).toEqual(recorded().sort());
    await poll(reeve.url.origin);
    expect(stored()).toHaveLength(recorded().length);
    rmSync(join(own, "position"));
    await poll(reeve.url.origin);
    expect(stored()).toHaveLength(2 * recorded().length);
    expect(new Set(stored()).size).toBe(recorded().length);
  });

  it.for<[string, (answer: ServerResponse) => void, RegExp]>([
    [
      "breaks off",
      (answer) => {
        answer.writeHead(200, { "reeve-position": "desk-0:9999" });
        answer.write('{"metadata":{', () => answer.destroy());
      },
      /curl: \(18\)/,
    ],
    ["is an error", (answer) => answer.writeHead(503).end("{}\n"), /curl: \(22\)/],
    ["leads to a sign-in", (answer) => answer.writeHead(302, { location: "/" }).end("hi"), /no position/],
  ])("changes nothing if the response %s", async ([, respond, words]) => {
    const before = [stored(), readFileSync(join(own, "position"), "utf8")];
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url, headers }, answer) => {
      asked.push(url, headers["cf-access-client-secret"]?.toString());
      respond(answer);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await poll(`http://127.0.0.1:${port}`)).toMatch(words);
    server.close();
    expect(asked).toEqual([`/api/audit.ocsf.ndjson?after=${String(before[1]).trim()}`, "secret"]);
    expect([stored(), readFileSync(join(own, "position"), "utf8")]).toEqual(before);
  });
});
