// Joins similar messages to one address into one message that shows their number, so that 300 mistaken leavers do not
// cause 300 messages.
import { formatDuration, HOUR_MS } from "../base/days.ts";
import { WAITS_MS } from "../base/waits.ts";
import { readSite } from "../env.ts";
import { formatUsualRuns, readUsualRuns } from "../ledger/mass-changes.ts";
import { isStateOver } from "../ledger/runs.ts";
import type { OperatorsNotice, RunMessage } from "../runs/message.ts";
import { parseSystem } from "../runs/run.ts";
import { RUN_STATE } from "../runs/states.ts";
import { titleSource } from "../systems/reply/replies.ts";
import type { ChannelContext } from "./channel.ts";

/** Maximum number of similar messages that are sent individually within a minute. Further messages are joined. */
const MAX_SINGLE = 5;
const MINUTE_MS = 60_000;
/** Minimum time between two joined messages of a kind, in milliseconds. */
const PAUSE_MS = 10 * MINUTE_MS;
/** Maximum number of kinds in memory. The counts of dropped kinds start from zero again. */
const MAX_KINDS = 1_000;

/** The number of joined messages, and the time at which the first of them arrived. */
export interface Alike {
  readonly n: number;
  readonly since: number;
}

interface Kind {
  /** Arrival times of the messages of this kind that were sent individually. */
  single: readonly number[];
  /** Every message of the kind is joined until this time. */
  joinsUntil: number;
  group: { readonly key: string; readonly dueAt: number } | null;
}

/**
 * Returns the batch whose result a message reports, or `null` if there is none. The results of a batch are joined from
 * the start. A message that asks people to act is not treated as a result, so that it keeps its buttons.
 */
function findBatch({ about, run: { batch, state } }: RunMessage): string | null {
  const isAsked = about === "reminder" || state === "awaiting_approval" || state === "awaiting_follow_up";
  return isAsked && about !== "notice" ? null : (batch ?? null);
}

/** Counts similar messages in memory: after a restart, the first few are sent individually again. */
export class AlikeMessages {
  readonly #kinds = new Map<string, Kind>();

  /**
   * Counts a message.
   * @param address Channel and address
   * @param isOpen Returns true if messages can still join a group
   * @returns the group that the message joins, with the time at which it is due, or `null` if it is sent individually
   */
  count(message: RunMessage, address: string, now: number, isOpen: (group: string) => boolean) {
    const { run, about } = message;
    const batch = findBatch(message);
    const state = about === "notice" ? "" : run.state;
    const key = JSON.stringify([address, run.automation, parseSystem(run), about, state, batch]);
    if (this.#kinds.size >= MAX_KINDS) this.#kinds.clear();
    const kind = this.#kinds.get(key) ?? { single: [], joinsUntil: 0, group: null };
    this.#kinds.set(key, kind);
    kind.single = kind.single.filter((at) => at > now - MINUTE_MS);
    if (batch === null && kind.single.length < MAX_SINGLE && kind.joinsUntil < now) {
      kind.single = [...kind.single, now];
      return null;
    }
    kind.joinsUntil = now + MINUTE_MS;
    if (kind.group && isOpen(kind.group.key)) return kind.group;
    const dueAt = Math.max(now + WAITS_MS.join, (kind.group?.dueAt ?? 0) + PAUSE_MS);
    kind.group = { key: `alike:${now}:${key}`, dueAt };
    return kind.group;
  }
}

/**
 * Makes the message that replaces joined messages. It contains their number, kind and source, the automation's usual
 * number of runs, and a link to the list of runs or to the batch. Returns `null` if the messages asked for approvals
 * but no run of the automation waits for approval any longer.
 */
export async function describeAlike(
  key: string,
  message: RunMessage,
  { n, since }: Alike,
  { env }: Pick<ChannelContext, "env">,
): Promise<OperatorsNotice | null> {
  const { run, about } = message;
  const { automation, state } = run;
  const batch = findBatch(message);
  const isAsked = about !== "notice" && state === "awaiting_approval";
  // While the ledger is unavailable, the message is sent without this check and without the usual number of runs.
  if (isAsked && (await isStateOver(env.LEDGER, run).catch(() => false))) return null;
  const asked = about === "reminder" ? "Still waiting for approval" : "Approval needed";
  const head = about === "notice" ? run.notice?.title : isAsked ? asked : null;
  const what = `${n} ${batch === null ? "more " : ""}runs of ${automation}`;
  const usual = await readUsualRuns(env.LEDGER, automation, since - HOUR_MS, n).catch(() => null);
  const site = readSite(env);
  const list = new URLSearchParams({ automation, state, since: String(since - MINUTE_MS) });
  const summary = [
    `${n} messages of this kind within ${formatDuration(Math.max(1_000, Date.now() - since))} are combined here.`,
    `They come from ${titleSource(parseSystem(run))}.`,
    usual && `Runs of ${automation}: ${formatUsualRuns(usual)}.`,
    batch !== null && run.ended && `The runs were decided in a batch by ${run.ended.by}: ${run.ended.reason}`,
  ];
  return {
    key,
    title: head ? `${head}: ${what}` : `${what}: ${RUN_STATE[state].words}`,
    summary: summary.filter((sentence) => typeof sentence === "string").join(" "),
    link: site && (batch === null ? `${site}/runs?${list}` : `${site}/batches/${batch}`),
  };
}
