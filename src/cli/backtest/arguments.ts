// The arguments of `npm run backtest`.
import { readOptions, UsageError } from "../shared/command-line.ts";
import { reeveAddress } from "../shared/reeve-api.ts";

export const USAGE = `usage: npm run backtest [-- --against HEAD] [--all]   what a change of src/config.ts would change
       npm run backtest -- <automation>                  what changed code makes of what was done
       npm run backtest -- --as-recorded [<automation>]  the same of what was read then, instead of what is there now

  --against  a commit or a file: the settings before        default: HEAD
  --all      prints every event that differs                 default: the first of each kind
  --since    30d, 12h, 90m, or an ISO date or time (2026-01-31, 2026-01-31T12:00:00Z)   default: 30d
  --reeve    address of the Reeve whose record is read                default: REEVE_URL, or the local stack
  --port     the port of the local stack                              default: PORT, or 8787`;

const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;

export type BacktestArguments = ReturnType<typeof readArguments>;

/**
 * Reads the command line.
 * @param now Unix milliseconds
 * @returns `automation`, to compare with the record, or `null` for all, with the settings in `against` (a file or a
 *   commit), or with the record if `asRecorded`; `since` is Unix milliseconds
 * @throws UsageError
 */
export function readArguments(args: readonly string[], now: number) {
  const { positionals, values } = readOptions(
    args,
    {
      against: { type: "string" },
      all: { type: "boolean" },
      "as-recorded": { type: "boolean" },
      since: { type: "string", default: "30d" },
      reeve: { type: "string" },
      port: { type: "string" },
    },
    Number.POSITIVE_INFINITY,
  );
  const [automation = null, ...others] = positionals;
  const { all = false, against = "HEAD", "as-recorded": asRecorded = false } = values;
  if (automation !== null && (values.all || values.against !== undefined))
    throw new UsageError("--against and --all are for settings, and go without an automation");
  if (asRecorded && values.against !== undefined)
    throw new UsageError("--as-recorded compares with the record: leave out --against");
  if (others.length > 0) throw new UsageError(`name one automation only: "${others.join(" ")}" is too many`);
  const reeve = reeveAddress({ address: values.reeve, port: values.port });
  return { automation, against, all, asRecorded, since: parseSince(values.since, now), reeve };
}

function parseSince(text: string, now: number): number {
  const [, amount, unit] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  const since =
    amount && unit
      ? now - Number(amount) * UNITS[unit as keyof typeof UNITS]
      : /^\d{4}-\d\d-\d\d(T.+)?$/.test(text)
        ? Date.parse(text)
        : Number.NaN;
  if (Number.isNaN(since))
    throw new UsageError(`--since ${text}: give 30d, 12h, 90m, or an ISO date (2026-01-31)`);
  if (since > now) throw new UsageError(`--since ${text} is in the future`);
  // Reeve's API refuses times before 1970, and has no record of them.
  return Math.max(since, 0);
}
