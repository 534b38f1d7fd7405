// Handles people's actions in Slack: commands, clicks and submitted forms, which lead to responses, decisions and
// events.

import { requireName } from "../../actions/names.ts";
import { automations } from "../../automations/index.ts";
import { Problem, type ProblemCode, unclear } from "../../base/problem.ts";
import { ok, type Result, refused } from "../../base/result.ts";
import { readSite } from "../../env.ts";
import { createGovernance, declaredReads, readOnly } from "../../governance/client/index.ts";
import { withLedgerErrors } from "../../ledger/faults.ts";
import { askByForm } from "../../operate/ask.ts";
import { decideRun } from "../../operate/decide.ts";
import { remind } from "../../operate/discussion.ts";
import { flip } from "../../operate/operators.ts";
import { requireRole, requireRoleFor } from "../../operate/person.ts";
import type { RunDecision } from "../../operate/requests.ts";
import { actFor } from "../../policy/acts.ts";
import { consolePage } from "../../runs/run.ts";
import { type ChannelContext, FOR_DECIDERS } from "../channel.ts";
import { respond, slackApi } from "./api.ts";
import { plainMessage, toSlack } from "./blocks.ts";
import {
  type Command,
  commands,
  findMeaning,
  formatForRequester,
  makeAnswerDoc,
  mentionsIn,
  requireRun,
  withMentions,
} from "./commands.ts";
import { REASON, readFormState } from "./forms.ts";
import { requireEmail, type SlackPerson, slackPerson, slackSession } from "./members.ts";
import type { JobOf, SlackJob } from "./requests.ts";
import { sendTo } from "./send.ts";
import type { RunRef } from "./store.ts";

const NO_REASON = "no reason given in Slack";

async function performClick(
  { user: { id: user }, button: id, responseUrl }: JobOf<"click">,
  around: ChannelContext,
): Promise<void> {
  const { store, env } = around;
  const pressed = store.button(id, Date.now());
  const showMessage = async (sentence: string, instead = false) => {
    if (responseUrl) await respond(responseUrl, plainMessage(sentence), env, { replaceOriginal: instead });
  };
  if (!pressed) return showMessage("This button is unknown or has expired.");
  const { button, state } = pressed;
  if (button.kind === "follow_up_done") {
    if (state !== "open") return showMessage("This has been reported already.");
    const word = { verdict: "done", reason: NO_REASON } as const;
    const reported = await tryTo(() => reportFollowUps(user, button, word, around));
    if (!reported.ok) return showMessage(reported.reason);
    store.useButton(id);
    return showMessage(`Reported as done: ${button.summaries.join(" ")}`, true);
  }
  if (!("user" in button) || button.user !== user) return showMessage("Only the requester can press this.");
  if (button.kind === "page") {
    if (state === "expired") return showMessage("This list has expired; run the command again.");
    const [found, asked] = [commands.get(button.command), { key: `page:${id}`, responseUrl }];
    if (!responseUrl || !found) return;
    return withErrorReply(user, asked, around, (given) => answer(found, button, given, around));
  }
  if (state === "used") return showMessage("You have decided this already.");
  if (state === "expired") return showMessage("This has expired; run the command again.", true);
  const confirm = button.kind === "confirm";
  const { run } = button;
  const decision: RunDecision = confirm
    ? { decision: "confirmed", hash: run.hash, reason: "confirmed in Slack" }
    : { decision: "withdrawn", reason: NO_REASON };
  const decided = await tryTo(async () =>
    decideRun(await slackSession(user, "requester", around), run.id, decision, run.subject),
  );
  if (!decided.ok) return showMessage(decided.reason, true);
  store.useButton(id);
  if (!confirm) return showMessage("Withdrawn; nothing was done.", true);
  const next = decided.value.approvalReasons.length > 0 ? "Sent for approval." : "Working on it.";
  await showMessage(`Confirmed. ${next}`, true);
}

