import { createReadStream } from "node:fs";
import { type BrokenLink, type Verified, verify } from "../ledger/audit-verify.ts";

/** `npm run audit:verify -- file.ndjson`: verifies an export of `/api/audit.ndjson`. Exit 1: a link is broken; 2: no file. */
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: npm run audit:verify -- file.ndjson");
  process.exit(2);
}
try {
  const outcome = await verify(linesOf(file));
  if (outcome.ok) report(outcome.value);
  else fail(outcome.reason);
} catch (error) {
  console.error(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}

/** Lines ended by a line feed alone: `node:readline` would also end one at U+2028, which JSON text may hold. */
async function* linesOf(path: string): AsyncIterable<string> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

function report({ entries, chains }: Verified): void {
  for (const { desk, from, to, last } of chains) {
    const start = from === 1 ? "" : `, starts at seq ${from}: nothing before it is verified`;
    console.log(`${desk}: seq ${from} to ${to} unbroken, last hash ${last}${start}`);
  }
  console.log(`verified: ${entries} entries of ${chains.length} desks`);
}

function fail({ line, desk, seq, fault, detail }: BrokenLink): void {
  const entry = desk === null ? "" : `, ${desk} seq ${seq}`;
  console.error(`broken at line ${line}${entry}: ${fault}; ${detail}`);
  process.exitCode = 1;
}
