// `npm run inventory:import`: adds what a CSV file lists to the inventory.
import { readFile } from "node:fs/promises";
import * as z from "zod";
import type { InventoryKind } from "../../actions/inventory.ts";
import { counted } from "../../automations/kit/notice.ts";
import { InvalidMember } from "../../base/problem.ts";
import { command, readOptions, UsageError } from "../shared/command-line.ts";
import { ImportError } from "../shared/csv.ts";
import { reeveAddress } from "../shared/reeve-address.ts";
import { accessHeaders } from "../shared/reeve-api.ts";
import { type CsvEntry, inventoryRows, lineOf, ROW_KINDS } from "./rows.ts";

/** One of each kind, and many. */
const KINDS: Readonly<Record<InventoryKind, readonly [one: string, many?: string]>> = {
  tool: ["tool"],
  retired_tool: ["retired tool"],
  ownership: ["ownership"],
  session_policy: ["session policy", "session policies"],
  campaign: ["campaign"],
  snapshot: ["snapshot"],
};

/** Entries in one request: each may name a person, whom Reeve looks up at the governance service meanwhile. */
const BATCH = 100;

const USAGE = `usage: npm run inventory:import -- file.csv [--check] [--reason "…"] [--reeve https://reeve.example.com]

  The first line of the file names its columns; "kind" is one of ${ROW_KINDS.join(", ")}.
  --check   reads the file, and sends nothing
  --reason  why; kept in the audit trail                default: "imported from <file>"
  --reeve   address of the Reeve whose inventory it is         default: REEVE_URL, or the local stack
            a deployed one needs CF_ACCESS_TOKEN: what \`cloudflared access token\` prints
  --port    the port of the local stack                    default: PORT, or 8787`;

/** What `POST /api/inventory` answers. */
const Written = z.object({ written: z.int() });

/** What it answers where something is wrong with the entries, a person that nobody is for one. */
const Refused = z.object({ errors: z.array(InvalidMember).min(1) });

/** `npm run inventory:import`. Exit 0: all of it is in the inventory; 1: not all, and why; 2: wrong usage. */
await command(USAGE, main);

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(
    args,
    {
      check: { type: "boolean", default: false },
      reason: { type: "string" },
      reeve: { type: "string" },
      port: { type: "string" },
    },
    { positionals: 1 },
  );
  const [file] = positionals;
  if (file === undefined) throw new UsageError("name a file");
  const entries = inventoryRows(await readFile(file, "utf8").catch((cause: unknown) => missing(file, cause)));
  const counts = Map.groupBy(entries, ({ kind }) => kind);
  const kinds = Array.from(counts, ([kind, { length }]) => counted(length, ...KINDS[kind])).join(", ");
  if (values.check) {
    console.log(`${file}: ${counted(entries.length, "valid line")} (${kinds}); nothing was sent.`);
    return 0;
  }
  const reeve = reeveAddress({ address: values.reeve, port: values.port });
  const reason = values.reason ?? `imported from ${file}`;
  let changed = 0;
  for (let n = 0; n < entries.length; n += BATCH) {
    changed += await write(reeve, entries.slice(n, n + BATCH), reason).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${n} of ${entries.length} are in the inventory. Then:\n${why}\nRun the same command again to continue.`,
      );
    });
  }
  console.log(
    changed === 0
      ? `The inventory has all of ${file} already (${kinds}): nothing was changed.`
      : `The inventory has all of ${file} (${kinds}); ${counted(changed, "entry", "entries")} changed, on record as: ${reason}`,
  );
  return 0;
}

async function write(reeve: URL, rows: readonly CsvEntry[], reason: string): Promise<number> {
  const entries = rows.map(({ line: _, ...entry }) => entry);
  const response = await fetch(new URL("/api/inventory", reeve), {
    method: "POST",
    headers: { "content-type": "application/json", ...personHeaders(process.env) },
    body: JSON.stringify({ entries, reason }),
    redirect: "manual",
    signal: AbortSignal.timeout(60_000),
  }).catch((cause: unknown) => {
    throw new Error(`there is no Reeve at ${reeve.origin} (npm start runs the local one)`, { cause });
  });
  if (response.ok) return Written.parse(await response.json()).written;
  const text = await response.clone().text();
  const refused = Refused.safeParse(await response.json().catch(() => null));
  if (!refused.success) throw new Error(`${reeve.origin} answers ${response.status}: ${text.slice(0, 500)}`);
  throw new Error(
    refused.data.errors.map(({ member, message }) => `${lineOf(member, rows)}: ${message}`).join("\n"),
  );
}

/** What lets a person in through Cloudflare Access: an edit of the inventory is somebody's. */
function personHeaders(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { CF_ACCESS_TOKEN: token } = env;
  return token ? { "cf-access-token": token } : accessHeaders(env);
}

function missing(file: string, cause: unknown): never {
  throw new ImportError(`${file} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`);
}
