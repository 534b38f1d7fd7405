// Prints the result of a delivery: its event and runs or, if nothing ran, the reason and the settings that would enable
// a run.

import { printable } from "../../base/text.ts";
import { listensTo } from "../../kit/automation.ts";
import { automationSettings } from "../../kit/settings.ts";
import type { EventRecord } from "../../ledger/shapes.ts";
import { describeState, type Run } from "../../runs/run.ts";
import { valueAt } from "../../systems/reading/json.ts";
import { recordedEvent, recordedRun, settled } from "../shared/reeve-api.ts";
import { loadRules } from "../shared/working-tree.ts";

/** Timeout for the runs to end or start waiting, and then for the event to be recorded, in milliseconds. */
const PATIENCE_MS = 15_000;

/** An event with its runs. */
export interface EventWithRuns {
  readonly event: EventRecord;
  readonly runs: readonly Run[];
}

/** Reads an event with its runs, once each run has ended or is waiting for a day or a person. */
export async function readResult(reeve: URL, id: string): Promise<EventWithRuns> {
  // A paused or retrying run might take long, so return the present state.
  const event = await settled(reeve, id, PATIENCE_MS).catch(() => recordedEvent(reeve, id, PATIENCE_MS));
  return { event, runs: await Promise.all(event.runs.map((run) => recordedRun(reeve, run.id))) };
}

/** Returns lines of text, with links, that describe the result of an event. */
export async function describeResult(reeve: URL, { event, runs }: EventWithRuns): Promise<string[]> {
  const { key, title } = event.headline;
  const name = key === null || key === title ? `"${title}"` : `${key} "${title}"`;
  const lines = [`${name}, ${event.state}  ${reeve.origin}/events/${event.id}`];
  let asksInVain = false;
  for (const run of runs) {
    const why = run.ignored ? `: ${run.ignored}` : "";
    const state = describeState(run) + (run.paused === null ? "" : `: ${run.paused}`);
    lines.push(`  → ${run.automation} ${state}${why}  ${reeve.origin}/runs/${run.id}`);
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
 * Describes the planned actions of a run, or the reason why it has no plan, one line each. For a dry run, the lines
 * include the calls and the approval that a live run would need.
 */
export function planLines({ state, plan, approvalReasons, problem }: Run): string[] {
  const actions = plan?.actions ?? [];
  const rehearsed = state === "dry_run";
  const calls = (effects: (typeof actions)[number]["effects"]) =>
    rehearsed ? effects.map(({ operation }) => `  would call ${operation}`) : [];
  const approval =
    approvalReasons.length > 0
      ? `would need an approval: ${approvalReasons.join("; ")}`
      : "would need no approval";
  return [
    ...actions.flatMap(({ summary, effects }) => [summary, ...calls(effects)]),
    ...(rehearsed && actions.length > 0 ? [approval] : []),
    ...(problem ? [`${problem.code}: ${problem.message}`] : []),
  ];
}

/**
 * Lists the reasons why no automation acts on an event, one line each, and the settings that enable disabled
 * automations for it.
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
    ...(off.length > 0 ? ["docs/reference.md#automations describes each automation."] : []),
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
