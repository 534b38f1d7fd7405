// `npm run inventory:import`: sends a CSV file to the inventory of a running Reeve: all of it, or nothing, with the reason.
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { counted } from "../../automations/kit/notice.ts";
import { reeveAddress } from "../shared/arguments.ts";
import { type ExitCode, errorMessage } from "../shared/command-line.ts";
import { askReeve } from "../shared/reeve-api.ts";

/** The answer of `POST /api/inventory`. */
const Written = z.object({ written: z.int(), unchanged: z.int() });

export default async function (
  file: string,
  { check, reason = `imported from ${file}` }: { readonly check?: true; readonly reason?: string },
): Promise<ExitCode> {
  const body = await readFile(file).catch((cause: unknown) => {
    throw new Error(`${file} can't be read: ${errorMessage(cause)}`);
  });
  const query = new URLSearchParams({ reason, ...(check && { dryRun: "true" }) });
  const answer = await askReeve(reeveAddress(), `inventory?${query}`, body);
  const { written, unchanged } = Written.parse(answer);
  const said = `${file}: ${counted(written, "entry", "entries")} ${check ? "would change" : "changed"}, ${unchanged} unchanged`;
  console.log(check || written === 0 ? said : `${said}; on record as: ${reason}`);
  return 0;
}
