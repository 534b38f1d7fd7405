// Handles what people do in Slack: commands, clicks and submitted forms, which become answers, decisions and events.

import { readFilled } from "../../actions/form.ts";
import { requests, requestTitle } from "../../actions/index.ts";
import { requireName } from "../../actions/names.ts";
import { automations } from "../../automations/index.ts";
import { requestedAction } from "../../automations/requested-action.ts";
import { isEnabled } from "../../automations/settings.ts";
import { faultWords, Problem } from "../../base/problem.ts";
import { deskFor } from "../../desk/directory.ts";
import type { Decided, Decision } from "../../desk/engine/decisions.ts";
import { readSite } from "../../env.ts";
import { createGovernance, declaredReads, readOnly } from "../../governance/client/index.ts";
import { askable } from "../../ledger/faults.ts";
import { flipSwitch } from "../../operate/operators.ts";
import { type Act, actFor, ROLE_OF } from "../../policy/roles.ts";
import { consolePage } from "../../runs/run.ts";
import type { RequestEvent } from "../../systems/event.ts";
import type { Around } from "../channel.ts";
import { slackApi } from "./api.ts";
import { type Command, commands, findMeaning, publicWords } from "./commands.ts";
import { REASON, readKept } from "./forms.ts";
import { hasRole, needsRole, type SlackPerson, slackPerson } from "./members.ts";
import { answerMessage, plainMessage } from "./messages.ts";
import type { JobOf, SlackJob } from "./requests.ts";
import { respond } from "./response-url.ts";
import { sendTo } from "./send.ts";
import type { Button, RunRef } from "./store.ts";
import { mentionsIn, withMentions } from "./text.ts";

const NOBODY = "I don't know your email. An admin can add you to people in src/config.ts.";

async function performClick(
  { user: { id: user }, button: id, responseUrl }: JobOf<"click">,
  around: Around,
): Promise<void> {
  const { store, env } = around;
  const pressed = store.button(id, Date.now());
  const tell = async (sentence: string, instead = false) => {
    if (responseUrl) await respond(responseUrl, plainMessage(sentence), env, { replaceOriginal: instead });
  };
  if (!pressed) return tell("This button is unknown or has expired.");
  const { button, state } = pressed;
  if (button.does === "follow_up_done") {
    if (state !== "open") return tell("This has been reported already.");
    const word = { verdict: "done", reason: "reported in Slack" } as const;
    const refusal = await reportFollowUps(user, button, word, around);
    if (refusal !== null) return tell(refusal);
    store.useButton(id);
    return tell(`Reported as done: ${button.summaries.join(" ")}`, true);
  }
  if (!("user" in button) || button.user !== user) return tell("Only the requester can decide this.");
  if (button.does === "page") {
    if (state === "expired") return tell("This list has expired; run the command again.");
    if (!responseUrl) return;
    const subject = `slack:page:${id}`;
    store.converse(subject, user, responseUrl, Date.now());
    return performPage(button, subject, around);
  }
  if (state === "used") return tell("You have decided this already.");
  if (state === "expired") return tell("This has expired; run the command again.", true);
  const { email } = await slackPerson(user, around);
  if (!email) return tell(NOBODY);
  const confirm = button.does === "confirm";
  if (!confirm && !(await hasRole(user, ROLE_OF.taken_back, around))) return tell(needsRole("taken_back"));
  const decided = await decide(
    button.run,
    confirm
      ? { type: "confirmed", hash: button.run.hash, by: email, reason: "confirmed in Slack" }
      : { type: "taken_back", by: email, reason: "taken back in Slack" },
    around,
  );
  if (!decided.ok) return tell(decided.refusal.message, true);
  store.useButton(id);
  if (!confirm) return tell("Taken back; nothing was done.", true);
  await tell(`Confirmed. ${decided.asks.length > 0 ? "Sent for approval." : "Working on it."}`, true);
}

