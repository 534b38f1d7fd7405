import { parseArgs } from "node:util";
import { printable } from "../base/text.ts";
import { recordedRun, settled } from "./record.ts";
import { REEVE_PORT } from "./reeve-address.ts";
import { converse, readable } from "./send-slack.ts";
import { deliver, fixture, fixtures } from "./senders/deliver.ts";
import { senders } from "./senders/index.ts";
import { slack } from "./senders/slack.ts";

/**
 * `npm run send -- <source> <fixture>`: dresses a recorded body as its sender does, sends it, and says what became of
 * it; of Slack, the answers. `--list` names what there is; `--to` and `--secret` are for another Reeve than the local
 * stack's. Exit 0: it was taken in; 1: it was not; 2: wrong usage.
 */
const USAGE = "npm run send -- <source> <fixture> [--to http://127.0.0.1:8787] [--secret …] | --list";

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: "boolean", default: false },
      to: { type: "string", default: `http://127.0.0.1:${REEVE_PORT}` },
      secret: { type: "string" },
    },
  });
  if (values.list) {
    for (const { source } of [...senders, slack])
      console.log(`${source.padEnd(18)} ${fixtures(source).map(withoutExtension).join("  ")}`);
    return 0;
  }
  const [source, name] = positionals;
  const sender = [...senders, slack].find((one) => one.source === source);
  if (!sender || name === undefined) {
    const wrong = source === undefined ? "" : sender ? "Which fixture? " : `There is no sender "${source}". `;
    console.error(`${wrong}${USAGE}`);
    return 2;
  }
  const reeve = new URL(values.to);
  const recorded = fixture(sender.source, name);
  const unreachable = (error: unknown) => {
    throw new Error(`${reeve.origin} can't be reached; npm start starts the local stack (${String(error)})`);
  };
  const secret = values.secret ? { secret: values.secret } : {};
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
  if (response.status === 200 && events.length > 0)
    console.log("Known already, or acknowledged as this sender wants it.");
  for (const id of events) await tell(reeve, id);
  return 0;
}

/** Says what became of an event, where the record can be read. */
async function tell(reeve: URL, id: string): Promise<void> {
  const { state, runs } = await settled(reeve, id);
  console.log(`${reeve.origin}/api/events/${id}: ${state}`);
  for (const { id: runId, automation } of runs) {
    const run = await recordedRun(reeve, runId);
    print(`  ${automation}: ${run.state}${run.ignored ? ` (${run.ignored})` : ""}`);
    for (const { summary } of run.plan?.actions ?? []) print(`    ${summary}`);
    if (run.problem) print(`    ${run.problem.code}: ${run.problem.message}`);
    if (run.reply) console.log(`    reply to ${run.reply.to}: ${run.reply.state}`);
  }
}

/** Prints what holds text of others, line by line. */
function print(text: string): void {
  for (const line of text.split("\n")) console.log(printable(line));
}

function withoutExtension(file: string): string {
  return file.replace(/\.(json|form)$/, "");
}
