// `npm run send`: sends a recorded delivery with the current time, signed as its sender signs, and shows the result.
// For Slack, it shows the messages. For Teams, it clicks a button on a card.
import { readFileSync } from "node:fs";
import { printable } from "../../base/text.ts";
import { BUTTONS } from "../../channels/doc.ts";
import { listensTo } from "../../kit/automation.ts";
import { automationSettings } from "../../kit/settings.ts";
import type { EventRecord } from "../../ledger/shapes.ts";
import { explainRun, formatLine } from "../../runs/explain.ts";
import { describeState, type Run } from "../../runs/run.ts";
import { senders, slack } from "../../sandbox/vendors/senders.ts";
import { momentAt } from "../../sandbox/vendors/template.ts";
import { sources } from "../../systems/index.ts";
import { valueAt } from "../../systems/reading/json.ts";
import { slackSecret } from "../../systems/slack.ts";
import { isLocal, reeveAddress } from "../shared/arguments.ts";
import { type ExitCode, print, printJson, UsageError } from "../shared/command-line.ts";
import { devVars } from "../shared/dev-vars.ts";
import { noReeveAt, recordedEvent, recordedRun, settled } from "../shared/reeve-api.ts";
import { loadRules } from "../shared/working-tree.ts";
import { dataFolder, ownSecrets } from "../start/data-folder.ts";
import { deliver, ENDINGS, fixture, fixtures, instead } from "./deliver.ts";
import { converse, readable } from "./slack.ts";
import { clickInTeams } from "./teams.ts";

const PLAYED = new Map([...senders, slack].map((sender) => [sender.source, sender]));

interface Options {
  readonly list?: true;
  readonly on?: string;
  readonly again?: true;
  readonly secret?: string;
  readonly as: string;
  readonly json?: true;
}

