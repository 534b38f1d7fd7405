// Describes a run to a reader as data: how it ended, why it stopped, or what it waits for. Channels, pages, agents and
// commands all show these lines.
import { forRequester } from "../base/problem.ts";
import { formatPerson, oneLine } from "../base/text.ts";
import { ACTS } from "../policy/acts.ts";
import { formatHold } from "../policy/budget.ts";
import { describeWait, findStage } from "../policy/stages.ts";
import type { Message } from "../systems/system.ts";
import { describeState, listAssignees, listOpen, type Run } from "./run.ts";
import { hasEnded, RUN_STATE } from "./states.ts";

/**
 * A part of a line: Reeve's own words, a person by email or name, a Slack channel, a time in Unix milliseconds, or a
 * quote. A quote is a name, a sentence of a plan or rule, or a message from another system: renderers show it as plain
 * text. Text that a person wrote is a {@link Quotation}.
 */
export type Part =
  | string
  | { readonly person: string; readonly name?: string | undefined; readonly at?: number | undefined }
  | { readonly quote: string; readonly bold?: boolean; readonly link?: string | null | undefined }
  | { readonly channel: string }
  | { readonly at: number };

/**
 * Text that a person wrote, such as the reason for a decision. The text is a line of its own: within a line of Reeve's,
 * it could continue the sentence and pass for Reeve's words.
 */
export interface Quotation {
  readonly wrote: string;
}

/** A line of Reeve's, or the quotation that the previous line introduces. */
export type Line = readonly Part[] | readonly [Quotation];

/** Returns the text of a line that only quotes a person, or `null` for a line of Reeve's. */
export function findQuotation([part]: Line): string | null {
  return typeof part === "object" && "wrote" in part ? part.wrote : null;
}

/**
 * Formats a line as plain text, for renderers that escape whole lines. Quotation marks in a quotation become single.
 */
export const formatLine = (line: Line): string =>
  line
    .map((part) =>
      typeof part === "object" && "wrote" in part
        ? `“${oneLine(part.wrote).replaceAll("“", "‘").replaceAll("”", "’")}”`
        : formatPart(part),
    )
    .join("");

function formatPart(part: Part): string {
  if (typeof part === "string") return part;
  if ("person" in part) return formatPerson(part.name, part.person);
  if ("quote" in part) return part.quote;
  return "channel" in part ? part.channel : new Date(part.at).toISOString();
}

/** Describes what a person did, with the reason that they wrote. @param did A verb, such as `Approved` */
const formatAct = (
  did: string,
  { by, reason, at }: { readonly by: string; readonly reason: string; readonly at?: number },
): readonly Line[] => quoteAfter([`${did} by `, { person: by, at }], reason);

/**
 * Returns a line of Reeve's and the quotation that it introduces. If nothing was written, returns only the line, as a
 * complete sentence.
 */
const quoteAfter = (line: readonly Part[], wrote: string): readonly Line[] =>
  wrote === "" ? [[...line, "."]] : [[...line, ":"], [{ wrote }]];

/** Lists a run's approvals and the decision that lets the run exceed its budget. */
const listGiven = ({ approvals, override }: Run): readonly Line[] => [
  ...approvals.flatMap((approval) => formatAct("Approved", approval)),
  ...(override ? formatAct("Allowed to exceed its budget", override) : []),
];

/** A description of a run: a head in Reeve's own words, and lines that explain it. The plan is not included. */
export interface Explanation {
  readonly head: string;
  readonly lines: readonly Line[];
}

/**
 * Describes the state of a run: how it ended, why it stopped, or what it waits for, and the approvals that it was
 * given.
 * @param isOperator True for readers who see the problem's details for operators
 * @param until The end of the wait, as text. @default the end is not named
 */
