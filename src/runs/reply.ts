// The reply to the sender of a run that has ended.
import { formatClockTime } from "../base/days.ts";
import { forRequester, problems } from "../base/problem.ts";
import { retryDelay } from "../base/waits.ts";
import { formatHold } from "../policy/budget.ts";
import { describeWait, formatApproval } from "../policy/stages.ts";
import type { Event } from "../systems/event.ts";
import { cutToSentence, type Ending, writeMessage } from "../systems/reply/message.ts";
import { findReplier, type Replies } from "../systems/reply/replies.ts";
import { findTarget, type Message } from "../systems/system.ts";
import type { ReplyResult } from "./events.ts";
import { isFinished, listAsked, listOpen, type Run, type RunReply, runPage } from "./run.ts";
import { hasEnded, type RunState } from "./states.ts";

/** The reply to an event's sender on a run that has just ended; `null` for none. @param site For the link to the run */
export function replyTo(event: Event, run: Run, replies: Replies, site: string | undefined): RunReply | null {
  const target = findTarget(event);
  const settings = target && replies[target.system as keyof Replies];
  const message = writeEnd(run, site);
  if (!settings || !message) return null;
  const replier = findReplier(target.system);
  if (replier.canReach?.(target) === false) return null;
  const end = run.state === "done" ? "done" : "notDone";
  // A plan that another run carries out is neither done nor not done: the ticket stays where it is.
  // Nor is one moved that people have moved themselves.
  const isTheirs =
    run.tooLate !== undefined || (run.ended?.takenBack !== undefined && run.ended.by === "reeve");
  const move = run.sameAs || isTheirs ? null : (settings.move[end] ?? replier.usual?.[end] ?? null);
  if (!replier.comment && move === null) return null;
  return {
    to: target.system,
    message,
    visible: settings.visible,
    move,
    state: "due",
    step: replier.comment ? "comment" : "move",
    failures: 0,
    problem: null,
  };
}

/** The message to the requester of a run that has ended; `null` if there is nothing to say. */
export function writeEnd(run: Run, site: string | undefined): Message | null {
  const ending = findEnding(run);
  if (!ending) return null;
  const link = runPage(site, run.sameAs ?? run.id);
  return writeMessage({
    summaries: run.plan?.actions.map(({ summary }) => summary) ?? [],
    made: run.journal.filter(({ state }) => state === "applied").length,
    changes: run.journal.length,
    gone: run.journal.filter(({ gone }) => gone).length,
    unseen: unseen(run),
    ending,
    ...(run.tooLate !== undefined && { tooLate: run.tooLate }),
    ...(link && { link }),
  });
}

/** The note on a run that begins to wait: for what, whom, until when; `null` for none. @param timeZone IANA name */
export function writeWait(run: Run, timeZone: string, site: string | undefined): Message | null {
  const { id, state, asks, stages = [], approvals, hold, dueAt, scheduledFor, plan, override } = run;
  const until =
    dueAt === null ? "" : `${formatClockTime(dueAt, timeZone)} (${timeZone.replaceAll("_", " ")})`;
  const words: Readonly<Partial<Record<RunState, string>>> = {
    scheduled: `This is scheduled for ${[until, scheduledFor].filter(Boolean).join(", ")}.`,
    awaiting_approval: `This waits for an approval: ${asks.join("; ")}. ${describeWait(stages, approvals) ?? "Somebody with the role approver decides."}${until && ` Without a decision by ${until} it is not done.`}`,
    held: `This is on hold, and an operator decides whether it goes on. ${hold ? formatHold(hold) : ""}`.trim(),
    awaiting_follow_up: formatFollowUps(run, until && ` by ${until}`),
    needs_review: "This waits for an operator: nobody knows whether a call was carried out.",
  };
  const link = runPage(site, id);
  const said = words[state];
  if (said === undefined) return null;
  const sentences = [
    ...(state === "awaiting_approval" ? [] : approvals.map(formatApproval)),
    override && `${override.by} let it go over its budget.`,
    said,
    plan && `What was asked for: ${plan.actions.map(({ summary }) => summary).join(" ")}`,
  ].filter((sentence) => sentence !== null);
  return { sentences: sentences.map(cutToSentence), ...(link && { link }) };
}

