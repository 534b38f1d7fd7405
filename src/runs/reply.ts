// The reply to the sender of a run that has ended.
import { formatClockTime } from "../base/days.ts";
import { forRequester } from "../base/problem.ts";
import { formatHold } from "../policy/budget.ts";
import { describeWait, formatApproval } from "../policy/stages.ts";
import type { Event } from "../systems/event.ts";
import { cutToSentence, type Ending, writeMessage } from "../systems/reply/message.ts";
import { findReplier, type Replies } from "../systems/reply/replies.ts";
import type { Message, Target } from "../systems/system.ts";
import type { RunMessage } from "./message.ts";
import { listAssignees, listOpen, type Run, type RunReply, runPage } from "./run.ts";
import { hasEnded, type RunState } from "./states.ts";

/**
 * Returns the target of replies to an event, with the fields that replies need, or `null` if the event can't be replied
 * to.
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
 * Returns the reply to the sender of a run that has just ended, or `null` if none is due. @param site Base address for
 * the link to the run
 */
export function replyTo(event: Event, run: Run, replies: Replies, site: string | undefined): RunReply | null {
  const target = findTarget(event, replies);
  const settings = replies[target?.system as keyof Replies];
  const message = writeEnd(run, site);
  if (!target || !settings || !message) return null;
  const { comment, usual } = findReplier(target.system);
  const end = run.state === "done" ? "done" : "notDone";
  // Don't move the ticket if people have moved it themselves, or if another run carries out the plan: the end of this
  // run is then neither a success nor a failure.
  const isTheirs =
    run.lateWithdrawal !== undefined || (run.ended?.withdrawn !== undefined && run.ended.by === "reeve");
  const move = run.sameAs || isTheirs ? null : (settings.move[end] ?? usual?.[end] ?? null);
  if (!comment && move === null) return null;
  return { version: run.version, target, message: comment ? message : null, visible: settings.visible, move };
}

/** Returns the reply that the message about a run's end delivers, or `null` for any other message about the run. */
export const findReply = ({ about, run }: Pick<RunMessage, "about" | "run">): RunReply | null =>
  about === "state" && run.reply?.version === run.version ? run.reply : null;

/** Lists the requests of a reply, in order: its text, and the state to move the ticket to. */
export const replySteps = ({ message, move }: RunReply): (Message | string)[] =>
  [message, move].filter((step) => step !== null);

/** Returns the message to the requester of a run that has ended, or `null` if none is due. */
export function writeEnd(run: Run, site: string | undefined): Message | null {
  const ending = findEnding(run);
  if (!ending) return null;
  const link = runPage(site, run.sameAs ?? run.id);
  return writeMessage({
    summaries: run.plan?.actions.map(({ summary }) => summary) ?? [],
    made: run.journal.filter(({ state }) => state === "applied").length,
    changes: run.journal.length,
    gone: run.journal.filter(({ wasMissing }) => wasMissing).length,
    unseen: unseen(run),
    ending,
    ...(run.lateWithdrawal !== undefined && { lateWithdrawal: run.lateWithdrawal }),
    ...(link && { link }),
  });
}

/**
 * Returns the note on a run that starts to wait, with the reason, the assignees and the end of the wait, or `null` if
 * none is due. @param timeZone IANA name
 */
export function writeWait(run: Run, timeZone: string, site: string | undefined): Message | null {
  const {
    id,
    state,
    approvalReasons,
    stages = [],
    approvals,
    hold,
    dueAt,
    scheduledFor,
    plan,
    override,
  } = run;
  const until =
    dueAt === null ? "" : `${formatClockTime(dueAt, timeZone)} (${timeZone.replaceAll("_", " ")})`;
  const words: Readonly<Partial<Record<RunState, string>>> = {
    scheduled: `This is scheduled for ${[until, scheduledFor].filter(Boolean).join(", ")}.`,
    awaiting_approval: `This waits for an approval: ${approvalReasons.join("; ")}. ${describeWait(stages, approvals) ?? "Somebody with the role approver decides."}${until && ` Without a decision by ${until} it is not done.`}`,
    held: `This is on hold, and an operator decides whether it continues. ${hold ? formatHold(hold) : ""}`.trim(),
    awaiting_follow_up: formatFollowUps(run, until && ` by ${until}`),
    needs_review: "This waits for an operator: it is unknown whether a call was carried out.",
  };
  const link = runPage(site, id);
  const sentence = words[state];
  if (sentence === undefined) return null;
  const sentences = [
    ...(state === "awaiting_approval" ? [] : approvals.map(formatApproval)),
    override ? `${override.by} allowed this run to exceed its budget.` : null,
    sentence,
    plan && `The request: ${plan.actions.map(({ summary }) => summary).join(" ")}`,
  ].filter((sentence) => sentence !== null);
  return { sentences: sentences.map(cutToSentence), ...(link && { link }) };
}

/** Formats the open follow-ups of a run and their owners as sentences. */
export const formatFollowUps = (run: Run, until = ""): string =>
  [
    `The rest must be done and reported by ${listAssignees(run).join(", ") || "an operator"}${until}:`,
    ...listOpen(run).map(({ task }) => task),
  ].join(" ");

/** Formats the outcomes of a run's closed follow-ups as sentences. */
export const endSentences = ({ plan, followUps = [] }: Run): string[] =>
  followUps.flatMap(({ step, end, task }) => {
    const { followUp, summary } = plan?.actions[step] ?? {};
    if (!end) return [];
    if (end.by === "reeve") return `${end.reason}.`;
    return `${end.by} reported this as ${end.verdict === "done" ? "done" : "not done"}: ${task ?? followUp?.task ?? summary}`;
  });

/** Counts the calls that the service accepted but whose effects Reeve has not seen. */
export const unseen = ({ journal }: Pick<Run, "journal">): number =>
  journal.filter((one) => one.state === "applied" && !one.wasMissing && one.shows?.is !== "seen").length;

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
      if (ended?.withdrawn === "ticket_gone") return null;
      if (ended?.withdrawn && ended.by === "reeve") return { state, by: "its ticket", reason: ended.reason };
      // If a newer event of the same ticket ended the run, that event's run sends its own reply.
      return ended && ended.by !== "reeve" ? { state, ...ended } : null;
    case "expired":
      return { state };
    case "dismissed":
    case "ignored":
    case "dry_run":
      return null;
    default:
      return state satisfies never;
  }
}