export function explainRun(
  run: Run,
  { isOperator = false, until = "" }: { readonly isOperator?: boolean; readonly until?: string } = {},
): Explanation {
  const { state, ended, problem, ignored, hold, scheduledFor, stages, approvals, approvalReasons } = run;
  const { alert, outcome } = RUN_STATE[state];
  const head = (isOperator ? alert : null) ?? outcome ?? describeState(run);
  const given = listGiven(run);
  const late =
    run.lateWithdrawal === undefined
      ? []
      : quoteAfter(["It was withdrawn, but too late to stop it"], run.lateWithdrawal);
  const needs = (words: string): readonly Part[] => [
    `${words} an approval: `,
    { quote: approvalReasons.join("; ") },
    `. ${describeWait(stages, approvals) ?? "Somebody with the role approver decides."}`,
  ];
  const why: readonly Line[] = ignored === null ? [] : [[{ quote: ignored }]];
  const details: readonly Line[] =
    isOperator && problem ? [[{ quote: `${problem.code}: ${problem.message}` }]] : [];
  const show = (...lines: readonly Line[]): Explanation => ({ head, lines });
  const end = (how: readonly Line[], title = head): Explanation => ({
    head: title,
    lines: [...how, ...(state === "failed" ? [] : details), ...given, [formatProgressByThen(run)], ...late],
  });
  switch (state) {
    case "planning":
    case "acting":
      return {
        head: isDecided(run) ? "Approved" : head,
        lines: [
          ...(run.paused === null ? [] : quoteAfter(["It is paused"], run.paused)),
          ...(run.stop ? formatAct("The run stops after the call in progress: cancelled", run.stop) : []),
          ...details,
          ...given,
        ],
      };
    case "scheduled": {
      const time = [until, scheduledFor].filter(Boolean).join(", ") || "its time";
      return show(["This is scheduled for ", { quote: time }, "."], ...given);
    }
    case "awaiting_confirmation": {
      const then = approvalReasons.length > 0 ? [needs("It then needs")] : [];
      return show(["This waits until its requester confirms it."], ...then);
    }
    case "awaiting_approval": {
      const otherwise = until ? [` Without a decision by ${until}, it will not be done.`] : [];
      return show([...needs("This waits for"), ...otherwise], ...details, ...given);
    }
    case "held": {
      const budget: readonly Part[] = hold ? [" ", { quote: formatHold(hold) }] : [];
      return show(["This is on hold, and an operator decides whether it continues.", ...budget], ...given);
    }
    case "needs_review": {
      const line = "This is waiting for an operator: it is unknown whether a call was carried out.";
      return show([line], ...details, ...given);
    }
    case "awaiting_follow_up":
      return show([{ quote: formatFollowUps(run, until && ` by ${until}`) }], ...details, ...given);
    case "done": {
      const isAccepted = countUnseen(run) > 0;
      return {
        head: isAccepted ? "Accepted by the service, which can take some minutes to show it" : head,
        lines: [...why, ...describeGone(run), ...given, ...listReports(run), ...late],
      };
    }
    case "ignored":
      if (run.sameAs)
        return show(["Another run is handling this change, or has handled it, so this run did nothing."]);
      return show(...why);
    case "failed":
      if (isOperator && details[0]) return end(details);
      return end(problem ? [["This could not be done: ", { quote: forRequester(problem) }]] : []);
    case "rejected":
      return end(ended ? formatAct("Denied", ended) : []);
    case "not_done":
      return end(ended ? quoteAfter([{ person: ended.by }, " reported this as not done"], ended.reason) : []);
    case "dismissed":
      return end(ended ? formatAct(ACTS.dismissed.audit[1], ended) : []);
    case "expired":
      return end([[describeExpiry(run)]]);
    case "cancelled":
      if (!ended) return end([]);
      if (ended.by !== "reeve")
        return ended.withdrawn
          ? end(formatAct("Withdrawn", ended), "Withdrawn")
          : end(formatAct("Cancelled", ended));
      return ended.withdrawn
        ? end([["Withdrawn: ", { quote: ended.reason }]], "Withdrawn")
        : end([[{ quote: ended.reason.replace(/^./u, (first) => first.toUpperCase()) }, "."]], "Replaced");
    case "dry_run":
      return show();
    default:
      return state satisfies never;
  }
}

/** Returns true if a plan is no longer waiting for an approval, because its run ended or every stage is approved. */
export const isDecided = ({ state, stages = [], approvals }: Run): boolean =>
  hasEnded(state) || (approvals.length > 0 && findStage(stages, approvals) === null);

/** Describes why a run expired, by the decision that was not made in time. */
function describeExpiry({ hold, override, approvals, approvalReasons, remindAt }: Run): string {
  if (hold && !override) return "No operator resumed it in time.";
  if (approvals.length > 0) return "The other approvals were not given in time.";
  // A plan that waits for an approval has a list of reminders, which can be empty.
  return approvalReasons.length === 0 || remindAt === undefined
    ? "Its requester did not confirm it in time."
    : "Nobody decided in time.";
}

