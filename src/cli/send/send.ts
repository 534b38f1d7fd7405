// `npm run send`: sends a recorded delivery as its sender does, and prints the result.
import { printable } from "../../base/text.ts";
import { sources } from "../../systems/index.ts";
import { slackSecret } from "../../systems/slack.ts";
import { recordedRun, settled } from "../backtest/record.ts";
import { command, readOptions, UsageError } from "../command-line.ts";
import { devVars } from "../dev-vars.ts";
import { isLocal, reeveAddress } from "../reeve-address.ts";
import { ownSecrets } from "../start/own-secrets.ts";
import { dataFolder, REEVE_PORT } from "../start/ports.ts";
import { deliver, fixture, fixtures } from "./deliver.ts";
import { senders, slack } from "./senders.ts";
import { converse, readable } from "./slack.ts";

/**
 * `npm run send -- <source> <fixture>`: dresses a recorded body as its sender does, sends it, and says what became of
 * it; of Slack, the answers. `--list` names what there is; `--to` and `--secret` are for another Reeve than the local
 * stack's. Exit 0: it was taken in; 1: it was not; 2: wrong usage.
 */
const USAGE = `usage: npm run send -- <source> <fixture> [--port 9000 | --to https://reeve.example.com] [--secret …]
       npm run send -- --list

  --list    names every sender, and what each has sent
  --port    the port of the local stack            default: PORT, or ${REEVE_PORT}
  --to      address of another Reeve               default: REEVE_URL, or the local stack
  --secret  what its sender signs with             default: the local stack's`;

await command(USAGE, main);

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(
    args,
    {
      list: { type: "boolean", default: false },
      to: { type: "string" },
      port: { type: "string" },
      secret: { type: "string" },
    },
    { positionals: 2 },
  );
  if (values.list) {
    for (const { source } of [...senders, slack])
      console.log(`${source.padEnd(18)} ${fixtures(source).map(withoutExtension).join("  ")}`);
    return 0;
  }
  const [source, name] = positionals;
  const sender = [...senders, slack].find((one) => one.source === source);
  if (source === undefined) throw new UsageError("name a sender and a fixture");
  if (!sender) throw new UsageError(`there is no sender "${source}"; --list names them`);
  if (name === undefined)
    throw new UsageError(`which fixture? ${source} has ${fixtures(source).map(withoutExtension).join(", ")}`);
  const reeve = reeveAddress({ option: "--to", address: values.to, port: values.port });
  const recorded = fixture(sender.source, name);
  const unreachable = (error: unknown) => {
    throw new Error(`${reeve.origin} can't be reached; npm start starts the local stack (${String(error)})`);
  };
  const given = values.secret ?? localSecretOf(reeve, sender.source);
  const secret = given ? { secret: given } : {};
  if (sender === slack) {
    const { status, atOnce, later } = await converse(reeve, recorded.body, secret).catch(unreachable);
    print([`${status} ${readable(atOnce)}`, ...later.map(readable)].join("\n\n"));
    return status === 200 ? 0 : 1;
  }
  const response = await deliver(reeve, sender, recorded, secret).catch(unreachable);
  const text = await response.text();
  print(`${response.status} ${text}`);
  if (!response.ok) return 1;
  const { event, events = event === undefined ? [] : [event] } = JSON.parse(text) as {
    event?: string;
    events?: string[];
  };
  if (response.status === 200 && events.length > 0) console.log("Already received: nothing was done again.");
  for (const id of events) await tell(reeve, id);
  return 0;
}

/** The secret that the local stack takes of a source, where it is another than the usual one. */
function localSecretOf(reeve: URL, source: string): string | undefined {
  const variable = source === slack.source ? slackSecret.secretVariable : sources.get(source)?.secretVariable;
  if (!isLocal(reeve) || variable === undefined) return undefined;
  const [inUse] = devVars()[variable]?.split(",") ?? [];
  return inUse ?? ownSecrets(dataFolder(Number(reeve.port)))[variable];
}

/** Says what became of an event, where the record can be read. */
async function tell(reeve: URL, id: string): Promise<void> {
  const { state, runs, passed } = await settled(reeve, id);
  console.log(`${reeve.origin}/api/events/${id}: ${state}`);
  for (const { id: runId, automation } of runs) {
    const run = await recordedRun(reeve, runId);
    print(`  ${automation}: ${run.state}${run.ignored ? ` (${run.ignored})` : ""}`);
    for (const { summary } of run.plan?.actions ?? []) print(`    ${summary}`);
    if (run.problem) print(`    ${run.problem.code}: ${run.problem.message}`);
    if (run.reply) console.log(`    reply to ${run.reply.to}: ${run.reply.state}`);
  }
  // Where somebody took it, who did not is of no interest.
  for (const { reason, automations } of runs.length > 0 ? [] : passed)
    print(`  not for ${automations.join(", ")}: ${reason}`);
}

/** Prints what holds text of others, line by line. */
function print(text: string): void {
  for (const line of text.split("\n")) console.log(printable(line));
}

function withoutExtension(file: string): string {
  return file.replace(/\.(json|form)$/, "");
}