/** The open follow-ups of a run, and their owners, in sentences. */
export const formatFollowUps = (run: Run, until = ""): string =>
  [
    `What is left is for ${listAsked(run).join(", ") || "an operator"} to do, and to report${until}:`,
    ...listOpen(run).map(({ asks }) => asks),
  ].join(" ");

/** The ends of a run's follow-ups, in sentences. */
export const endSentences = ({ plan, followUps = [] }: Run): string[] =>
  followUps.flatMap(({ step, end }) => {
    const { followUp, summary } = plan?.actions[step] ?? {};
    if (!end) return [];
    if (end.by === "reeve") return `${end.reason}.`;
    return `${end.by} reported this as ${end.verdict === "done" ? "done" : "not done"}: ${followUp?.asks ?? summary}`;
  });

/** Number of a run's calls that the service accepted and whose effect nobody has seen. */
export const unseen = ({ journal }: Pick<Run, "journal">): number =>
  journal.filter(({ state, gone, shows }) => state === "applied" && !gone && shows?.is !== "seen").length;

function findEnding(run: Run): Ending | null {
  const { state, mode, ignored, sameAs, plan, approvals, problem, ended } = run;
  if (sameAs) return { state: "same" };
  if (mode === "dry_run" || ignored !== null || !hasEnded(state)) return null;
  switch (state) {
    case "done":
      return plan && plan.actions.length > 0
        ? { state, approvals: approvals.map(formatApproval), reports: endSentences(run) }
        : null;
    case "failed":
      return problem && { state, because: forRequester(problem) };
    case "rejected":
    case "not_done":
      return ended && { state, ...ended };
    case "cancelled":
      if (ended?.takenBack === "ticket_gone") return null;
      if (ended?.takenBack && ended.by === "reeve") return { state, by: "its ticket", reason: ended.reason };
      // By a newer event of the same ticket: its own run has something to say.
      return ended && ended.by !== "reeve" ? { state, ...ended } : null;
    case "expired":
      return { state };
    case "handled":
    case "ignored":
    case "dry_run":
      return null;
    default:
      return state satisfies never;
  }
}

/** Adds the reply to a run that this step ended. */
export function withReply(before: Run, after: Run, reply: (ended: Run) => RunReply | null): Run {
  if (isFinished(before) || !isFinished(after)) return after;
  const due = reply(after);
  return due ? { ...after, reply: due, dueAt: after.updatedAt } : after;
}

/** A reply after its next event, and the time to go on with it; `null` if the event does not fit. */
export function nextReply(
  reply: RunReply | null,
  runEvent: { readonly at: number } & (ReplyResult | { readonly type: "reply_interrupted" }),
): Pick<Run, "reply" | "dueAt"> | null {
  const { at } = runEvent;
  if (runEvent.type === "reply_sending")
    return reply?.state === "due" ? { reply: { ...reply, state: "sending" }, dueAt: at } : null;
  if (reply?.state !== "sending") return null;
  switch (runEvent.type) {
    case "reply_sent":
      if (reply.step === "comment" && reply.move !== null)
        return { reply: { ...reply, state: "due", step: "move", failures: 0, problem: null }, dueAt: at };
      return {
        reply: { ...reply, move: runEvent.moved ?? reply.move, state: "sent", problem: null },
        dueAt: null,
      };
    case "reply_failed": {
      const { code, message, public: forAnyone } = runEvent.failure;
      const problem = { code, message, public: forAnyone };
      const delay = retryDelay(runEvent.failure, reply.failures);
      const failures = reply.failures + 1;
      if (delay !== null) return { reply: { ...reply, state: "due", failures, problem }, dueAt: at + delay };
      const state = code === "sender_outcome_unknown" ? "unknown" : "failed";
      return { reply: { ...reply, state, problem }, dueAt: null };
    }
    case "reply_interrupted": {
      const code = "sender_outcome_unknown";
      const message = "Reeve was interrupted while this was being sent";
      const problem = { code, message, public: problems[code].public };
      return { reply: { ...reply, state: "unknown", problem }, dueAt: null };
    }
    default:
      return runEvent satisfies never;
  }
}
