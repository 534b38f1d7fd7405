// A message in words, for channels without a form of their own for it.
import { approversSentence } from "../actions/action.ts";
import { writeEnd } from "../desk/run/reply.ts";
import { listAsked } from "../desk/run/run.ts";
import { readSite } from "../env.ts";
import { isAlerting, isNotified, RUN_STATE } from "../ledger/states.ts";
import { heldWords } from "../policy/budget.ts";
import { describeWait, listApprovers } from "../policy/stages.ts";
import { agentWords } from "../systems/headline.ts";
import { type Addressed, type ChannelConfig, linkTo, type OutboxMessage } from "./channel.ts";

export interface News {
  readonly type: string;
  readonly title: string;
  readonly text: readonly string[];
  /** The people who are asked to decide or to do something, by email; empty: whoever has the role. */
  readonly to: readonly string[];
  readonly link: string | null;
  readonly ticket: string | null;
}

/** True for a message that people besides the requester have to hear of. */
export const isNews = (message: Addressed): boolean =>
  !("run" in message) ||
  message.about !== "state" ||
  message.run.state === "awaiting_approval" ||
  isAlerting(message.run.state) ||
  (message.run.asks.length > 0 && isNotified(message.run.state));

export function writeNews(message: OutboxMessage, by: ChannelConfig): News {
  if (!("run" in message)) {
    const { title, summary } = message;
    return { type: "notice", title, text: [summary], to: [], link: null, ticket: null };
  }
  const { run, about, name, url: ticket, sentences, agent, requestedBy } = message;
  const { state, asks, notice, hold, problem } = run;
  const pages = { link: linkTo(run, by), ticket };
  if (about === "notice" && notice) {
    const lines = notice.lines.map(({ name: of, detail }) => (detail ? `${of}: ${detail}` : of));
    const { title, summary, people: to = [] } = notice;
    return { type: about, title, text: [summary, ...lines], to, ...pages };
  }
  if (state === "awaiting_approval") {
    const asked = agent === undefined ? [] : [`Asked by ${agentWords(agent)} for ${requestedBy}.`];
    const text = [...sentences, ...asked, `Needs an approval: ${asks.join("; ")}.`];
    const waits = describeWait(run.stages, run.approvals);
    const title = `${about === "reminder" ? "Still waiting for approval" : "Approval needed"}: ${name}`;
    const to = listApprovers(run, "now");
    return {
      type: about === "reminder" ? about : state,
      title,
      text: waits ? [...text, waits] : text,
      to,
      ...pages,
    };
  }
  const why = hold ? heldWords(hold) : problem?.message;
  const end = writeEnd(run, readSite(by.env))?.sentences ?? run.plan?.actions.map(approversSentence) ?? [];
  return {
    type: state,
    title: `${isAlerting(state) ? RUN_STATE[state].alert : (RUN_STATE[state].outcome ?? RUN_STATE[state].words)}: ${name}`,
    text: why && isAlerting(state) ? [why, ...end] : end,
    to: state === "awaiting_task" ? listAsked(run) : [],
    ...pages,
  };
}
