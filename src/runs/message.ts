// The message about a run. It contains only the part of the run that recipients need, so that even the message about
// the largest run and event leaves room for other messages.
import { formatForDecider } from "../actions/index.ts";
import type { Event } from "../systems/event.ts";
import { systems } from "../systems/index.ts";
import type { Replies } from "../systems/reply/replies.ts";
import { formatTitle, type Headline, makeHeadline, withLearned } from "./headline.ts";
import type { Run } from "./run.ts";

/** A run in a state that people are notified of, a notice for people, or a reminder for approvers. */
export interface RunMessage {
  readonly about: "state" | "notice" | "reminder";
  /** The event's title, and the address of its page. */
  readonly name: string;
  readonly url: string | null;
  readonly requestedBy: string;
  /** The agent that made the request in the requester's name. @default the request came from a person */
  readonly agent?: string;
  /** The sentences of the plan for the approver, with the consequences of each action. */
  readonly sentences: readonly string[];
  readonly hears: string | null;
  /** The run at the time of the message, without its plan's calls, their responses and the proposal's reads. */
  readonly run: Run;
}

/** A message to operators that is about no run, or that belongs to a run's conversation. */
export interface OperatorsNotice {
  /** The key that identifies the notice. Repeats of the notice have the same key. */
  readonly key: string;
  readonly title: string;
  readonly summary: string;
  /**
   * Set if the notice belongs to the conversation about a run: the run's id, the addresses of its assignees, and the
   * subject of a request made in Slack if its requester receives the message.
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
    sentences: run.plan?.actions.map(formatForDecider) ?? [],
    hears: describeNotice(run.subject, headline, replies),
    ...("request" in event && event.request.agent && { agent: event.request.agent }),
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
 * Describes whether the requester is notified of the run's end, or returns `null` if nobody requested the run. @param
 * subject The run's subject
 */
export function describeNotice(subject: string, { askedBy, way }: Headline, replies: Replies): string | null {
  const [system = ""] = subject.split(":", 1);
  if (!askedBy) return null;
  if (system === "slack") return `${askedBy.name} is notified in Slack at the end.`;
  if (system in replies) return `${way} gets a reply for ${askedBy.name} at the end.`;
  const why = systems.get(system)?.replies
    ? `replies to ${way} are off (replies in src/config.ts)`
    : `${way} can't be replied to`;
  return `${askedBy.name} won't be notified: ${why}.`;
}
