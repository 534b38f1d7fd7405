// `npm run audit:verify`: verifies an export of `/api/audit.ndjson`, without asking Reeve.
import { createReadStream } from "node:fs";
import { counted } from "../../automations/kit/notice.ts";
import { linesIn, verify } from "../../ledger/audit-verify.ts";
import { type ExitCode, errorMessage, UsageError } from "../shared/command-line.ts";
import { paint } from "../shared/paint.ts";

export default async function (file: string): Promise<ExitCode> {
  const outcome = await verify(linesIn(createReadStream(file))).catch((error: unknown) => {
    throw new UsageError(`${file} can't be read: ${errorMessage(error)}`);
  });
  if (!outcome.ok) {
    const { line, desk, seq, fault, detail } = outcome.reason;
    console.error(
      `${paint("bad", `broken at line ${line}`, process.stderr)}${desk === null ? "" : `, ${desk} seq ${seq}`}: ${fault}; ${detail}`,
    );
    return 1;
  }
  const { entries, erased, chains } = outcome.value;
  for (const { desk, from, to, last } of chains) {
    const start = from === 1 ? "" : `, starts at seq ${from}: nothing before it is verified`;
    console.log(`${desk}: seq ${from} to ${to} unbroken, last hash ${last}${start}`);
  }
  console.log(
    `${paint("good", "verified")}: ${counted(entries, "entry", "entries")} of ${counted(chains.length, "desk")}`,
  );
  if (erased > 0) console.log(`${counted(erased, "text")} erased: nothing to check in them`);
  return 0;
}
