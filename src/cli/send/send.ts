// `npm run send`: sends a recorded delivery as if it happened now, as its sender does, and prints the result; for Slack,
// the answers. Exit 0: accepted; 1: not; 2: wrong usage.
import { readFileSync } from "node:fs";
import * as z from "zod";
import { printable } from "../../base/text.ts";
import { senders, slack } from "../../sandbox/vendors/senders.ts";
import type { Sender } from "../../sandbox/vendors/signing.ts";
import { momentAt } from "../../sandbox/vendors/template.ts";
import { sources } from "../../systems/index.ts";
import { slackSecret } from "../../systems/slack.ts";
import { command, readOptions, UsageError } from "../shared/command-line.ts";
import { devVars } from "../shared/dev-vars.ts";
import { isLocal, noReeveAt, reeveAddress } from "../shared/reeve-api.ts";
import { dataFolder, ownSecrets } from "../start/data-folder.ts";
import { REEVE_PORT } from "../start/ports.ts";
import { deliver, ENDINGS, fixture, fixtures, instead, keepSent, lastSent, type Sent } from "./deliver.ts";
import { type Assignment, setMembers } from "./members.ts";
import { describeResult } from "./result.ts";
import { converse, readable } from "./slack.ts";

const PLAYED = new Map([...senders, slack].map((sender) => [sender.source, sender]));

const USAGE = `usage: npm run send -- <sender> <fixture> [--set worker.email=ada@example.com] [--on 2026-12-20]
       npm run send -- <sender> <fixture> --again
       npm run send -- --list

  --list    names every sender, and what each can send, with what comes of it in the local stack
  --set     changes a member of the body, by its path; may be given several times
  --on      the day that it takes effect                      default: yesterday
  --again   sends the last such delivery once more, as senders do that got no answer: nothing is done twice
  --port    the port of the local stack                       default: PORT, or ${REEVE_PORT}
  --to      address of another Reeve                          default: REEVE_URL, or the local stack
  --secret  what its sender signs with                        default: the local stack's`;

const OPTIONS = {
  list: { type: "boolean", default: false },
  set: { type: "string", multiple: true },
  on: { type: "string" },
  again: { type: "boolean", default: false },
  to: { type: "string" },
  port: { type: "string" },
  secret: { type: "string" },
} as const;

await command(USAGE, async (args) => {
  const { values, positionals } = readOptions(args, OPTIONS, 2);
  if (values.list) return list();
  const [source, name] = positionals;
  if (source === undefined) throw new UsageError("name a sender and a fixture; --list names them");
  const sender = PLAYED.get(source);
  if (!sender) throw new UsageError(`Unknown sender "${source}"${instead([...PLAYED.keys()], source)}`);
  if (name === undefined) throw new UsageError(`which fixture? ${source} has ${fixtures(source).join(", ")}`);
  const { again, on, set = [] } = values;
  if (again && (on !== undefined || set.length > 0))
    throw new UsageError("--again sends what was sent: it goes with neither --set nor --on");
  if (on !== undefined && !z.iso.date().safeParse(on).success)
    throw new UsageError(`--on ${on}: a day is written as 2026-12-20`);
  const reeve = reeveAddress({ option: "--to", address: values.to, port: values.port });
  const secret = values.secret ?? findLocalSecret(reeve, sender.source);
  const recorded = fixture(source, name, momentAt(Date.now(), on));
  if (on !== undefined && !recorded.body.includes(on))
    throw new UsageError(`--on ${on}: this delivery does not say on which day it takes effect`);
  const body = setMembers(recorded.body, set.map(assignment));
  if (sender === slack) {
    if (again) throw new UsageError("Slack never sends a command again");
    return talk(reeve, body, secret);
  }
  const delivery = again
    ? lastSent(reeve, source, name)
    : { id: crypto.randomUUID(), headers: recorded.headers, body };
  if (!delivery) throw new Error(`${source} ${name} was not sent to ${reeve.origin} yet: leave out --again`);
  return send(reeve, sender, { name, ...delivery }, secret);
});

function list(): number {
  const known: Readonly<Record<string, Record<string, string>>> = JSON.parse(readFileSync(ENDINGS, "utf8"));
  for (const source of PLAYED.keys()) {
    console.log(source);
    for (const name of fixtures(source)) console.log(`  ${name.padEnd(36)} ${known[source]?.[name] ?? ""}`);
  }
  return 0;
}

function assignment(text: string): Assignment {
  const at = text.indexOf("=");
  if (at < 1)
    throw new UsageError(`--set ${text}: write it as path=value, for example worker.email=ada@example.com`);
  return [text.slice(0, at), text.slice(at + 1)];
}

async function talk(reeve: URL, body: string, secret: string | undefined): Promise<number> {
  const { status, atOnce, later } = await converse(reeve, body, { secret }).catch(noReeveAt(reeve));
  const answers = [atOnce, ...later].filter(Boolean).map(readable);
  print(`${status} ${answers.join("\n\n") || "(an empty answer: Slack shows nothing)"}`);
  return status === 200 ? 0 : 1;
}

async function send(
  reeve: URL,
  sender: Sender,
  { name, id, ...delivery }: Sent & { readonly name: string },
  secret: string | undefined,
): Promise<number> {
  const { source } = sender;
  const response = await deliver(reeve, sender, delivery, { id, secret }).catch(noReeveAt(reeve));
  const text = await response.text();
  print(`${response.status} ${text}`);
  if (!response.ok) return 1;
  keepSent(reeve, source, name, { id, ...delivery });
  const {
    event,
    events = event === undefined ? [] : [event],
    ignored,
  } = JSON.parse(text) as { event?: string; events?: string[]; ignored?: string };
  // Some senders expect 200 for new events, too.
  if (response.status === 200 && sources.get(source)?.accepted !== 200 && event !== undefined && !ignored)
    console.log("Already received: nothing was done again.");
  for (const one of events) {
    if (isLocal(reeve)) print((await describeResult(reeve, one)).join("\n"));
    else console.log(`${reeve.origin}/events/${one}`);
  }
  return 0;
}

/** The secret of a source in the local stack; undefined for the usual one. */
function findLocalSecret(reeve: URL, source: string): string | undefined {
  const variable = source === slack.source ? slackSecret.secretVariable : sources.get(source)?.secretVariable;
  if (!isLocal(reeve) || variable === undefined) return undefined;
  const [inUse] = devVars()[variable]?.split(",") ?? [];
  return inUse ?? ownSecrets(dataFolder(Number(reeve.port)))[variable];
}

/** Prints text from outside, line by line. */
function print(text: string): void {
  for (const line of text.split("\n")) console.log(printable(line));
}