/** Runs the command. Returns 0 if Reeve accepts the delivery. */
export default async function (
  source: string | undefined,
  name: string | undefined,
  options: Options,
): Promise<ExitCode> {
  const { list, on, again, json } = options;
  if (list) return listRecordings(json);
  const reeve = reeveAddress();
  if (source === undefined) throw new UsageError("Name a sender and a recording; --list shows them");
  if (source === "teams") return clickInTeams(reeve, name, options);
  const sender = PLAYED.get(source);
  if (!sender)
    throw new UsageError(`Unknown sender "${source}"${instead([...PLAYED.keys(), "teams"], source)}`);
  if (name === undefined)
    throw new UsageError(`Which recording? ${source} has ${fixtures(source).join(", ")}`);
  const secret = options.secret ?? findLocalSecret(reeve, sender.source);
  const recorded = fixture(source, name, momentAt(Date.now(), on));
  if (on !== undefined && !recorded.body.includes(on))
    throw new UsageError(`--on ${on} can't be used: this recording has no effective day`);
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

/**
 * Sends every recording of every sender except Slack to the local stack: all senders concurrently, and each sender's
 * recordings one after another. All arrive at the current time, because no delivery can claim an earlier arrival.
 */
export async function sendAll(reeve: URL): Promise<void> {
  const sent = senders.map(async (sender) => {
    const secret = findLocalSecret(reeve, sender.source);
    for (const name of fixtures(sender.source))
      await deliver(reeve, sender, fixture(sender.source, name, momentAt(Date.now())), { secret });
  });
  await Promise.all(sent);
}

/** Parses the response to a delivery, and adds the ids of its events as a list. */
function readAnswer(text: string) {
  type Answer = { events?: string[] } & { [Name in "event" | "ignored" | "detail"]?: string };
  const answer: Answer = JSON.parse(text);
  return { ...answer, events: answer.events ?? [answer.event ?? []].flat() };
}

/**
 * Prints every recording with its result in an idle local stack, and the buttons of cards in Teams. The result of a
 * user's own recording is unknown, and printed as "".
 */
function listRecordings(json: true | undefined): ExitCode {
  const known: Readonly<Record<string, Record<string, string>>> = JSON.parse(readFileSync(ENDINGS, "utf8"));
  const recordings = Array.from(PLAYED.keys()).flatMap((source) =>
    fixtures(source).map((recording) => ({ source, recording, ends: known[source]?.[recording] ?? "" })),
  );
  const clicks = Object.entries(BUTTONS).map(([recording, { label }]) => {
    const ends = `clicks “${label}” on the newest card with this button`;
    return { source: "teams", recording, ends };
  });
  const all = [...recordings, ...clicks];
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

/** Returns the secret of a source in the local stack, or `undefined` if the sender's default applies. */
function findLocalSecret(reeve: URL, source: string): string | undefined {
  const variable = source === slack.source ? slackSecret.secretVariable : sources.get(source)?.secretVariable;
  if (!isLocal(reeve) || variable === undefined) return undefined;
  const [inUse] = devVars()[variable]?.split(",") ?? [];
  return inUse ?? ownSecrets(dataFolder(Number(reeve.port)))[variable];
}

/** Timeout for the runs to end or start waiting, and then for the event to be recorded, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Reads an event with its runs, once each run has ended or is waiting for a time or a person, or after `PATIENCE_MS`.
 */
export async function readResult(reeve: URL, id: string) {
  // A paused or retrying run might take long, so return the current state.
  const event = await settled(reeve, id, PATIENCE_MS).catch(() => recordedEvent(reeve, id, PATIENCE_MS));
  return { event, runs: await Promise.all(event.runs.map((run) => recordedRun(reeve, run.id))) };
}

type EventWithRuns = Awaited<ReturnType<typeof readResult>>;

/** Returns lines of text, with links, that describe the result of an event. */
export async function describeResult(reeve: URL, { event, runs }: EventWithRuns): Promise<string[]> {
  const { key, title } = event.headline;
  const name = key === null || key === title ? `"${title}"` : `${key} "${title}"`;
  const lines = [`${name}, ${event.state}  ${reeve.origin}/events/${event.id}`];
  let asksInVain = false;
  for (const run of runs) {
    lines.push(`  → ${run.automation} ${describeState(run)}  ${reeve.origin}/runs/${run.id}`);
    if (run.sameAs) lines.push(`      run that does the same: ${reeve.origin}/runs/${run.sameAs}`);
    lines.push(...planLines(run).map((line) => `      ${line}`));
    asksInVain ||= run.problem?.code === "sender_not_configured";
    if (run.reply) lines.push(`      reply to ${run.reply.target.system}`);
  }
  if (asksInVain && event.type?.startsWith("worker."))
    lines.push(
      `  ${event.headline.way} sends only an id, and this Reeve has no access to its API. These recordings contain all data about a worker:`,
      "  npm run send -- workday terminated, merge Employee.removed, entra leaver",
    );
  if (event.runs.length === 0) lines.push(...(await findIgnoreReason(event)).map((line) => `  ${line}`));
  return lines.map(printable);
}

/**
 * Describes the planned actions of a run, and its outcome or the reason why it waits, one line each. For a dry run, the
 * lines include the calls and the approval that a live run would need.
 */
export function planLines(run: Run): string[] {
  const { state, plan, approvalReasons } = run;
  const actions = plan?.actions ?? [];
  const rehearsed = state === "dry_run";
  const reasons = approvalReasons.length > 0 ? `an approval: ${approvalReasons.join("; ")}` : "no approval";
  return [
    ...actions.flatMap(({ summary, effects }) => [
      summary,
      ...(rehearsed ? effects.map(({ operation }) => `  would call ${operation}`) : []),
    ]),
    ...(rehearsed && actions.length > 0 ? [`would need ${reasons}`] : []),
    ...explainRun(run, { isOperator: true }).lines.map(formatLine),
  ];
}

/**
 * Lists the reasons why no automation acts on an event, one line each, and the settings that would enable the disabled
 * automations that listen to such events.
 */
async function findIgnoreReason({ type, subject, event, detail, declined }: EventRecord): Promise<string[]> {
  if (type === null || detail !== null) return [detail ?? "The delivery could not be read."];
  const types = [type, valueAt(event, "possibleTypes") ?? []].flat().map(String);
  const asked = new Set(declined.flatMap((one) => one.automations));
  const { automations } = await loadRules();
  const off = Array.from(automations.values()).filter(
    (one) => !asked.has(one.name) && types.some((type) => listensTo(one, { type, subject })),
  );
  return [
    ...declined.map(({ reason, automations: names }) => `${names.join(", ")}: ${reason}`),
    ...(asked.size > 0 || off.length > 0 ? [] : [`No automation listens to ${type}.`]),
    ...(off.length > 0
      ? [`Disabled automations for ${types.join(" or ")}: add them to settings.automations in src/config.ts`]
      : []),
    ...off.map(({ name }) => `  "${name}": ${leastSettings(name)},`),
    ...(off.length > 0 ? ["docs/set-up/automations.md#the-list describes each automation."] : []),
  ];
}

/** Returns the required settings of an automation, to fill in: `{ requestType: …, status: … }`. */
function leastSettings(name: string): string {
  const schema = Object.hasOwn(automationSettings, name)
    ? automationSettings[name as keyof typeof automationSettings]
    : null;
  const missing = schema?.safeParse({}).error?.issues.map(({ path: [member] }) => String(member)) ?? [];
  const members = Array.from(new Set(missing), (member) => `${member}: …`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}
