// Handles what people do in Slack.
import { deskFor } from "../../desk/directory.ts";
import type { Decided, Decision } from "../../desk/operate/decisions.ts";
import { actFor, ROLE_OF } from "../../policy/roles.ts";
import type { Around } from "../channel.ts";
import { slackApi } from "./api.ts";
import { readKept } from "./forms.ts";
import { hasRole, needsRole, slackPerson } from "./members.ts";
import { plainMessage } from "./messages.ts";
import type { SlackJob } from "./requests.ts";
import { respond } from "./response-url.ts";
import { performCommand, performForm, performPage } from "./run-command.ts";
import type { RunRef } from "./store.ts";

const NOBODY = "I don't know your email. An admin can add you to people in src/config.ts.";

async function performClick(
  { user: { id: user }, button: id, responseUrl }: Extract<SlackJob, { kind: "click" }>,
  around: Around,
): Promise<void> {
  const { store, env } = around;
  const pressed = store.button(id, Date.now());
  const tell = async (sentence: string, instead = false) => {
    if (responseUrl) await respond(responseUrl, plainMessage(sentence), env, { replaceOriginal: instead });
  };
  if (!pressed) return tell("This button is unknown or has expired.");
  const { button, state } = pressed;
  if (button.does === "task_done") {
    if (state !== "open") return tell("This has been reported already.");
    const word = { verdict: "done", reason: "reported in Slack" } as const;
    const refusal = await reportTask(user, button.run, word, around);
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

async function performSubmission(
  job: Extract<SlackJob, { kind: "submission" }>,
  around: Around,
): Promise<void> {
  const kept = readKept(job.metadata);
  if (kept?.action) return performForm(job, kept.action, kept.responseUrl, around);
  const { store, env } = around;
  const { metadata: id, values } = job;
  const user = job.user.id;
  const comment = [values["comment"] ?? []].flat()[0] ?? null;
  const pressed = store.button(id, Date.now());
  if (!pressed) return;
  const { button } = pressed;
  if (button.does === "task_not_done") {
    const reason = comment ?? "reported in Slack";
    const refusal = await reportTask(user, button.run, { verdict: "not_done", reason }, around);
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

/** Reports a task on a person's word. @returns the reason why it does not count; `null` if it does */
async function reportTask(
  user: string,
  run: RunRef,
  word: { readonly verdict: "done" | "not_done"; readonly reason: string },
  around: Around,
): Promise<string | null> {
  if (!(await hasRole(user, ROLE_OF.completed, around))) return needsRole("completed");
  const { email } = await slackPerson(user, around);
  if (!email) return NOBODY;
  const decided = await decide(run, { type: "completed", by: email, ...word }, around);
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