async function performSubmission(job: JobOf<"submission">, around: ChannelContext): Promise<void> {
  const kept = readFormState(job.metadata);
  if (kept?.action) return performForm(job, kept.action, kept.responseUrl, around);
  const { store, env } = around;
  const { metadata: id, values } = job;
  const user = job.user.id;
  const reason = [values["comment"] ?? []].flat()[0] ?? NO_REASON;
  const pressed = store.button(id, Date.now());
  if (!pressed) return;
  const { button } = pressed;
  if (button.kind === "follow_up_not_done") {
    const word = { verdict: "not_done", reason } as const;
    const reported = await tryTo(() => reportFollowUps(user, button, word, around));
    if (reported.ok) store.useButton(id);
    const sentence = reported.ok ? `Reported as not done: ${button.summaries.join(" ")}` : reported.reason;
    return void (await slackApi(env).postMessage({ channel: user }, plainMessage(sentence)));
  }
  if (button.kind !== "approve" && button.kind !== "deny") return;
  const showMessage = async (sentence: string): Promise<void> => {
    const { channel } = button;
    // A card for a person whom a stage names is sent to the user's id, which `chat.postEphemeral` does not accept.
    if (channel === user) await slackApi(env).postMessage({ channel }, plainMessage(sentence));
    else await slackApi(env).postEphemeral({ channel, user }, plainMessage(sentence));
  };
  const { run } = button;
  const decision = button.kind === "approve" ? "approved" : "rejected";
  const decided = await tryTo(async () => {
    const asker = await slackSession(user, "approver", around);
    requireRoleFor(asker.person, actFor("approved", button.byName));
    return decideRun(asker, run.id, { decision, hash: run.hash, reason }, run.subject);
  });
  if (!decided.ok) return showMessage(`Your decision was not accepted: ${decided.reason}`);
  store.useButton(id);
  const { warnings } = decided.value;
  if (warnings.length > 0) await showMessage(`Your decision is recorded. Please note: ${warnings.join(" ")}`);
}

/** Reports in a person's name that follow-ups are done or not done. @throws Problem if the report is not accepted */
async function reportFollowUps(
  user: string,
  { run, steps }: { readonly run: RunRef; readonly steps: readonly number[] },
  word: { readonly verdict: "done" | "not_done"; readonly reason: string },
  around: ChannelContext,
): Promise<void> {
  const decision: RunDecision = { decision: "completed", steps: [...steps], ...word };
  await decideRun(await slackSession(user, "operator", around), run.id, decision, run.subject);
}

/**
 * Carries out a person's action. Returns its result, or the reason why it was refused.
 * @throws errors that a retry might resolve, and defects
 */
async function tryTo<Value>(work: () => Promise<Value>): Promise<Result<Value, string>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof Problem && error.retry !== "backoff") return refused(error.message);
    throw error;
  }
}

/**
 * Handles a job. After a crash it is handled again: the desk recognizes a repeat by the job's key or the run's state.
 */
export function perform(job: SlackJob, around: ChannelContext): Promise<void> {
  switch (job.kind) {
    case "command":
      return performCommand(job, around);
    case "click":
      return performClick(job, around);
    case "submission":
      return performSubmission(job, around);
    default:
      return job satisfies never;
  }
}

/** Lifetime of a button for the next page of a result, in milliseconds. */
const PAGE_MS = 60 * 60_000;

async function performCommand(
  { user: { id: user }, text, ...asked }: JobOf<"command">,
  around: ChannelContext,
): Promise<void> {
  await withErrorReply(user, asked, around, async (given) => {
    const meaning = findMeaning(text);
    if (meaning.kind === "read") return answer(meaning.command, { text: meaning.rest }, given, around);
    if (meaning.kind === "switch") return flipPause(meaning, given, around);
    if (meaning.kind !== "remind") return;
    await remind(await slackSession(user, "operator", around), requireRun(meaning.run, "remind <run>"));
    await sendTo(given.subject, plainMessage("The approvers have been reminded."), around);
  });
}

interface Given {
  readonly person: SlackPerson;
  readonly subject: string;
}

