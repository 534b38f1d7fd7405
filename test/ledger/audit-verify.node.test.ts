import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { auditLine, chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";

const folder = mkdtempSync(join(tmpdir(), "reeve-audit-"));
afterAll(() => rmSync(folder, { recursive: true }));

const links = await chain(
  FIRST_PREVIOUS,
  Array.from({ length: 300 }, (_, i) => ({
    desk: "desk-0",
    seq: i + 1,
    at: 1_000 + i,
    type: "effect.sending",
    runId: null,
    eventId: null,
    actor: "ada@example.com",
    // Line separators that JSON does not escape, and letters that the end of a chunk can split.
    detail: { text: "\u2028\u2029\u0085 grüße ".repeat(20) },
  })),
);

/** Runs the command of `npm run reeve -- audit:verify file`. */
function verifyFile(text: string | null) {
  const file = join(folder, "audit.ndjson");
  if (text !== null) writeFileSync(file, text);
  const args = [root("src/cli/reeve.ts"), "audit:verify", ...(text === null ? [] : [file])];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { status, stdout, stderr };
}
const file = (part = links) => part.map((link) => `${auditLine(link)}\n`).join("");

describe("npm run reeve -- audit:verify", () => {
  it("reports the verified chains", () => {
    const { status, stdout } = verifyFile(file());
    expect(stdout).toContain(`desk-0: seq 1 to 300 unbroken, last hash ${links.at(-1)?.hash}`);
    expect(stdout).toContain("verified: 300 entries of 1 desk\n");
    expect(status).toBe(0);
  });

  it("reports the first entry of an export that starts in the middle of a chain", () => {
    expect(verifyFile(file(links.slice(10)))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("starts at seq 11"),
    });
  });

  it("exits with 1 and reports the first broken link", () => {
    const tampered = file()
      .replace('"seq":7,', '"seq":7,'.replace("7", "8"))
      .replace('"at":1299', '"at":1298');
    const { status, stdout, stderr } = verifyFile(tampered);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^broken at line 7, desk-0 seq 8: changed; /);
  });

  it("exits with 2 if no file is given", () => {
    expect(verifyFile(null)).toMatchObject({ status: 2, stderr: expect.stringContaining("Usage") });
    const missing = spawnSync(process.execPath, [
      root("src/cli/reeve.ts"),
      "audit:verify",
      join(folder, "none"),
    ]);
    expect(missing.status).toBe(2);
  });
});
