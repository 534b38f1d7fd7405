// Makes a message as data for its reader. Each channel renders the same data in its own format.
import { formatAction } from "../actions/action.ts";
import { formatDuration } from "../base/days.ts";
import { ACTS } from "../policy/acts.ts";
import { listApprovers } from "../policy/stages.ts";
import {
  explainEnd,
  explainRun,
  formatLine,
  isDecided,
  isReported,
  type Line,
  type Part,
} from "../runs/explain.ts";
import type { OperatorsNotice, RunMessage } from "../runs/message.ts";
import { hasBegun, listAssignees, listOpen, type Run, runPage } from "../runs/run.ts";
import { hasEnded, isAlerting, isNotified } from "../runs/states.ts";
import { formatAgent } from "../systems/reply/replies.ts";

/** A message in the outbox: a message about a run or in the conversation about one, or a notice to operators. */
export type OutboxMessage = RunMessage | OperatorsNotice;

/** The buttons of messages, for channels that can pass on a decision. */
export const BUTTONS: Readonly<Record<ActName, Button>> = {
  approve: { label: ACTS.approved.button, style: "primary" },
  deny: { label: ACTS.rejected.button, style: "danger" },
  confirm: { label: ACTS.confirmed.button, style: "primary" },
  withdraw: { label: ACTS.withdrawn.button },
  follow_up_done: {
    label: ACTS.completed.verdicts.done.button,
    style: "primary",
    ask: "You report that all these tasks are done. Reeve can't check that.",
  },
  follow_up_not_done: { label: ACTS.completed.verdicts.not_done.button },
};
export type ActName = "approve" | "deny" | "confirm" | "withdraw" | "follow_up_done" | "follow_up_not_done";
interface Button {
  readonly label: string;
  readonly style?: "primary" | "danger";
  /** A warning: Slack asks the person to confirm it, and Teams shows it on the card. @default none */
  readonly ask?: string;
}

/** A message as data. Its contents can be untrusted, except the parts of a {@link Line} that are plain strings. */
export interface Doc {
  /** The heading of the message: Reeve's own words or, for a run's notice, the notice's title. @default none */
  readonly head?: string;
  /** The title of the event that the message is about. @default none */
  readonly title?: Line;
  readonly about?: readonly Line[];
  /**
   * The content of the message, such as the sentences of a plan, open tasks, or the entries of a list with their
   * details. A renderer shows as many items as fit.
   */
  readonly items?: readonly (readonly Line[])[];
  readonly notes?: readonly Line[];
  /** Remarks in small type. */
  readonly asides?: readonly Line[];
  /** The deadline, in Unix milliseconds. @default none */
  readonly until?: number | null;
  readonly acts?: readonly { readonly act: ActName; readonly label?: string }[];
  /** Address of the page with the details. @default none */
  readonly page?: string | null;
}

/**
 * The reader of a message. `approver` includes the members of a channel for approvers, and `escalation` the people and
 * channels that get only the last reminder.
 */
export type Reader = "requester" | "approver" | "operator" | "escalation";

export interface DocOptions {
  /** Base address of the console. @default none: messages do not link to the console */
  readonly site: string | undefined;
  /** Recorded facts about the plan that an approver should know. @default none */
  readonly facts?: readonly string[];
  /** The email of the only reader, who sees only their own follow-ups and lines. @default several readers */
  readonly email?: string | undefined;
  /** The line of a reminder that states where approvers decide. @default no line, or the run's page in an escalation */
  readonly where?: Line;
}

/** Returns sentences as items, numbered if there are several, so that one can't be mistaken for two. */
export const numberSentences = (sentences: readonly string[]): readonly (readonly Line[])[] =>
  sentences.map((quote, n) => [[...(sentences.length > 1 ? [`${n + 1}. `] : []), { quote }]]);

const listPeople = (people: readonly string[]): readonly Part[] =>
  people.flatMap((person, n) => [...(n > 0 ? [", "] : []), { person }]);

