import { approversSentence } from "../../../actions/action.ts";
import { lengthWords } from "../../../base/days.ts";
import { isForRequester } from "../../../base/problem.ts";
import { endOf, unseen } from "../../../desk/run/reply.ts";
import { askedOf, type Run, runPage } from "../../../desk/run/run.ts";
import type { RunMessage } from "../../../desk/run-message.ts";
import { siteOf } from "../../../env.ts";
import { isAlerting } from "../../../ledger/states.ts";
import { planCard } from "../../teams/card.ts";
import { postToTeams } from "../../teams/webhook.ts";
import { slackApi } from "../api.ts";
import {
  approvalCard,
  type CardState,
  escalationMessage,
  noticeMessage,
  outcomeMessage,
  planMessage,
  type Reminder,
  type RunOutcome,
  reminderMessage,
  sayMessage,
} from "../blocks/blocks.ts";
import { hasBotToken } from "../has-message.ts";
import { somebody } from "./members.ts";
import type { MessengerParts } from "./parts.ts";
import { say, tellNotice, tellPeople } from "./send.ts";
import type { Button, Job, RunRef } from "./store.ts";

/** How long buttons of a plan work that waits without an end. */
const LONGEST_MS = 30 * 24 * 60 * 60_000;

/** Notifies whom a message about a run is for: its requester, who may approve it, operators, and whom a notice names. */
export async function performRunMessage(
  told: Extract<Job, { kind: "run-message" }>,
  parts: MessengerParts,
): Promise<void> {
  const { run, about } = told;
  const { approvalsChannel: channel } = parts.config.slack;
  const bot = hasBotToken({ ...parts.env });
  switch (about) {
    case "notice":
      return bot ? tellNotice(run, parts) : undefined;
    case "reminder":
      return bot && channel ? remind(told, channel, parts) : undefined;
    case "state":
      await tellRequester(run, parts);
      if (bot && channel) await showCard(told, channel, parts);
      if (bot) await notice(told, parts);
      return;
    default:
      return about satisfies never;
  }
}

async function tellRequester(run: Run, parts: MessengerParts): Promise<void> {
  const { subject } = run;
  const conversation = parts.store.conversation(subject);
  if (!conversation) return;
  if (run.state === "awaiting_confirmation" && run.plan) {
    const add = adder(parts, run.dueAt);
    const about = refOf(run);
    const confirm = add({ does: "confirm", run: about, user: conversation.user });
    const cancel = add({ does: "cancel", run: about, user: conversation.user });
    return say(subject, planMessage(shown(run), { confirm, cancel }), parts);
  }
  if (run.state === "awaiting_approval") {
    const asks = run.asks.join("; ");
    return say(subject, sayMessage(`This is waiting for approval: ${asks}.`), parts);
  }
  const outcome = outcomeOf(run, parts);
  if (outcome) await say(subject, outcomeMessage(outcome, linkTo(run, parts)), parts);
}

/** The card in the approvers' channel: made when a plan waits, kept up to date after that. */
async function showCard(told: RunMessage, channel: string, parts: MessengerParts): Promise<void> {
  const { store, env } = parts;
  const { run } = told;
  const posted = store.card(run.id);
  const waiting = run.state === "awaiting_approval";
  if (!posted && !waiting) return;
  const state = cardState(run, parts);
  if (!state) return;
  const add = adder(parts, run.dueAt);
  const { asks, cautions } = run;
  const content = contentOf(told, parts);
  const { summaries } = content;
  const about = { run: refOf(run), summaries, cautions, channel };
  const ids = waiting
    ? { approve: add({ does: "approve", ...about }), deny: add({ does: "deny", ...about }) }
    : null;
  const card = approvalCard({ ...content, asks, cautions, expiresAt: run.dueAt, state }, ids);
  if (posted) return slackApi(env).update(posted, card);
  store.addCard(run.id, await slackApi(env).postMessage({ channel }, card), Date.now());
}

/** Brings a plan that still waits up again, below its card; where that was never posted, posts it now. */
async function remind(told: RunMessage, channel: string, parts: MessengerParts): Promise<void> {
  const posted = parts.store.card(told.run.id);
  if (!posted) return showCard(told, channel, parts);
  const reminder = reminderOf(told, parts);
  if (!reminder) return;
  const to = { channel: posted.channel, thread: posted.ts };
  await slackApi(parts.env).postMessage(to, reminderMessage(reminder));
}

/** Tells who comes after the approvers that nobody has decided. */
export async function escalate(
  { to, ...told }: Extract<Job, { kind: "escalation" }>,
  parts: MessengerParts,
): Promise<void> {
  const reminder = hasBotToken({ ...parts.env }) && reminderOf(told, parts);
  if (!reminder) return;
  const { approvalsChannel = null } = parts.config.slack;
  await slackApi(parts.env).postMessage({ channel: to }, escalationMessage(reminder, approvalsChannel));
}

