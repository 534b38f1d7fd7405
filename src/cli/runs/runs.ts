// `npm run reeve -- runs`: makes one decision for many runs of a Reeve.
import { setTimeout as sleep } from "node:timers/promises";
import { printable } from "../../base/text.ts";
import { Batch } from "../../ledger/shapes.ts";
import type { BatchableDecision } from "../../runs/states.ts";
import { reeveAddress } from "../shared/arguments.ts";
import { agreed, type ExitCode, print, printJson, UsageError } from "../shared/command-line.ts";
import { withProgress } from "../shared/progress.ts";
import { askReeve } from "../shared/reeve-api.ts";

/** The decisions, by the command-line option that selects each. */
const DECISIONS = {
  retry: "retried",
  retryNow: "retried_now",
  resume: "resumed",
  approve: "approved",
  deny: "rejected",
  cancel: "cancelled",
  dismiss: "dismissed",
} as const satisfies Readonly<Record<string, BatchableDecision>>;
const FILTERS = ["state", "automation", "source", "since", "until", "requester", "subject", "q"] as const;

type Options = { readonly [Name in keyof typeof DECISIONS | "yes" | "json"]?: true } & {
  readonly [Name in (typeof FILTERS)[number] | "why"]?: string;
} & { readonly reason?: string };

const POLL_MS = 500;

/** Returns 0 only if the decision was made for all runs. */
export default async function (options: Options): Promise<ExitCode> {
  const names = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[];
  const [name, ...others] = names.filter((one) => options[one]);
  if (!name || others.length > 0) throw new UsageError("Choose exactly one decision, for example --retry");
  const decision = DECISIONS[name];
  const filter = Object.fromEntries([
    ...FILTERS.map((one) => [one, options[one]] as const),
    ["reason", options.why],
  ]);
  if (!Object.values(filter).some(Boolean))
    throw new UsageError("Choose at least one filter for the runs, for example --state");
  const { reason, yes, json } = options;
  if (!reason) throw new UsageError("Give a reason with --reason");
  const reeve = reeveAddress();
  const ask = async (path: string, body?: object): Promise<Batch> =>
    Batch.parse(await askReeve(reeve, `batches${path}`, body));

  const { id, runs, preview } = await ask("", { decision, filter, reason, dryRun: true });
  if (!json || !yes)
    (json ? console.error : console.log)(
      [`${runs} to be ${decision}:`, ...preview].map(printable).join("\n  "),
    );
  if (!yes && !(await agreed("Continue?"))) return 1;
  const batch = await withProgress(async (show) => {
    let now = await ask(`/${id}/start`, { reason });
    for (; now.state === "working"; now = await ask(`/${id}`)) {
      const done = now.decided + now.refused;
      show(`${done} of ${runs}${now.fault ? `, waits: ${now.fault}` : ""}`, done, runs);
      await sleep(POLL_MS);
    }
    return now;
  });
  if (json) printJson(batch);
  else {
    console.log(`${batch.state}: ${batch.decided} of ${runs} ${decision}, ${batch.refused} left out`);
    for (const { run, refused } of batch.left) print(`  ${run}: ${refused}`);
  }
  return batch.decided === runs ? 0 : 1;
}
