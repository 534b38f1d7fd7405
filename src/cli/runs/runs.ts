// `npm run runs`: makes one decision for many runs of a Reeve. Exit 0: it is made for all of them; 1: not, or not for all;
// 2: wrong usage.
import { setTimeout as sleep } from "node:timers/promises";
import { Batch } from "../../ledger/shapes.ts";
import type { TogetherDecision } from "../../ledger/states.ts";
import { agreed, command, readOptions, UsageError } from "../shared/command-line.ts";
import { noReeveAt, personHeaders, reeveAddress } from "../shared/reeve-api.ts";

const USAGE = `usage: npm run runs -- --state failed --since 2h --retry --reason "…" [--yes] [--reeve https://reeve.example.com]

  Says what the decision comes to and asks, then makes it for each run that matches.
  --retry, --hasten, --resume, --approve, --deny, --cancel or --put-away: the decision
  --state, --automation, --source, --since, --until, --requester, --subject, --q, --why: the runs, as the list of runs
            has them (--why: the reason of a failure, with … for whatever stands there)
  --reason  why; kept in the audit trail
  --yes     goes on without asking
  --reeve   address of the Reeve                        default: REEVE_URL, or the local stack
            a deployed one needs CF_ACCESS_TOKEN (what \`cloudflared access token\` prints), or a service token
            (CF_ACCESS_CLIENT_ID, CF_ACCESS_CLIENT_SECRET), which may retry, hasten and resume
  --port    the port of the local stack                 default: PORT, or 8787`;

const DECISIONS = {
  retry: "retried",
  hasten: "hastened",
  resume: "resumed",
  approve: "approved",
  deny: "rejected",
  cancel: "cancelled",
  "put-away": "handled",
} as const satisfies Readonly<Record<string, TogetherDecision>>;
const FILTERS = ["state", "automation", "source", "since", "until", "requester", "subject", "q"] as const;

const POLL_MS = 500;

await command(USAGE, async (args) => {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const options = Object.fromEntries([
    ...[...FILTERS, "why", "reason", "reeve", "port"].map((name) => [name, text] as const),
    ...[...Object.keys(DECISIONS), "yes"].map((name) => [name, flag] as const),
  ]);
  const values: Readonly<Record<string, unknown>> = readOptions(args, options).values;
  const given = (name: string) => (typeof values[name] === "string" ? values[name] : undefined);
  const [[, decision] = [], ...others] = Object.entries(DECISIONS).filter(([name]) => values[name]);
  if (!decision || others.length > 0) throw new UsageError("name one decision: --retry, for example");
  const reason = given("reason");
  if (!reason) throw new UsageError("say why: --reason");
  const filter = { ...Object.fromEntries(FILTERS.map((name) => [name, given(name)])), reason: given("why") };
  if (!Object.values(filter).some((value) => value))
    throw new UsageError("say which runs: --state, for example");
  const reeve = reeveAddress({ address: given("reeve"), port: given("port") });

  const ask = async (path: string, body?: object): Promise<Batch> => {
    const response = await fetch(new URL(`/api/batches${path}`, reeve), {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: { "content-type": "application/json", ...personHeaders(process.env) },
      redirect: "manual",
    }).catch(noReeveAt(reeve));
    const answer = await response.text();
    if (!response.ok)
      throw new Error(`${reeve.origin} answers ${response.status}: ${answer.slice(0, 1_000)}`);
    return Batch.parse(JSON.parse(answer));
  };
  const { id, runs, preview } = await ask("", { decision, filter, reason, dryRun: true });
  console.log([`${runs} to be ${decision}:`, ...preview].join("\n  "));
  if (!values["yes"] && !(await agreed("Go on?"))) return 1;
  let batch = await ask(`/${id}/start`, { reason });
  for (; batch.state === "working"; batch = await ask(`/${id}`)) {
    console.log(`${batch.decided + batch.refused} of ${runs}${batch.fault ? `, waits: ${batch.fault}` : ""}`);
    await sleep(POLL_MS);
  }
  console.log(`${batch.state}: ${batch.decided} of ${runs} ${decision}, ${batch.refused} left out`);
  for (const { run, refused } of batch.left) console.log(`  ${run}: ${refused}`);
  return batch.decided === runs ? 0 : 1;
});