/** Makes a message for a reader. Returns `null` if the reader gets none, for example a reminder after the deadline. */
export function makeDoc(message: OutboxMessage, reader: Reader, options: DocOptions): Doc | null {
  if (!("run" in message)) {
    const { title, summary, quote, link = null } = message;
    if (!quote) return { head: title, about: [[{ quote: summary }]], page: link };
    const about: readonly Line[] = [[`${summary}:`], [{ wrote: quote.text }]];
    return { head: title, title: [{ quote: quote.about, bold: true }], about, page: link };
  }
  const { run, about } = message;
  const page = runPage(options.site, run.sameAs ?? run.id);
  const doc = about === "notice" ? makeNoticeDoc(message, options) : MAKE[reader](message, options);
  return doc && { page, ...doc };
}

const formatTitleLine = ({ name, url }: RunMessage): readonly Part[] => [
  { quote: name, bold: true, link: url },
];

/** Names the requester, and quotes the reason for a request. */
const formatRequester = (how: readonly Part[], reason: string | undefined): readonly Line[] =>
  reason === undefined ? [how] : [how, ["Reason:"], [{ wrote: reason }]];

const MAKE: Readonly<Record<Reader, (message: RunMessage, options: DocOptions) => Doc | null>> = {
  requester({ run, sentences }) {
    const { state } = run;
    const { head, lines } = explainRun(run);
    if (state === "awaiting_confirmation")
      return {
        head: "Is this what you want?",
        items: numberSentences(sentences),
        notes: lines,
        acts: [{ act: "confirm" }, { act: "withdraw" }],
      };
    const isSilent = hasEnded(state) && state !== "ignored" && state !== "dry_run" && !isReported(run);
    if (isSilent || !(isNotified(state) || state === "awaiting_approval")) return null;
    const canWithdraw = !hasEnded(state) && !hasBegun(run);
    const items = (explainEnd(run) ?? lines).map((line) => [line]);
    const remind = `“/reeve remind ${run.id}” reminds the approvers, at most once in 24 hours.`;
    const asides = state === "awaiting_approval" ? [[remind]] : [];
    return { head, items, asides, acts: canWithdraw ? [{ act: "withdraw" }] : [] };
  },

  approver(message, { facts = [], where }) {
    const { run, sentences, hears, requestedBy, requesterName: name, agent, reason } = message;
    const asked = agent === undefined ? "Requested by " : `Requested by ${formatAgent(agent)} for `;
    const { head, lines } = explainRun(run);
    const shared = {
      title: formatTitleLine(message),
      about: formatRequester([asked, { person: requestedBy, name }, ` · ${run.automation}`], reason),
      items: numberSentences(sentences),
    };
    if (run.state !== "awaiting_approval") {
      if (!isDecided(run) && !isNotified(run.state)) return null;
      const why = run.approvalReasons.join("; ");
      return {
        ...shared,
        head,
        notes: [...lines, ...(why ? [["It needed an approval: ", { quote: why }, "."]] : [])],
      };
    }
    const left = (run.dueAt ?? Number.POSITIVE_INFINITY) - Date.now();
    const isReminder = message.about === "reminder";
    if (isReminder && left <= 0) return null;
    const warnings = [...run.warnings, ...facts];
    return {
      ...shared,
      head: isReminder ? `Still waiting for approval, ${formatDuration(left)} left` : "Approval needed",
      notes: [
        ...lines,
        ...warnings.map((quote) => ["Please note: ", { quote }]),
        ...(isReminder && where ? [where] : []),
      ],
      asides: hears === null ? [] : [[{ quote: hears }]],
      until: run.dueAt,
      acts: isReminder ? [] : [{ act: "approve" }, { act: "deny" }],
    };
  },

  escalation(message, options) {
    const doc = MAKE.approver(message, { where: ["Approvers decide on the run's page."], ...options });
    const { approvals, dueAt } = message.run;
    const left = formatDuration((dueAt ?? 0) - Date.now());
    const head = `${approvals.length > 0 ? "Not all approvals are given" : "Nobody has decided yet"}, ${left} left`;
    return doc && { ...doc, head };
  },

  operator(message, { email }) {
    const { run, about, requestedBy: person, requesterName: name, reason } = message;
    const { state } = run;
    if (!isAlerting(state)) return null;
    const { head, lines } = explainRun(run, { isOperator: true });
    const shared = { title: [...formatTitleLine(message), ` · ${run.automation}`] };
    if (state !== "awaiting_follow_up")
      return {
        ...shared,
        head,
        about: lines,
        items: numberSentences(run.plan?.actions.map(formatAction) ?? []),
      };
    const open = listOpen(run).filter(({ assignees }) => email === undefined || assignees.includes(email));
    const people = listAssignees(run);
    const label = [...new Set(open.map(({ done }) => done))].join(" / ");
    return {
      ...shared,
      head: about === "reminder" ? "A follow-up is still open" : head,
      about: [
        ...(people.length > 0 ? [["For ", ...listPeople(people)]] : []),
        ...(reason === undefined ? [] : formatRequester(["Requested by ", { person, name }], reason)),
        ...(run.problem ? [["Part of the plan failed: ", { quote: run.problem.message }]] : []),
      ],
      items: numberSentences(open.map(({ task }) => task)),
      acts: open.length > 0 ? [{ act: "follow_up_done", label }, { act: "follow_up_not_done" }] : [],
    };
  },
};