/** Shows a plan that waits for an approval in Teams, or brings it up again there. */
export async function showInTeams(
  told: Extract<Job, { kind: "teams-card" }>,
  parts: MessengerParts,
): Promise<void> {
  const reminder = reminderOf(told, parts);
  if (!reminder) return;
  const { asks, cautions } = told.run;
  const left = told.about === "reminder" ? reminder.left : null;
  const card = planCard({ ...reminder, left, requestedBy: told.requestedBy, asks, cautions });
  await postToTeams(card, parts.env);
}

/** `null` where the time is up: what could not be sent before reminds nobody of anything. */
function reminderOf(told: RunMessage, parts: MessengerParts): Reminder | null {
  const { dueAt: expiresAt } = told.run;
  const left = (expiresAt ?? 0) - Date.now();
  if (expiresAt === null || left <= 0) return null;
  return { ...contentOf(told, parts), expiresAt, left: lengthWords(left) };
}

/** What a card and its reminders say of a plan alike. */
const contentOf = ({ run, name, url, requestedBy }: RunMessage, parts: MessengerParts) => ({
  title: name,
  url,
  requestedBy: somebody(requestedBy, parts.config),
  automation: run.automation,
  summaries: shown(run).summaries,
  link: linkTo(run, parts),
});

function cardState(run: Run, parts: MessengerParts): CardState | null {
  if (run.state === "awaiting_approval") return { kind: "waiting" };
  if (run.state === "expired") return { kind: "closed", how: "expired" };
  if (run.state === "rejected" && run.ended)
    return {
      kind: "decided",
      approved: false,
      by: somebody(run.ended.by, parts.config),
      comment: run.ended.reason,
    };
  if (run.approval) {
    const outcome = outcomeOf(run, parts);
    const { by, reason } = run.approval;
    return {
      kind: "decided",
      approved: true,
      by: somebody(by, parts.config),
      comment: reason,
      ...(outcome && { outcome }),
    };
  }
  if (run.state !== "cancelled" || !run.ended) return null;
  const { by, reason } = run.ended;
  return by === "reeve"
    ? { kind: "closed", how: "replaced" }
    : { kind: "closed", how: "cancelled", by: somebody(by, parts.config), because: reason };
}

/** Notifies operators, of all runs; of a task, those too of whom it is asked. */
async function notice({ run, name, url }: RunMessage, parts: MessengerParts): Promise<void> {
  if (!isAlerting(run.state)) return;
  const { noticesChannel } = parts.config.slack;
  // Who misspelt something in a command has been told, and nobody else can help.
  const own = parts.store.conversation(run.subject) !== null;
  if (own && run.problem && isForRequester(run.problem)) return;
  const because = run.hold
    ? `It would exceed the budget ${run.hold.budget}: ${run.hold.used} of ${run.hold.limit} in ${run.hold.windowMinutes} minutes are used.`
    : (run.problem?.message ?? "");
  const { summaries } = shown(run);
  const isTask = run.state === "awaiting_task";
  const people = isTask ? askedOf(run) : [];
  const add = adder(parts, null);
  const task = { run: refOf(run), summaries };
  const message = noticeMessage({
    kind: run.state,
    automation: run.automation,
    subject: name,
    url,
    because,
    summaries,
    askedOf: people.map((email) => somebody(email, parts.config)),
    link: linkTo(run, parts),
    ...(isTask && {
      ids: {
        done: add({ does: "task_done", ...task }),
        notDone: add({ does: "task_not_done", ...task }),
      },
    }),
  });
  await tellPeople(run.id, people, () => message, parts);
  if (noticesChannel) await slackApi(parts.env).postMessage({ channel: noticesChannel }, message);
}

/** How a run came out, or where it stopped; `null` while it goes on. */
function outcomeOf(run: Run, parts: MessengerParts): RunOutcome | null {
  switch (run.state) {
    case "done":
    case "failed":
    case "rejected":
    case "not_done":
    case "cancelled":
    case "expired": {
      const sentences = endOf(run, siteOf(parts.env))?.sentences;
      return sentences ? { state: run.state, sentences, accepted: unseen(run) > 0 } : null;
    }
    case "ignored":
      return {
        state: run.state,
        sentences: endOf(run, siteOf(parts.env))?.sentences ?? [run.ignored ?? []].flat(),
      };
    case "dry_run":
    case "held":
    case "needs_review":
    case "awaiting_task":
      return { state: run.state, sentences: [] };
    case "planning":
    case "scheduled":
    case "awaiting_confirmation":
    case "awaiting_approval":
    case "acting":
      return null;
    default:
      return run.state satisfies never;
  }
}

const shown = ({ plan, asks }: Run) => ({
  summaries: plan?.actions.map(approversSentence) ?? [],
  asks,
});

const refOf = ({ id, subject, plan }: Run): RunRef => ({ id, subject, hash: plan?.hash ?? "" });

/** Makes buttons that work until then. */
const adder =
  ({ store }: MessengerParts, until: number | null) =>
  (button: Button): string => {
    const id = crypto.randomUUID();
    store.addButton(id, button, until ?? Date.now() + LONGEST_MS);
    return id;
  };

/** The page of a run, or of the one that does the same. */
const linkTo = ({ id, sameAs = id }: Run, { env }: MessengerParts): string | null =>
  runPage(siteOf(env), sameAs);