async function performSubmission(job: JobOf<"submission">, around: Around): Promise<void> {
  const kept = readKept(job.metadata);
  if (kept?.action) return performForm(job, kept.action, kept.responseUrl, around);
  const { store, env } = around;
  const { metadata: id, values } = job;
  const user = job.user.id;
  const comment = [values["comment"] ?? []].flat()[0] ?? null;
  const pressed = store.button(id, Date.now());
  if (!pressed) return;
  const { button } = pressed;
  if (button.does === "follow_up_not_done") {
    const reason = comment ?? "reported in Slack";
    const refusal = await reportFollowUps(user, button, { verdict: "not_done", reason }, around);
    if (refusal === null) store.useButton(id);
    const sentence = refusal ?? `Reported as not done: ${button.summaries.join(" ")}`;
    return void (await slackApi(env).postMessage({ channel: user }, plainMessage(sentence)));
  }
  if (button.does !== "approve" && button.does !== "deny") return;
  const tell = async (sentence: string): Promise<void> => {
    const { channel } = button;
    // The card of somebody whom a stage names is a direct message, where nothing can be for their eyes only.
    if (channel === user) await slackApi(env).postMessage({ channel }, plainMessage(sentence));
    else await slackApi(env).postEphemeral({ channel, user }, plainMessage(sentence));
  };
  const act = actFor("approved", button.byName);
  if (!(await hasRole(user, ROLE_OF[act], around))) return tell(needsRole(act));
  const isApprover = await hasRole(user, "approver", around);
  const { email } = await slackPerson(user, around);
  if (!email) return tell(NOBODY);
  const { hash } = button.run;
  const decided = await decide(
    button.run,
    button.does === "approve"
      ? { type: "approved", hash, by: email, isApprover, reason: comment ?? "approved in Slack" }
      : { type: "rejected", hash, by: email, isApprover, reason: comment ?? "denied in Slack" },
    around,
  );
  if (!decided.ok) return tell(`Your decision did not count: ${decided.refusal.message}`);
  store.useButton(id);
  if (decided.cautions.length > 0)
    await tell(`Your decision counts. Please note: ${decided.cautions.join(" ")}`);
}

/** Reports follow-ups on a person's word. @returns the reason why it does not count; `null` if it does */
async function reportFollowUps(
  user: string,
  { run, steps }: { readonly run: RunRef; readonly steps: readonly number[] },
  word: { readonly verdict: "done" | "not_done"; readonly reason: string },
  around: Around,
): Promise<string | null> {
  const act = actFor("completed");
  if (!(await hasRole(user, ROLE_OF[act], around))) return needsRole(act);
  const isOperator = await hasRole(user, "operator", around);
  const { email } = await slackPerson(user, around);
  if (!email) return NOBODY;
  const decided = await decide(run, { type: "completed", by: email, isOperator, steps, ...word }, around);
  return decided.ok ? null : decided.refusal.message;
}

const decide = ({ id, subject }: RunRef, decision: Decision, { env }: Around): Promise<Decided> =>
  deskFor(env, subject).decide(id, decision);

