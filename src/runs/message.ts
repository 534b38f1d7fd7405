// The message about a run: as much of the run as it needs, so that the largest run and event leave room for others.
import { formatForDecider } from "../actions/consequences.ts";
import type { Event } from "../systems/event.ts";
import { systems } from "../systems/index.ts";
import type { Replies } from "../systems/reply/replies.ts";
import { formatTitle, type Headline, makeHeadline, withLearned } from "./headline.ts";
import type { Run } from "./run.ts";

/** A run in a state that people are notified of, with a notice for them, or of which approvers are reminded. */
export interface RunMessage {
  readonly about: "state" | "notice" | "reminder";
  /** Of its event, as people call it, with its page. */
  readonly name: string;
  readonly url: string | null;
  readonly requestedBy: string;
  /** The agent that asked in their name. @default none */
  readonly agent?: string;
  /** The sentences of its plan for the person who decides, with the consequences of each action. */
  readonly sentences: readonly string[];
  readonly hears: string | null;
  /** As it stood then, without the calls of its plan, their answers and what it read. */
  readonly run: Run;
}

/** A message to operators about no run, or about the conversation of one. */
export interface OperatorsNotice {
  /** The same for each repeat of the notice. */
  readonly key: string;
  readonly title: string;
  readonly summary: string;
  /**
   * Set if it belongs to the conversation about a run: its id, the addresses whom the run asks, and the subject of a request
   * made in Slack if its requester gets the message.
   */
  readonly discusses?: { readonly run: string; readonly asked: readonly string[]; readonly subject?: string };
  /** The page about it. @default none */
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
      progress: null,
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

/** Says if the requester of a run hears of its end; `null` if nobody asked for it. @param subject The run's */
export function describeNotice(subject: string, { askedBy, way }: Headline, replies: Replies): string | null {
  const [system = ""] = subject.split(":", 1);
  if (!askedBy) return null;
  if (system === "slack") return `At the end ${askedBy.name} is notified in Slack.`;
  if (system in replies) return `At the end ${way} gets a reply for ${askedBy.name}.`;
  const why = systems.get(system)?.replies
    ? `replies to ${way} are off (replies in src/config.ts)`
    : `${way} can't be replied to`;
  return `${askedBy.name} won't be notified: ${why}.`;
}
