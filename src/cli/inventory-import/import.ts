// `npm run reeve -- inventory:import`: reads a CSV file and sends its entries to the inventory of a running Reeve,
// either all or none of them.
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { counted } from "../../kit/proposal.ts";
import { reeveAddress } from "../shared/arguments.ts";
import { type ExitCode, errorMessage } from "../shared/command-line.ts";
import { askReeve, RequestRejected } from "../shared/reeve-api.ts";
import { placeProblems, readEntries } from "./csv.ts";

/** The response of `POST /api/inventory`. */
const Written = z.object({ written: z.int(), unchanged: z.int() });

export default async function (
  file: string,
  { check, reason = `imported from ${file}` }: { readonly check?: true; readonly reason?: string },
): Promise<ExitCode> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new Error(`${file} can't be read: ${errorMessage(cause)}`);
  });
  const entries = readEntries(decode(file, bytes));
  const body = { entries: entries.map(({ entry }) => entry), dryRun: check === true, reason };
  const answer = await askReeve(reeveAddress(), "inventory", body).catch((error: unknown) => {
    throw error instanceof RequestRejected ? placeProblems(entries, error.problems) : error;
  });
  const { written, unchanged } = Written.parse(answer);
  const summary = `${file}: ${counted(written, "entry", "entries")} ${check ? "would change" : "changed"}, ${unchanged} unchanged`;
  console.log(check || written === 0 ? summary : `${summary}; recorded as: ${reason}`);
  return 0;
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file} is not in UTF-8: save the file as CSV in UTF-8`);
  }
}