async function answer(
  command: Command,
  { text, page }: { readonly text: string; readonly page?: string },
  given: Given,
  around: ChannelContext,
): Promise<void> {
  const isOwn = command.ownText === text.trim().toLowerCase();
  const { person: reader } = await slackSession(given.person.id, isOwn ? "requester" : "viewer", around);
  requireRole(reader, isOwn ? "own" : "read");
  const { env, store } = around;
  const { person, subject } = given;
  const emails = new Map<string, string>();
  for (const id of mentionsIn(text)) emails.set(id, requireEmail(await slackPerson(id, around)));
  const asked = withMentions(text, emails);
  const reads = { name: `/reeve ${command.name}`, operations: command.reads ?? [] };
  const context = {
    governance: declaredReads(readOnly(createGovernance(env)), reads),
    settings: around.config.settings,
    ledger: withLedgerErrors(env.LEDGER),
    user: { slackId: person.id, email: person.email },
    link: (path: string) => consolePage(readSite(env), path),
  };
  const { next, ...found } = await command.answer(asked, context, page);
  const more = next ? crypto.randomUUID() : null;
  if (more && next)
    store.addButton(
      more,
      { kind: "page", command: command.name, text: asked, page: next, user: person.id },
      Date.now() + PAGE_MS,
    );
  await sendTo(subject, toSlack(makeAnswerDoc(found), { more }), around);
}

async function flipPause(
  { paused, rest }: Extract<ReturnType<typeof findMeaning>, { kind: "switch" }>,
  { person, subject }: Given,
  around: ChannelContext,
): Promise<void> {
  const [written = "", ...words] = rest.split(/\s+/);
  const asker = await slackSession(person.id, "operator", around);
  requireRoleFor(asker.person, paused ? "pause" : "lift");
  if (written === "")
    throw unclear(`Name the automation: "/reeve ${paused ? "pause" : "resume"} <automation> [reason]".`);
  const { name: automation } = requireName(Object.fromEntries(automations), "automation", written);
  const reason = words.join(" ").replace(/^because /, "") || NO_REASON;
  await flip(asker, paused ? "pause" : "lift", { automation, reason });
  const done = paused ? "is paused" : "continues";
  await sendTo(subject, plainMessage(`The automation ${automation} ${done}.`), around);
}

/** Creates one event from a submitted form: if the form arrives again, the desk recognizes its key. */
async function performForm(
  { key, user, values }: JobOf<"submission">,
  action: string,
  responseUrl: string | null,
  around: ChannelContext,
): Promise<void> {
  await withErrorReply(user.id, { key, responseUrl }, around, async ({ person: { id, name }, subject }) => {
    const asker = await slackSession(id, "requester", around);
    const { [REASON]: reason, ...fields } = values;
    const why = typeof reason === "string" ? reason : undefined;
    const asked = { action, fields, reason: why, requester: { id, name } };
    await askByForm({ ...asker, config: around.config }, "slack", subject, asked);
  });
}

/** Problems whose messages are intended for the Slack user who acted. */
const REFUSALS: ReadonlySet<ProblemCode> = new Set([...FOR_DECIDERS, "request_invalid"]);

/** The key of a person's action, and the address for responses to it, which is `null` if the bot responds. */
type Asked = Pick<JobOf<"submission">, "key"> & { readonly responseUrl: string | null };

/**
 * Carries out a person's action. Rethrows a temporary failure, so that the outbox retries the action. After any other
 * failure, sends the person the reason, and rethrows the error if it is a defect.
 */
async function withErrorReply(
  user: string,
  { key, responseUrl }: Asked,
  around: ChannelContext,
  work: (given: Given) => Promise<void>,
): Promise<void> {
  const subject = `slack:${key}`;
  around.store.saveConversation(subject, user, responseUrl, Date.now());
  try {
    await work({ person: await slackPerson(user, around), subject });
  } catch (error) {
    if (error instanceof Problem && error.retry === "backoff") throw error;
    const isRefusal = error instanceof Problem && REFUSALS.has(error.code);
    const why = isRefusal ? error.message : formatForRequester(error);
    await sendTo(subject, plainMessage(why), around);
    // Rethrow a defect, so that operators are notified of it, too.
    if (!(error instanceof Problem)) throw error;
  }
}
