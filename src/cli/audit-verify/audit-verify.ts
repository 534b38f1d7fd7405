// `npm run audit:verify`: verifies an exported audit trail, without asking Reeve.
import { createReadStream } from "node:fs";
import { counted } from "../../automations/kit/notice.ts";
import { type BrokenLink, type Verified, verify } from "../../ledger/audit-verify.ts";
import { command, readOptions, UsageError } from "../command-line.ts";

/** `npm run audit:verify -- file.ndjson`: verifies an export of `/api/audit.ndjson`. Exit 1: a link is broken; 2: no file. */
const USAGE = "usage: npm run audit:verify -- file.ndjson";

await command(USAGE, async (args) => {
  const [file] = readOptions(args, {}, { positionals: 1 }).positionals;
  if (file === undefined) throw new UsageError("name a file");
  const outcome = await verify(linesOf(file)).catch((error: unknown) => {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  });
  if (!outcome.ok) return fail(outcome.reason);
  report(outcome.value);
  return 0;
});

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
  console.log(`verified: ${counted(entries, "entry", "entries")} of ${counted(chains.length, "desk")}`);
}

function fail({ line, desk, seq, fault, detail }: BrokenLink): number {
  const entry = desk === null ? "" : `, ${desk} seq ${seq}`;
  console.error(`broken at line ${line}${entry}: ${fault}; ${detail}`);
  return 1;
}
