// The message about a run, and the reply to the sender of the run's event. The message contains only the part of the
// run that recipients need, so that even the message about the largest run and event leaves room for other messages in
// the run's row at its desk.
import { formatForDecider } from "../actions/index.ts";
import type { Event } from "../systems/event.ts";
import { systems } from "../systems/index.ts";
import { compact } from "../systems/reading/json.ts";
import { findReplier, type Replies } from "../systems/reply/replies.ts";
import type { Message, Target } from "../systems/system.ts";
import { explainEnd, toTicket } from "./explain.ts";
import { formatTitle, type Headline, makeHeadline, withLearned } from "./headline.ts";
import { parseSystem, type Run, type RunReply, runPage } from "./run.ts";

/**
 * A message about a run: its new state, a notice for people, or a reminder for approvers or for the owners of
 * follow-ups.
 */
export interface RunMessage {
  readonly about: "state" | "notice" | "reminder";
  /** The event's title. */
  readonly name: string;
  /** The web page of the ticket or worker, or `null` if unknown. */
  readonly url: string | null;
  readonly requestedBy: string;
  /** The requester's name, if `requestedBy` is an address. @default unknown */
  readonly requesterName?: string;
  /** The reason that the requester wrote. @default none */
  readonly reason?: string;
  /** The agent that made the request in the requester's name. @default no agent made a request */
  readonly agent?: string;
  /** The sentences of the plan for the approver, with the consequences of each action. */
  readonly sentences: readonly string[];
  readonly hears: string | null;
  /**
   * The run at the time of the message, without its progress, the inputs and calls of its plan, the responses to the
   * calls, and the proposal's reads.
   */
  readonly run: Run;
}

/** A message to operators that is about no run, or a message in the conversation about a run. */
export interface OperatorsNotice {
  /** The key that identifies the notice. Repeats of the notice have the same key. */
  readonly key: string;
  readonly title: string;
  readonly summary: string;
  /**
   * The text that a person wrote, and the title of the run that it is about.
   * @default Reeve wrote all of the message
   */
  readonly quote?: { readonly text: string; readonly about: string };
  /**
   * Set if the notice belongs to the conversation about a run. `asked` contains the addresses of the people who are
   * asked to decide. `subject` is the subject of a request made in Slack, and is set if its requester receives the
   * message.
   */
  readonly discusses?: { readonly run: string; readonly asked: readonly string[]; readonly subject?: string };
  /** The page to link to. @default no link */
  readonly link?: string | null | undefined;
}

export function makeRunMessage(
  about: RunMessage["about"],
  run: Run,
  { event, source }: { readonly event: Event; readonly source: string },
  replies: Replies,
): RunMessage {
  const headline = makeHeadline(withLearned(event, run.learned, run.plan?.actions[0]?.summary), source);
  const { url, askedBy, way } = headline;
  return {
    about,
    name: formatTitle(headline, headline.title),
    url,
    sentences: run.plan?.actions.map((action) => formatForDecider(action, run.parties?.named)) ?? [],
    hears: describeNotice(run.subject, headline, replies),
    ...("request" in event && compact({ agent: event.request.agent, reason: event.request.reason })),
    ...(askedBy?.email && { requesterName: askedBy.name }),
    requestedBy: askedBy?.email ?? askedBy?.name ?? (event.type === "schedule.due" ? way : NOBODY),
    run: {
      ...run,
      progress: undefined,
      reads: null,
      plan: run.plan && {
        ...run.plan,
        actions: run.plan.actions.map((action) => ({ ...action, input: null, effects: [] })),
      },
      journal: run.journal.map(({ answer: _, ...entry }) => entry),
    },
  };
}

const NOBODY = "unknown: the event names nobody";

/**
 * Describes whether the requester is notified of the run's end, or returns `null` if the event names no requester.
 * @param subject The run's subject
 */
export function describeNotice(subject: string, { askedBy, way }: Headline, replies: Replies): string | null {
  const system = parseSystem({ subject });
  if (!askedBy) return null;
  if (system === "slack") return `Slack notifies ${askedBy.name} when the run ends.`;
  if (system in replies) return `Reeve replies to ${askedBy.name} in ${way} when the run ends.`;
  const why = systems.get(system)?.replies
    ? `replies to ${way} are off (replies in src/config.ts)`
    : `${way} can't be replied to`;
  return `${askedBy.name} won't be notified: ${why}.`;
}

/**
 * Returns the target of replies to an event, with the fields that replies need, or `null` if the event can't be replied
 * to, or if replies to its system are off.
 */
export function findTarget(event: Event, replies: Replies): Target | null {
  const worker = "worker" in event && { ...event.worker, key: event.worker.name ?? event.worker.id };
  const target = "ticket" in event ? event.ticket : worker;
  if (!target || !(target.system in replies)) return null;
  const { system, id, key } = target;
  const { needs = [] } = findReplier(system);
  const fields = Object.fromEntries(needs.map((name) => [name, target.fields[name] ?? ""]));
  return needs.every((name) => fields[name]) ? { system, id, key, fields } : null;
}

/**
 * Returns the reply to an event's sender about a run that has just ended, or `null` if no reply is due or possible.
 * @param site Base address for the link to the run
 */
export function replyTo(event: Event, run: Run, replies: Replies, site: string | undefined): RunReply | null {
  const target = findTarget(event, replies);
  const settings = replies[target?.system as keyof Replies];
  const lines = explainEnd(run);
  if (!target || !settings || !lines) return null;
  const { comment, usual } = findReplier(target.system);
  const end = run.state === "done" ? "done" : "notDone";
  // Don't move the ticket if people have moved it themselves, or if another run carries out the plan: the end of this
  // run is then neither a success nor a failure.
  const isTheirs =
    run.lateWithdrawal !== undefined || (run.ended?.withdrawn !== undefined && run.ended.by === "reeve");
  const move = run.sameAs || isTheirs ? null : (settings.move[end] ?? usual?.[end] ?? null);
  if (!comment && move === null) return null;
  return {
    version: run.version,
    target,
    message: comment ? toTicket(lines, runPage(site, run.sameAs ?? run.id)) : null,
    visible: settings.visible,
    move,
  };
}

/** Returns the reply that the message about a run's end delivers, or `null` for any other message about the run. */
export const findReply = ({ about, run }: Pick<RunMessage, "about" | "run">): RunReply | null =>
  about === "state" && run.reply?.version === run.version ? run.reply : null;

/** Lists the contents of the requests that deliver a reply, in order: its text, and the state to move the ticket to. */
export const listReplySteps = ({ message, move }: RunReply): (Message | string)[] =>
  [message, move].filter((step) => step !== null);
