// Answers Slack's requests (commands, clicks, shortcuts, forms and suggestions) within the three seconds that Slack
// waits.
import { formFields, readFilled } from "../../actions/form.ts";
import { requests } from "../../actions/index.ts";
import { toIsoDay } from "../../base/days.ts";
import { log, logged } from "../../base/log.ts";
import { ok, refused } from "../../base/result.ts";
import { inTime } from "../../base/waits.ts";
import { readSite } from "../../env.ts";
import { createGovernance, readOnly } from "../../governance/client/index.ts";
import { suggestPeople } from "../../lookups/people.ts";
import { type Offer, offersFor } from "../../operate/offers.ts";
import { currentRun } from "../../operate/recorded.ts";
import { actFor } from "../../policy/acts.ts";
import { consolePage } from "../../runs/run.ts";
import type { ChannelAnswer, Receiving } from "../channel.ts";
import { outboxIn } from "../outbox.ts";
import { hasBotToken, respond, slackApi } from "./api.ts";
import { plainMessage, type SlackMessage, toSlack } from "./blocks.ts";
import { findMeaning, helpAnswer, makeAnswerDoc } from "./commands.ts";
import {
  actionsModal,
  decisionModal,
  type FormState,
  formModal,
  OPENS,
  personOptions,
  REASON,
  readFormState,
} from "./forms.ts";
import { refuseInSlack, slackSession } from "./members.ts";
import { type JobOf, readSlack, type SlackJob } from "./requests.ts";

/**
 * Answers a request from Slack. The outbox stores a job before the response is sent. The response does not wait for
 * modals to open.
 */
export const answerSlack: ChannelAnswer = async (delivery, around) => {
  const { appId = null, teamId } = around.config.slack;
  const read = readSlack(delivery, appId);
  if (!read.ok) return read;
  const request = read.value;
  if (request.kind === "ignored") return ok(taken());
  if (teamId !== undefined && request.user.team !== teamId)
    return refused({ detail: "team: the request comes from another workspace" });
  switch (request.kind) {
    case "shortcut":
      return ok(offerForm(request, null, around));
    case "suggestion":
      return ok(Response.json(personOptions(await findPeople(request.user.id, request.words, around))));
    case "command":
      return ok(await command(request, around));
    case "submission":
      return ok(checkForm(request, around) ?? (await submission(request, around)));
    case "click": {
      if (request.button.startsWith(OPENS)) {
        const { responseUrl = null, text } = readFormState(request.metadata ?? "") ?? {};
        const asked = { ...request, responseUrl, ...(text && { text }) };
        return ok(offerForm(asked, request.button.slice(OPENS.length), around));
      }
      if (!(await openModal(request, around))) await keep(request, around);
      return ok(taken());
    }
    default:
      return request satisfies never;
  }
};

const taken = () => new Response(null, { status: 200 });

async function command(request: JobOf<"command">, around: Receiving): Promise<Response> {
  const meaning = findMeaning(request.text);
  if (meaning.kind === "help") return ephemeral(toSlack(makeAnswerDoc(helpAnswer)));
  // The form stays empty: a command's text is not a message to quote.
  if (meaning.kind === "ask") return offerForm({ ...request, text: "" }, meaning.action, around);
  return ephemeral(plainMessage((await keep(request, around)) ? "On it." : NOT_KEPT));
}

/**
 * Finds people who match the typed text. Returns an empty list if the text is too short, if the user may not make
 * requests, or if the search fails.
 */
async function findPeople(id: string, words: string, around: Receiving): ReturnType<typeof suggestPeople> {
  try {
    if (words.length < 2 || (await refuseInSlack(id, "ask", around)) !== null) return [];
    return await suggestPeople(readOnly(createGovernance(around.env)), words);
  } catch (error) {
    log("slack_suggestion_failed", { error: String(error) });
    return [];
  }
}

/**
 * Opens the form of an action, or the list of all actions. Without a bot token there are no modals, so the user is
 * referred to the forms in the console.
 */
function offerForm(
  asked: Pick<JobOf<"click">, "user" | "triggerId" | "responseUrl"> & Pick<FormState, "text">,
  action: string | null,
  { ctx, ...around }: Receiving,
): Response {
  const { env, config } = around;
  const { user, triggerId, responseUrl, text } = asked;
  const kept = { responseUrl, ...(text && { text }) };
  if (!hasBotToken(env)) {
    const at = consolePage(readSite(env), `/ask${action ? `/${action}` : ""}`);
    const where = at ? `at ${at}` : "on the console's Request page";
    return ephemeral(plainMessage(`Request changes ${where}: without a bot token, Slack shows no forms.`));
  }
  const request = action === null ? undefined : requests.get(action);
  const isListed = "button" in asked;
  const open = async () => {
    const why = await refuseInSlack(user.id, "ask", around);
    if (why !== null) return responseUrl ? respond(responseUrl, plainMessage(why), env) : undefined;
    const view = request ? formModal(request, config.settings, kept) : actionsModal(kept);
    await slackApi(env).openView(triggerId, view, isListed ? "views.push" : "views.open");
  };
  ctx.waitUntil(open().catch(logged("slack_modal_failed")));
  return taken();
}