/** Counts the calls that the service accepted but whose effects Reeve has not seen. */
const countUnseen = ({ journal }: Run): number =>
  journal.filter((one) => one.state === "applied" && !one.wasMissing && one.shows?.is !== "seen").length;

/** Describes how much of a plan had been carried out by the time its run ended. */
function formatProgressByThen({ journal }: Run): string {
  const changed = journal.filter((one) => one.state === "applied" && !one.wasMissing).length;
  const unknown = journal.filter(({ state }) => state === "unknown" || state === "sending").length;
  const made = `${changed} of ${journal.length} changes had been made by then.`;
  if (unknown > 0)
    return `${made} It is unknown whether ${unknown} more ${unknown === 1 ? "was" : "were"} made.`;
  return changed > 0 ? made : "Nothing was changed.";
}

function describeGone({ journal }: Run): readonly Line[] {
  const gone = journal.filter(({ wasMissing }) => wasMissing).length;
  if (gone === 0) return [];
  return gone === journal.length
    ? [["Nothing was left to delete: nothing was changed."]]
    : [[`${gone} of ${journal.length} changes had nothing to delete: the target had already been deleted.`]];
}

/** Formats the open follow-ups of a run and their owners as sentences. */
const formatFollowUps = (run: Run, until: string): string =>
  [
    `The rest must be done and reported by ${listAssignees(run).join(", ") || "an operator"}${until}:`,
    ...listOpen(run).map(({ task }) => task),
  ].join(" ");

/** Lists the outcomes of a run's closed follow-ups. */
const listReports = ({ plan, followUps = [] }: Run): readonly Line[] =>
  followUps.flatMap(({ step, end, task }): readonly Line[] => {
    const { followUp, summary = "" } = plan?.actions[step] ?? {};
    if (!end) return [];
    if (end.by === "reeve") return [[`${end.reason}.`]];
    const words = `reported this as ${end.verdict === "done" ? "done" : "not done"}`;
    return [[{ person: end.by }, ` ${words}: `, { quote: task ?? followUp?.task ?? summary }]];
  });

/** Returns true unless another run reports the end of this run, or nobody needs a report of it. */
export const isReported = ({ state, ended, plan }: Run): boolean => {
  if (state === "done") return plan !== null && plan.actions.length > 0;
  if (state === "cancelled")
    return ended !== null && ended.withdrawn !== "ticket_gone" && !(ended.by === "reeve" && !ended.withdrawn);
  return state !== "dismissed" && state !== "ignored" && state !== "dry_run";
};

const MAX_SUMMARIES = 5;

/** Describes the end of a run to its requester, with the plan. Returns `null` if no reply is due. */
export function explainEnd(run: Run): readonly Line[] | null {
  const { state, mode, ignored, sameAs, plan } = run;
  if (!sameAs && (mode === "dry_run" || ignored !== null || !hasEnded(state) || !isReported(run)))
    return null;
  const { head, lines } = explainRun(run);
  const summaries = plan?.actions.map(({ summary }) => summary) ?? [];
  const more = summaries.length - MAX_SUMMARIES;
  const what = [...summaries.slice(0, MAX_SUMMARIES), ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
  const again = state === "expired" ? [["Ask again if it is still wanted."]] : [];
  if (state === "done") return [[`${head}: `, { quote: what }], ...lines];
  return [...lines, ...again, ...(what && !sameAs ? [["The request: ", { quote: what }]] : [])];
}

/**
 * Describes the wait of a run, with its plan. Returns `null` if the run is not waiting.
 * @param until The end of the wait, as text
 */
export function explainWait(run: Run, until = ""): readonly Line[] | null {
  if (RUN_STATE[run.state].waitsFor === null) return null;
  const plan = run.plan?.actions.map(({ summary }) => summary).join(" ");
  return [
    ...explainRun(run, { until }).lines,
    ...(plan === undefined ? [] : [["The request: ", { quote: plan }]]),
  ];
}

/** Maximum characters of a paragraph. Every system accepts paragraphs of this length. */
const MAX_PARAGRAPH_CHARS = 2_000;

/**
 * Makes a message for a ticket. Each line becomes one paragraph without line breaks. A paragraph that is too long is
 * cut, but never inside a surrogate pair.
 */
export const toTicket = (lines: readonly Line[], link: string | null): Message => ({
  sentences: lines.map((line) =>
    oneLine(formatLine(line))
      .slice(0, MAX_PARAGRAPH_CHARS)
      .replace(/[\ud800-\udbff]$/, ""),
  ),
  ...(link && { link }),
});
