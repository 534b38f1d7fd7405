// Carries out commands and forms: answers them, or makes events of the changes that they ask for.
import { readFilled } from "../../actions/form.ts";
import { requests } from "../../actions/index.ts";
import { requireName } from "../../actions/names.ts";
import { automations } from "../../automations/index.ts";
import { requestedAction } from "../../automations/requested-action.ts";
import { isEnabled } from "../../automations/settings.ts";
import { faultWords, Problem } from "../../base/problem.ts";
import { deskFor } from "../../desk/directory.ts";
import { flipSwitch } from "../../desk/operate/operators.ts";
import { consolePage } from "../../desk/run/run.ts";
import { readSite } from "../../env.ts";
import { createGovernance, declaredReads, readOnly } from "../../governance/client/index.ts";
import { askable } from "../../ledger/faults.ts";
import { type Act, ROLE_OF } from "../../policy/roles.ts";
import type { RequestEvent } from "../../systems/event.ts";
import type { Around } from "../channel.ts";
import { publicWords } from "./answer.ts";
import type { Command } from "./commands/command.ts";
import { commands, findMeaning } from "./commands/index.ts";
import { REASON } from "./forms.ts";
import { hasRole, needsRole, type SlackPerson, slackPerson } from "./members.ts";
import { answerMessage, plainMessage } from "./messages.ts";
import type { SlackJob } from "./requests.ts";
import { sendTo } from "./send.ts";
import type { Button } from "./store.ts";
import { mentionsIn, withMentions } from "./text.ts";

/** Lifetime of a button for the next page of an answer. */
const PAGE_MS = 60 * 60_000;

export async function performCommand(
  { key, user: { id: user }, text, responseUrl }: Extract<SlackJob, { kind: "command" }>,
  around: Around,
): Promise<void> {
  const subject = `slack:${key}`;
  around.store.converse(subject, user, responseUrl, Date.now());
  await told(user, subject, around, async (person) => {
    const meaning = findMeaning(text);
    if (meaning.kind === "read")
      return answer(meaning.command, { text: meaning.rest }, { person, subject }, around);
    if (meaning.kind === "switch") return flip(meaning, { person, subject }, around);
  });
}

/** Answers a click on the button for the next page. */
export async function performPage(
  { command, text, page, user }: Extract<Button, { does: "page" }>,
  subject: string,
  around: Around,
): Promise<void> {
  const found = commands.get(command);
  if (!found) return;
  await told(user, subject, around, (person) => answer(found, { text, page }, { person, subject }, around));
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
  const more = next === undefined ? undefined : { id: crypto.randomUUID() };
  if (more && next !== undefined)
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
export async function performForm(
  { key, user: { id: user }, values }: Extract<SlackJob, { kind: "submission" }>,
  action: string,
  responseUrl: string | null,
  around: Around,
): Promise<void> {
  const subject = `slack:${key}`;
  around.store.converse(subject, user, responseUrl, Date.now());
  await told(user, subject, around, async (person) => {
    await requireSlackRole("ask", { person, subject }, around);
    const asked = requests.get(action);
    if (!asked) throw new Problem("request_unclear", `There is no action "${action}" any more.`);
    const { [REASON]: reason, ...given } = values;
    const filled = readFilled(asked.input, given);
    if ("faults" in filled)
      throw new Problem(
        "request_unclear",
        `${Object.entries(filled.faults)
          .map(([name, fault]) => faultWords(name, fault))
          .join("; ")}.`,
      );
    await request(
      action,
      filled.input,
      typeof reason === "string" ? reason : undefined,
      { person, subject },
      around,
    );
  });
}

async function request(
  action: string,
  input: Readonly<Record<string, unknown>>,
  reason: string | undefined,
  { person, subject }: Given,
  around: Around,
): Promise<void> {
  if (!isEnabled(around.config.settings, requestedAction.name))
    throw new Problem(
      "request_unclear",
      `Changes can't be asked for here: ${requestedAction.name} is not enabled.`,
    );
  const who = { id: person.id, name: person.name, email: requireEmail(person) };
  const event: RequestEvent = {
    type: "request.made",
    subject,
    actor: who,
    request: {
      action,
      input,
      requester: who,
      typed: `/reeve ${action}`,
      ...(reason && { reason }),
      confirm: true,
    },
  };
  await deskFor(around.env, subject).accept({
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
  work: (person: SlackPerson) => Promise<void>,
): Promise<void> {
  try {
    await work(await slackPerson(user, around));
  } catch (error) {
    if (error instanceof Problem && error.retry === "backoff") throw error;
    const why =
      error instanceof Problem && error.code === "decision_forbidden" ? error.message : publicWords(error);
    await sendTo(subject, plainMessage(why), around);
    // Operators have to see a defect, too.
    if (!(error instanceof Problem)) throw error;
  }
}
