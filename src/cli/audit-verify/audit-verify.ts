// `npm run reeve -- audit:verify`: verifies an exported trail, checkpoints and receipts offline, without a request to
// Reeve.
import { createReadStream, readFileSync } from "node:fs";
import { tryParseJson } from "../../base/text.ts";
import { toPublicKey } from "../../evidence/keys.ts";
import { verifyCheckpoints, verifyReceipt } from "../../evidence/verify.ts";
import { counted } from "../../kit/proposal.ts";
import { linesIn, verify } from "../../ledger/audit-verify.ts";
import { CheckpointRecord } from "../../ledger/evidence.ts";
import { type ExitCode, errorMessage, paint, print, UsageError } from "../shared/command-line.ts";

const printVerified = (what: string): void => console.log(`${paint("good", "verified")}: ${what}`);

/**
 * Returns the JSON values of a file as text. The file contains a single value, or one value per line.
 * @throws UsageError if the file can't be read
 */
function readJson(file: string): readonly string[] {
  try {
    const text = readFileSync(file, "utf8");
    return /^\{\s*\n/.test(text) ? [text] : text.split("\n").filter(Boolean);
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${errorMessage(error)}`);
  }
}

/** Parses a checkpoint. @throws UsageError if the line is not a checkpoint */
function parseCheckpoint(line: string): CheckpointRecord {
  const { data } = CheckpointRecord.safeParse(tryParseJson(line));
  if (!data) throw new UsageError(`a line of a --checkpoints file is not a checkpoint: ${line.slice(0, 80)}`);
  return data;
}

interface Options {
  readonly key?: readonly string[];
  readonly checkpoints?: readonly string[];
  readonly receipts?: readonly string[];
}

/**
 * Verifies exported files, and prints how many entries, checkpoints and receipts are verified.
 * @throws Error that describes the first broken entry, checkpoint or receipt, or reports that a file has no entries or
 * checkpoints; UsageError if a key is missing or malformed, or a file can't be read
 */
export default async function (file: string, options: Options): Promise<ExitCode> {
  const { key: given = [], checkpoints = [], receipts = [] } = options;
  if (checkpoints.length + receipts.length > 0 && given.length === 0)
    throw new UsageError("add --key with the public key, which is the value of x in /api/evidence/keys");
  if (given.some((key) => !/^[\w-]{43}$/.test(key)))
    throw new UsageError("--key must be a value of x in /api/evidence/keys, with 43 characters");

  const outcome = await verify(linesIn(createReadStream(file))).catch((error: unknown) => {
    throw new UsageError(`${file} can't be read: ${errorMessage(error)}`);
  });
  if (!outcome.ok) {
    const { line, desk, seq, fault, detail } = outcome.reason;
    const place = desk === null ? "" : `, ${desk} seq ${seq}`;
    throw new Error(`broken at line ${line}${place}: ${fault}; ${detail}`);
  }
  const { entries, erased, chains } = outcome.value;
  const trail = new Map(chains.map((chain) => [chain.desk, chain]));
  if (entries === 0)
    throw new Error(`${file} has no entries, so nothing is verified: export the trail while signed in`);
  for (const { desk, from, to, last } of chains) {
    const start = from === 1 ? "" : `, starts at seq ${from}: earlier entries are not verified`;
    print(`${desk}: seq ${from} to ${to} unbroken, last hash ${last}${start}`);
  }
  printVerified(`${counted(entries, "entry", "entries")} of ${counted(chains.length, "desk")}`);
  if (erased > 0) console.log(`${counted(erased, "text")} erased: erased texts can't be checked`);
  if (given.length === 0) return 0;

  const keys = given.map(toPublicKey);
  let last: CheckpointRecord | null = null;
  if (checkpoints.length > 0) {
    const checked = await verifyCheckpoints(checkpoints.flatMap(readJson).map(parseCheckpoint), trail, keys);
    if (!checked.ok) throw new Error(`broken: ${checked.reason}`);
    last = checked.value;
    if (!last) throw new Error("the files contain no checkpoint: Reeve makes one every ten minutes");
    const { n, at, size } = last;
    printVerified(
      `${counted(n, "checkpoint")}, the last one made at ${new Date(at).toISOString()} covering ${counted(size, "entry", "entries")}; entries recorded later: ${entries - size}`,
    );
  }
  let uncovered = 0;
  const written = receipts.flatMap(readJson);
  for (const [at, text] of written.entries()) {
    const receipt = await verifyReceipt(text, trail, last, keys);
    if (!receipt.ok) throw new Error(`broken: receipt ${at + 1} ${receipt.reason}`);
    if (!receipt.value.isCovered) uncovered++;
  }
  if (written.length > 0)
    printVerified(
      `${counted(written.length, "receipt")}; receipts that are not fully covered by a checkpoint: ${uncovered}`,
    );
  console.log(
    "A person with the key could have made a different record. To rule this out, compare these files with checkpoints that are stored where Reeve's operators can't write.",
  );
  return 0;
}
