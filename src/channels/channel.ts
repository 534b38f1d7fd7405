// The port of a channel, which sends messages to people or systems, and the messages that the outbox keeps.
import { lengthWords } from "../base/days.ts";
import type { OperatorsNotice } from "../desk/operate/watches.ts";
import { type Run, runPage } from "../desk/run/run.ts";
import type { RunMessage } from "../desk/run-message.ts";
import { type Env, readSite, type Variables } from "../env.ts";
import { knownAbout } from "../ledger/known.ts";
import { describeWait } from "../policy/stages.ts";
import { agentWords } from "../systems/headline.ts";
import type { SlackConfig } from "./slack/settings.ts";
import type { SlackStore } from "./slack/store.ts";

/** Sends something to an address: a system, a channel of a chat, a person. */
export interface Channel<Content, Around> {
  /** @throws Problem if the message was not sent, or may not have been: see `retryDelay` */
  send(to: string, content: Content, around: Around): Promise<void>;
}

/** A message in the outbox: about a run, or to operators about none. */
export type OutboxMessage = RunMessage | OperatorsNotice;

/** The part of a message that decides its addresses. */
export type Addressed = Pick<RunMessage, "about" | "run"> | OperatorsNotice;

export interface ChannelConfig {
  readonly config: SlackConfig;
  readonly env: Variables;
}

export interface Around extends ChannelConfig {
  readonly env: Env;
  readonly store: SlackStore;
}

/** A channel to people. Each address of a message is kept, sent and retried by itself. */
export interface MessageChannel extends Channel<OutboxMessage, Around> {
  /** Its name in the run's timeline after a failure. */
  readonly name: "slack" | "teams" | "ticket" | "webhook";
  /** Milliseconds before a message is sent. @default 0 */
  readonly afterMs?: number;
  /** True if what a kill interrupts is not sent again. @default false */
  readonly once?: true;
  addresses(message: Addressed, by: ChannelConfig): readonly string[];
}

export const linkTo = ({ id, sameAs = id }: Run, { env }: ChannelConfig): string | null =>
  runPage(readSite(env), sameAs);

/** A plan that waits for an approval, or did. Its texts may come from outside. */
export interface ShownPlan {
  readonly title: string;
  readonly url: string | null;
  readonly requestedBy: string;
  /** The words before the requester: `Requested by`, or the agent that asked for them. */
  readonly asked: string;
  readonly automation: string;
  readonly summaries: readonly string[];
  readonly link: string | null;
  readonly asks: readonly string[];
  /** Facts about the requester and the plan's targets that an approver should know. */
  readonly cautions: readonly string[];
  /** The approvals so far, and whom it waits for, in sentences; `null` for any one approver. */
  readonly waitsFor: string | null;
  /** Says if the requester hears of its end; `null` if nobody asked for it. */
  readonly hears: string | null;
}

export const shownPlan = async (
  { run, name, url, requestedBy, agent, sentences, hears }: RunMessage,
  by: Around,
): Promise<ShownPlan> => ({
  asks: run.asks,
  waitsFor: describeWait(run.stages, run.approvals),
  cautions: [...run.cautions, ...(await known(run, by))],
  title: name,
  url,
  requestedBy,
  asked: agent === undefined ? "Requested by" : `Asked by ${agentWords(agent)} for`,
  automation: run.automation,
  summaries: sentences,
  hears,
  link: linkTo(run, by),
});

/** None while the record is away: a card can't wait for it. */
const known = (run: Run, { env, config }: Around): Promise<readonly string[]> =>
  run.state === "awaiting_approval"
    ? knownAbout(env.LEDGER, run.id, run.plan?.actions ?? [], config.settings.timeZone).then(
        (facts) => facts.map(({ text }) => text),
        () => [],
      )
    : Promise.resolve([]);

/** The time left to decide about a plan, in words; `null` if it is over. */
export function timeLeft({ dueAt }: Run): { readonly expiresAt: number; readonly left: string } | null {
  const left = (dueAt ?? 0) - Date.now();
  return dueAt === null || left <= 0 ? null : { expiresAt: dueAt, left: lengthWords(left) };
}