/** Does a job. After a kill it is done again: the desk recognizes a repeat by the job's key or the run's state. */
export function perform(job: SlackJob, around: Around): Promise<void> {
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

/** Lifetime of a button for the next page of an answer. */
const PAGE_MS = 60 * 60_000;

async function performCommand(
  { key, user: { id: user }, text, responseUrl }: JobOf<"command">,
  around: Around,
): Promise<void> {
  const subject = `slack:${key}`;
  around.store.converse(subject, user, responseUrl, Date.now());
  await told(user, subject, around, async (given) => {
    const meaning = findMeaning(text);
    if (meaning.kind === "read") return answer(meaning.command, { text: meaning.rest }, given, around);
    if (meaning.kind === "switch") return flip(meaning, given, around);
  });
}

/** Answers a click on the button for the next page. */
async function performPage(
  { command, text, page, user }: Extract<Button, { does: "page" }>,
  subject: string,
  around: Around,
): Promise<void> {
  const found = commands.get(command);
  if (!found) return;
  await told(user, subject, around, (given) => answer(found, { text, page }, given, around));
}

interface Given {
  readonly person: SlackPerson;
  readonly subject: string;
}

async function requireSlackRole(act: Act, { person }: Given, around: Around): Promise<void> {
  if (!(await hasRole(person.id, ROLE_OF[act], around)))
    throw new Problem("decision_forbidden", needsRole(act));
}

async function answer(
  command: Command,
  { text, page }: { readonly text: string; readonly page?: string },
  given: Given,
  around: Around,
): Promise<void> {
  await requireSlackRole("read", given, around);
  const { env, store } = around;
  const { person, subject } = given;
  const emails = new Map<string, string>();
  for (const id of mentionsIn(text)) emails.set(id, requireEmail(await slackPerson(id, around)));
  const asked = withMentions(text, emails);
  const context = {
    governance: declaredReads(readOnly(createGovernance(env)), {
      name: `/reeve ${command.name}`,
      operations: command.reads ?? [],
    }),
    settings: around.config.settings,
    ledger: askable(env.LEDGER),
    user: { slackId: person.id, email: person.email },
    link: (path: string) => consolePage(readSite(env), path),
  };
  const { next, ...found } = await command.answer(asked, context, page);
  const more = next ? { id: crypto.randomUUID() } : undefined;
  if (more && next)
    store.addButton(
      more.id,
      { does: "page", command: command.name, text: asked, page: next, user: person.id },
      Date.now() + PAGE_MS,
    );
  await sendTo(subject, answerMessage(found, more), around);
}

async function flip(
  { paused, rest }: Extract<ReturnType<typeof findMeaning>, { kind: "switch" }>,
  given: Given,
  around: Around,
): Promise<void> {
  await requireSlackRole(paused ? "pause" : "lift", given, around);
  const [written = "", ...words] = rest.split(/\s+/);
  const { name: automation } = requireName(Object.fromEntries(automations), "automation", written);
  const reason = words.join(" ").replace(/^because /, "") || "none given, in Slack";
  await flipSwitch(around.env, "pause", paused, { automation, by: requireEmail(given.person), reason });
  const done = paused ? "is paused" : "goes on";
  await sendTo(given.subject, plainMessage(`The automation ${automation} ${done}.`), around);
}

/** Makes an event of a form, once: its desk recognizes the form's key. */
async function performForm(
  { key, user, values }: JobOf<"submission">,
  action: string,
  responseUrl: string | null,
  around: Around,
): Promise<void> {
  const subject = `slack:${key}`;
  around.store.converse(subject, user.id, responseUrl, Date.now());
  await told(user.id, subject, around, async (given) => {
    await requireSlackRole("ask", given, around);
    const asked = requests.get(action);
    if (!asked) throw new Problem("request_unclear", `There is no action "${action}" any more.`);
    const { [REASON]: reason, ...fields } = values;
    const filled = readFilled(asked.input, fields);
    if ("faults" in filled) {
      const faults = Object.entries(filled.faults).map(([name, fault]) => faultWords(name, fault));
      throw new Problem("request_unclear", `${faults.join("; ")}.`);
    }
    await request(asked, filled.input, typeof reason === "string" ? reason : undefined, given, around);
  });
}

async function request(
  form: NonNullable<ReturnType<typeof requests.get>>,
  input: Readonly<Record<string, unknown>>,
  reason: string | undefined,
  { person, subject }: Given,
  { config, env }: Around,
): Promise<void> {
  if (!isEnabled(config.settings, requestedAction.name))
    throw new Problem(
      "request_unclear",
      `Changes can't be asked for here: ${requestedAction.name} is not enabled.`,
    );
  const who = { id: person.id, name: person.name, email: requireEmail(person) };
  const { action } = form;
  const asked = { action, input, requester: who, typed: requestTitle(form), ...(reason && { reason }) };
  const event: RequestEvent = {
    type: "request.made",
    subject,
    actor: who,
    request: { ...asked, confirm: true },
  };
  await deskFor(env, subject).accept({
    keys: [subject],
    source: "slack",
    authentication: "signed",
    type: event.type,
    subject,
    detail: null,
    event: JSON.stringify(event),
    payload: JSON.stringify({ action, input, user: person.id }),
  });
}

/** The email that identifies a person in the record: without one nobody could tell who asked for what. */
function requireEmail({ email, id }: SlackPerson): string {
  if (email) return email;
  throw new Problem(
    "request_unclear",
    `I can't match your Slack account (${id}) to a person. An admin can set the bot token, or add you to people in src/config.ts.`,
  );
}

/** Tells the author of a command why it failed; what may pass by itself is retried first. */
async function told(
  user: string,
  subject: string,
  around: Around,
  work: (given: Given) => Promise<void>,
): Promise<void> {
  try {
    await work({ person: await slackPerson(user, around), subject });
  } catch (error) {
    if (error instanceof Problem && error.retry === "backoff") throw error;
    const why =
      error instanceof Problem && error.code === "decision_forbidden" ? error.message : publicWords(error);
    await sendTo(subject, plainMessage(why), around);
    // Operators have to see a defect, too.
    if (!(error instanceof Problem)) throw error;
  }
}
