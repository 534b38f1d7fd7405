// Carries out commands: answers them, or makes events of the changes that they request.
import { requestedAction } from "../../automations/requested-action.ts";
import { isEnabled } from "../../automations/settings.ts";
import { Problem } from "../../base/problem.ts";
import { deskFor } from "../../desk/directory.ts";
import { flipSwitch } from "../../desk/operate/operators.ts";
import { consolePage } from "../../desk/run/run.ts";
import { readSite } from "../../env.ts";
import { createGovernance, declaredReads, readOnly } from "../../governance/client/index.ts";
import { askable } from "../../ledger/faults.ts";
import { ROLE_OF } from "../../policy/roles.ts";
import type { RequestEvent } from "../../systems/event.ts";
import type { Around } from "../channel.ts";
import { publicWords } from "./answer.ts";
import { commands } from "./commands/index.ts";
import { type Args, type Command, classifyCommand, type RequestedChange } from "./grammar/command.ts";
import { understand } from "./grammar/grammar.ts";
import { asTyped, mentionsIn, withMentions } from "./grammar/words.ts";
import { hasRole, type SlackPerson, slackPerson } from "./members.ts";
import { answerMessage, plainMessage } from "./messages.ts";
import type { SlackJob } from "./requests.ts";
import { sendTo } from "./send.ts";
import type { Button } from "./store.ts";

/** Lifetime of a button for the next page of an answer. */
const PAGE_MS = 60 * 60_000;

export async function performCommand(
  { key, user: { id: user }, text, responseUrl }: Extract<SlackJob, { kind: "command" }>,
  around: Around,
): Promise<void> {
  const subject = `slack:${key}`;
  around.store.converse(subject, user, responseUrl, Date.now());
  await told(user, subject, around, async (person) => {
    const timeZone = person.timeZone ?? around.config.settings.timeZone;
    const understood = understand(text, { now: Date.now(), timeZone });
    // The front door understood it; in the user's own time zone a day may differ.
    if (understood.kind === "misunderstood") throw new Problem("request_unclear", understood.fault);
    const command = understood.kind === "understood" ? commands.get(understood.command) : undefined;
    if (command && understood.kind === "understood")
      await carryOut(command, understood.args, { person, subject, text }, around);
  });
}

/** Answers a click on the button for the next page. */
export async function performPage(
  { command, args, user }: Extract<Button, { does: "page" }>,
  subject: string,
  around: Around,
): Promise<void> {
  const found = commands.get(command);
  if (!found) return;
  await told(user, subject, around, (person) =>
    carryOut(found, args, { person, subject, text: command }, around),
  );
}

interface Given {
  readonly person: SlackPerson;
  readonly subject: string;
  /** The text as typed, for the record. */
  readonly text: string;
}

async function carryOut(command: Command, written: Args, given: Given, around: Around): Promise<void> {
  const { env } = around;
  const { person, subject } = given;
  const role = ROLE_OF[classifyCommand(command)];
  if (!(await hasRole(person.id, role, around)))
    throw new Problem(
      "decision_forbidden",
      `/reeve ${command.name} needs the role “${role}”; an admin can add you in src/config.ts`,
    );
  const emails = new Map<string, string>();
  for (const id of mentionsIn(written)) emails.set(id, knownBy(await slackPerson(id, around)));
  const findEmail = (id: string) => emails.get(id) ?? null;
  const args = withMentions(written, findEmail);
  if ("answer" in command) return answer(command, args, given, around);
  if ("request" in command) {
    const { text = given.text } = withMentions({ text: given.text }, findEmail);
    return request(command.request(args), { ...given, typed: asTyped(text) }, around);
  }
  const automation = command.automation(args);
  const by = knownBy(person);
  const reason = args["reason"] ?? "none given, in Slack";
  await flipSwitch(env, "pause", command.switch === "pause", { automation, by, reason });
  const done = { pause: "is paused", resume: "goes on" }[command.switch];
  await sendTo(subject, plainMessage(`The automation ${automation} ${done}.`), around);
}

async function answer(
  command: Extract<Command, { answer: unknown }>,
  args: Args,
  { person, subject }: Given,
  around: Around,
): Promise<void> {
  const { env, store } = around;
  const answered = await command.answer(args, {
    governance: declaredReads(readOnly(createGovernance(env)), {
      name: `/reeve ${command.name}`,
      operations: command.reads ?? [],
    }),
    settings: around.config.settings,
    ledger: askable(env.LEDGER),
    user: { slackId: person.id, email: person.email },
    link: (path) => consolePage(readSite(env), path),
  });
  const more = answered.next && { id: crypto.randomUUID() };
  if (more)
    store.addButton(
      more.id,
      { does: "page", command: command.name, args: answered.next ?? {}, user: person.id },
      Date.now() + PAGE_MS,
    );
  await sendTo(subject, answerMessage(answered, more), around);
}

/** Makes an event of a requested change, once: its desk recognizes the command. */
async function request(
  { action, input, reason }: RequestedChange,
  { person, subject, text, typed }: Given & { readonly typed: string },
  around: Around,
): Promise<void> {
  if (!isEnabled(around.config.settings, requestedAction.name))
    throw new Problem(
      "request_unclear",
      `Changes can't be asked for here: ${requestedAction.name} is not enabled.`,
    );
  const email = knownBy(person);
  const who = { id: person.id, name: person.name, email };
  const event: RequestEvent = {
    type: "request.made",
    subject,
    actor: who,
    request: {
      action,
      input,
      requester: who,
      typed: `/reeve ${typed}`,
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
    payload: JSON.stringify({ command: text, user: person.id }),
  });
}

/** The email that identifies a person in the record: without one nobody could tell who asked for what. */
function knownBy({ email, id }: SlackPerson): string {
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