/**
 * Returns the response with the errors of a form's fields, or `null` if the form is valid or the modal is not a form.
 */
function checkForm({ metadata, values }: JobOf<"submission">, { config }: Receiving): Response | null {
  const request = requests.get(readFormState(metadata)?.action ?? "");
  if (!request) return null;
  const filled = readFilled(request.input, values, toIsoDay(Date.now(), config.settings.timeZone));
  if ("input" in filled) return null;
  const known = new Set(formFields(request.input, config.settings).map(({ name }) => name));
  const [first = ""] = known;
  const errors = Object.entries(filled.faults).map(([name, fault]) => [
    known.has(name) ? name : first,
    fault,
  ]);
  return showFaults(Object.fromEntries(errors));
}

const showFaults = (errors: Readonly<Record<string, string>>): Response =>
  Response.json({ response_action: "errors", errors });

/** Stores a submitted modal. A form closes together with the list that it was opened from. */
async function submission(request: JobOf<"submission">, around: Receiving): Promise<Response> {
  const kept = await keep(request, around);
  if (readFormState(request.metadata) === null) return taken();
  return kept ? Response.json({ response_action: "clear" }) : showFaults({ [REASON]: NOT_KEPT });
}

/**
 * Opens the modal of a button within Slack's three seconds. The click itself decides nothing.
 * @returns true if the button has a modal
 */
async function openModal(
  { user, button: id, responseUrl, triggerId }: JobOf<"click">,
  { ctx, ...around }: Receiving,
): Promise<boolean> {
  const { env } = around;
  const pressed = await outboxIn(env).button(id);
  if (!pressed) return false;
  const { button, state } = pressed;
  const { kind } = button;
  if (kind !== "approve" && kind !== "deny" && kind !== "follow_up_not_done") return false;
  const act = "byName" in button ? actFor("approved", button.byName) : "completed";
  const refusal = async (): Promise<string | null> => {
    if (state === "used") return "This has been decided already.";
    if (state === "expired") return "This has expired and can't be decided any more.";
    return refuseInSlack(user.id, act, around);
  };
  /**
   * Asks the gate whether the person may decide, before a form opens. If the gate fails or takes too long for Slack,
   * the form opens anyway, and the gate checks the decision once the form is submitted.
   */
  const findOffer = async (): Promise<Offer | undefined> => {
    const { person } = await slackSession(user.id, "approver", around);
    const shown = await currentRun(env, button.run.id);
    const decision = kind === "approve" ? "approved" : "rejected";
    const reader = { env, var: { person, config: around.config } };
    return shown ? (await offersFor(reader, shown, [decision]))[0] : undefined;
  };
  const open = async () => {
    const why = await refusal();
    const isAsked = why === null && kind !== "follow_up_not_done";
    const offer = isAsked ? await inTime(findOffer, MAX_CHECK_MS) : null;
    const barred = why ?? offer?.whyNot ?? null;
    if (barred !== null) return responseUrl ? respond(responseUrl, plainMessage(barred), env) : undefined;
    const warnings = [...("warnings" in button ? button.warnings : []), ...(offer?.warnings ?? [])];
    const shown = { ...button, kind, warnings: [...new Set(warnings)], metadata: id };
    await slackApi(env).openView(triggerId, decisionModal(shown));
  };
  ctx.waitUntil(open().catch(logged("slack_modal_failed")));
  return true;
}

/** How long a click waits for the gate, in milliseconds: Slack accepts a form within three seconds. */
const MAX_CHECK_MS = 1_200;

const NOT_KEPT = "Reeve could not accept this just now. Nothing was done; please try again.";

/**
 * Stores a job in the outbox.
 * @returns false if the job could not be stored: the user must then repeat the action, because Slack does not send it
 * again
 */
async function keep(job: SlackJob, { env }: Receiving): Promise<boolean> {
  try {
    const fresh = await outboxIn(env).keepJob(job);
    log("delivery", { source: "slack", job: job.kind, key: job.key, duplicate: !fresh });
    return true;
  } catch (error) {
    log("outbox_unreachable", { level: "alert", job: job.kind, error: String(error) });
    return false;
  }
}

const ephemeral = (message: SlackMessage) => Response.json({ response_type: "ephemeral", ...message });
