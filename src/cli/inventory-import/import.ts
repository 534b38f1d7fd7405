// `npm run inventory:import`: sends a CSV file to the inventory of a running Reeve. Exit 0: everything is in the
// inventory; 1: nothing changed, with the reason; 2: wrong usage.
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { counted } from "../../automations/kit/notice.ts";
import { faultWords, InvalidMember } from "../../base/problem.ts";
import { command, errorMessage, readOptions, UsageError } from "../shared/command-line.ts";
import { noReeveAt, personHeaders, reeveAddress } from "../shared/reeve-api.ts";

const USAGE = `usage: npm run inventory:import -- file.csv [--check] [--reason "…"] [--reeve https://reeve.example.com]

  docs/automations.md#the-inventory says which columns there are.
  --check   says what would change, and changes nothing
  --reason  why; kept in the audit trail                default: "imported from <file>"
  --reeve   address of the Reeve whose inventory it is  default: REEVE_URL, or the local stack
            a deployed one needs CF_ACCESS_TOKEN: what \`cloudflared access token\` prints
  --port    the port of the local stack                 default: PORT, or 8787`;

/** The answer of `POST /api/inventory`. */
const Written = z.object({ written: z.int(), unchanged: z.int() });

/** The answer for a faulty file. */
const Refused = z.object({ errors: z.array(InvalidMember).min(1) });

await command(USAGE, async (args) => {
  const { values, positionals } = readOptions(
    args,
    {
      check: { type: "boolean", default: false },
      reason: { type: "string" },
      reeve: { type: "string" },
      port: { type: "string" },
    },
    1,
  );
  const [file] = positionals;
  if (file === undefined) throw new UsageError("name a file");
  const body = await readFile(file).catch((cause: unknown) => {
    throw new Error(`${file} can't be read: ${errorMessage(cause)}`);
  });
  const reeve = reeveAddress({ address: values.reeve, port: values.port });
  const reason = values.reason ?? `imported from ${file}`;
  const query = new URLSearchParams({ reason, ...(values.check && { dryRun: "true" }) });
  const response = await fetch(new URL(`/api/inventory?${query}`, reeve), {
    method: "POST",
    headers: { "content-type": "text/csv", ...personHeaders(process.env) },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(300_000),
  }).catch(noReeveAt(reeve));
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (!response.ok) {
    const { data: refused } = Refused.safeParse(answer);
    throw new Error(
      refused?.errors.map(({ member, message }) => faultWords(member, message)).join("\n") ??
        `${reeve.origin} answers ${response.status}: ${(await response.text()).slice(0, 500)}`,
    );
  }
  const { written, unchanged } = Written.parse(answer);
  const said = `${file}: ${counted(written, "entry", "entries")} ${values.check ? "would change" : "changed"}, ${unchanged} unchanged`;
  console.log(values.check || written === 0 ? said : `${said}; on record as: ${reason}`);
  return 0;
});