/** Makes the message that shows a run's own notice, with the state of its plan. */
function makeNoticeDoc({ run }: RunMessage, { email, site }: DocOptions): Doc | null {
  const { notice, plan, state } = run;
  if (!notice) return null;
  const { title, summary, lines } = notice;
  const n = plan?.actions.length ?? 0;
  const waits: Readonly<Partial<Record<Run["state"], string>>> = {
    awaiting_approval: `for approval: ${run.approvalReasons.join("; ")}`,
    awaiting_follow_up: "for a person to follow up",
    acting: "for calls in progress",
  };
  const changes = waits[state] ? [`${n} ${n === 1 ? "change waits" : "changes wait"} ${waits[state]}.`] : [];
  const shown = lines.filter(
    ({ concerns = email }) => email === undefined || [concerns].flat().includes(email),
  );
  return {
    head: title,
    // Omit the summary and the plan's state if the reader does not get every line, because both also cover the other
    // lines.
    about: (shown.length < lines.length ? [] : [summary, ...changes]).map((quote) => [{ quote }]),
    items: shown.map(({ name, detail, page }) => [
      [{ quote: name, bold: detail !== undefined }],
      ...(detail ? [[{ quote: detail }]] : []),
      ...(site && page ? [[{ quote: site + page, link: site + page }]] : []),
    ]),
    // The people whom a line concerns may open the line's page, but might not be allowed to open the run's page.
    ...(email !== undefined && shown.some(({ page }) => page) && { page: null }),
  };
}

/** Returns the reader for whom a message is made if its channel does not distinguish between members. */
export const findChannelReader = (message: OutboxMessage): Reader =>
  "run" in message && isAlerting(message.run.state) ? "operator" : "approver";

/** Lists the emails of the people whom a message asks to act. Returns an empty list if it asks nobody by name. */
export function listRecipients(message: OutboxMessage): readonly string[] {
  if (!("run" in message)) return message.discusses?.asked ?? [];
  const { about, run } = message;
  if (about === "notice") return [];
  if (run.state === "awaiting_approval") return listApprovers(run, "now");
  return run.state === "awaiting_follow_up" ? listAssignees(run) : [];
}

/** Returns the heading of a message as plain text. */
export const formatHeading = ({ head = "", title }: Doc): string =>
  [head, title && formatLine(title)].filter(Boolean).join(": ");

/** Formats an item as plain text, with colons between its lines. An item that quotes a person has only one line. */
export const formatItem = (item: readonly Line[]): string => item.map(formatLine).join(": ");

/** Lists the paragraphs of a message, after its heading, as plain text. */
export const listParagraphs = ({ about = [], items = [], notes = [], asides = [] }: Doc): string[] => [
  ...about.map(formatLine),
  ...items.map(formatItem),
  ...[...notes, ...asides].map(formatLine),
];
