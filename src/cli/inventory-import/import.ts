// `npm run watch:import`: has Reeve watch what a CSV file lists.
import { readFile } from "node:fs/promises";
import { accessHeaders } from "../backtest/record.ts";
import { command, readOptions, UsageError } from "../command-line.ts";
import { reeveAddress } from "../reeve-address.ts";
import { ImportError, ROW_KINDS, watchRows } from "./rows.ts";

/** Watches in one request: as many as the API takes. */
const BATCH = 500;

const USAGE = `usage: npm run watch:import -- file.csv [--check] [--reason "…"] [--reeve https://reeve.example.com]

  The first line of the file names its columns; "kind" is one of ${ROW_KINDS.join(", ")}.
  --check   reads the file, and sends nothing
  --reason  why; it stays on record                        default: "imported from <file>"
  --reeve   address of the Reeve that is to watch          default: REEVE_URL, or the local stack
            a deployed one wants CF_ACCESS_TOKEN: what \`cloudflared access token\` prints for a person
  --port    the port of the local stack                    default: PORT, or 8787`;

/** `npm run watch:import`. Exit 0: all of it is watched; 1: not all, and why; 2: wrong usage. */
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
  const watches = watchRows(await readFile(file, "utf8").catch((cause: unknown) => missing(file, cause)));
  const counts = Map.groupBy(watches, ({ kind }) => kind);
  const counted = Array.from(counts, ([kind, { length }]) => `${length} ${kind}`).join(", ");
  if (values.check) {
    console.log(`${file}: ${watches.length} lines are fine (${counted}); nothing was sent.`);
    return 0;
  }
  const reeve = reeveAddress({ address: values.reeve, port: values.port });
  const reason = values.reason ?? `imported from ${file}`;
  for (let n = 0; n < watches.length; n += BATCH) {
    await write(reeve, watches.slice(n, n + BATCH), reason).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${n} of ${watches.length} are watched; then: ${why}\nThe same command again goes on.`);
    });
  }
  console.log(`Reeve watches ${counted} of ${file}.`);
  return 0;
}

async function write(reeve: URL, watches: readonly unknown[], reason: string): Promise<void> {
  const response = await fetch(new URL("/api/watches", reeve), {
    method: "POST",
    headers: { "content-type": "application/json", ...personHeaders(process.env) },
    body: JSON.stringify({ watches, reason }),
    redirect: "manual",
    signal: AbortSignal.timeout(60_000),
  }).catch((cause: unknown) => {
    throw new Error(`there is no Reeve at ${reeve.origin} (npm start runs the local one)`, { cause });
  });
  if (response.ok) return;
  throw new Error(`${reeve.origin} answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
}

/** What lets a person in through Cloudflare Access: an edit of watches is somebody's. */
function personHeaders(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { CF_ACCESS_TOKEN: token } = env;
  return token ? { "cf-access-token": token } : accessHeaders(env);
}

function missing(file: string, cause: unknown): never {
  throw new ImportError(`${file} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`);
}
