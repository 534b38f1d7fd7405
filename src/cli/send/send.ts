// `npm run send`: sends a recorded delivery with the present time, signed as its sender signs, and shows the result.
// For Slack, it shows the messages.
import { readFileSync } from "node:fs";
import { senders, slack } from "../../sandbox/vendors/senders.ts";
import { momentAt } from "../../sandbox/vendors/template.ts";
import { sources } from "../../systems/index.ts";
import { slackSecret } from "../../systems/slack.ts";
import { isLocal, reeveAddress } from "../shared/arguments.ts";
import { type ExitCode, print, printJson, UsageError } from "../shared/command-line.ts";
import { devVars } from "../shared/dev-vars.ts";
import { noReeveAt } from "../shared/reeve-api.ts";
import { dataFolder, ownSecrets } from "../start/data-folder.ts";
import { deliver, ENDINGS, fixture, fixtures, instead } from "./deliver.ts";
import { describeResult, readResult } from "./result.ts";
import { converse, readable } from "./slack.ts";

const PLAYED = new Map([...senders, slack].map((sender) => [sender.source, sender]));

interface Options {
  readonly list?: true;
  readonly on?: string;
  readonly again?: true;
  readonly secret?: string;
  readonly json?: true;
}

/** Returns 0 if the delivery is accepted. */
export default async function (
  source: string | undefined,
  name: string | undefined,
  options: Options,
): Promise<ExitCode> {
  const { list, on, again, json } = options;
  if (list) return listRecordings(json);
  const reeve = reeveAddress();
  if (source === undefined) throw new UsageError("Name a sender and a recording; --list shows them");
  const sender = PLAYED.get(source);
  if (!sender) throw new UsageError(`Unknown sender "${source}"${instead([...PLAYED.keys()], source)}`);
  if (name === undefined)
    throw new UsageError(`Which recording? ${source} has ${fixtures(source).join(", ")}`);
  const secret = options.secret ?? findLocalSecret(reeve, sender.source);
  const recorded = fixture(source, name, momentAt(Date.now(), on));
  if (on !== undefined && !recorded.body.includes(on))
    throw new UsageError(`--on ${on} can't be used: this delivery contains no day on which it takes effect`);
  if (sender === slack) {
    if (again) throw new UsageError("--again can't be used with slack: Slack never sends a command twice");
    return sendForm(reeve, recorded.body, secret, json);
  }
  const id = crypto.randomUUID();
  if (again) {
    const first = await deliver(reeve, sender, recorded, { id, secret }).catch(noReeveAt(reeve));
    if (!json) print(`${first.status} ${await first.text()}\nSent again, as if that response had been lost:`);
  }
  const response = await deliver(reeve, sender, recorded, { id, secret }).catch(noReeveAt(reeve));
  const text = await response.text();
  if (!json) print(`${response.status} ${text}`);
  const { event, events, ignored } = readAnswer(response.ok ? text : "{}");
  // Some senders expect 200 for new events too.
  const isKnown = response.status === 200 && sources.get(source)?.accepted !== 200 && event && !ignored;
  if (isKnown && !json) console.log("Already received: nothing was repeated.");
  const results = [];
  for (const id of events) {
    const result = isLocal(reeve) ? await readResult(reeve, id) : null;
    results.push(result ?? { event: { id }, runs: [] });
    if (!json)
      print(result ? (await describeResult(reeve, result)).join("\n") : `${reeve.origin}/events/${id}`);
  }
  if (json) printJson({ status: response.status, answer: text, results });
  return response.ok ? 0 : 1;
}

/** Parses the response to a delivery, and adds the ids of its events as a list. */
function readAnswer(text: string) {
  type Answer = { events?: string[] } & { [Name in "event" | "ignored" | "detail"]?: string };
  const answer: Answer = JSON.parse(text);
  return { ...answer, events: answer.events ?? [answer.event ?? []].flat() };
}

/**
 * Lists every recording, with its result in an idle local stack, or "" for a user's own recording, whose result is
 * unknown.
 */
function listRecordings(json: true | undefined): ExitCode {
  const known: Readonly<Record<string, Record<string, string>>> = JSON.parse(readFileSync(ENDINGS, "utf8"));
  const all = Array.from(PLAYED.keys()).flatMap((source) =>
    fixtures(source).map((recording) => ({ source, recording, ends: known[source]?.[recording] ?? "" })),
  );
  if (json) printJson(all);
  else
    for (const [source, of] of Map.groupBy(all, (one) => one.source)) {
      console.log(source);
      for (const { recording, ends } of of) console.log(`  ${recording.padEnd(36)} ${ends}`);
    }
  return 0;
}

/** Sends a Slack form, and shows the responses. */
async function sendForm(
  reeve: URL,
  form: string,
  secret: string | undefined,
  json: true | undefined,
): Promise<ExitCode> {
  const { status, atOnce, later } = await converse(reeve, form, { secret }).catch(noReeveAt(reeve));
  const messages = [atOnce, ...later].filter(Boolean);
  const texts = messages.map(readable).filter((text) => !text.startsWith('{"response_action"'));
  if (json) printJson({ status, messages });
  else print(`${status} ${texts.join("\n\n") || "(empty response: Slack shows nothing)"}`);
  if (!json && texts.some((text) => text.includes("[Confirm]")))
    console.log(`Confirm the plan in the console: ${reeve.origin}/ask`);
  return status === 200 ? 0 : 1;
}

/** Returns the secret of a source in the local stack, or undefined if it is the default. */
function findLocalSecret(reeve: URL, source: string): string | undefined {
  const variable = source === slack.source ? slackSecret.secretVariable : sources.get(source)?.secretVariable;
  if (!isLocal(reeve) || variable === undefined) return undefined;
  const [inUse] = devVars()[variable]?.split(",") ?? [];
  return inUse ?? ownSecrets(dataFolder(Number(reeve.port)))[variable];
}
