// Sends recorded Slack forms, receives later responses, and presses the buttons in them.

import { setTimeout as sleep } from "node:timers/promises";
import { tryParseJson } from "../../base/text.ts";
import { slack } from "../../sandbox/vendors/senders.ts";
import { serve } from "../../sandbox/vendors/serve.ts";
import { deliver, fixture } from "./deliver.ts";
import { again, interactionWith, readPayload } from "./slack-forms.ts";

/** How long to wait for later responses, in milliseconds. */
const PATIENCE_MS = 5_000;
/**
 * How long to wait for a further response after each response to a click, because the click's result arrives
 * separately.
 */
const GRACE_MS = 1_500;

/** The immediate response to a form, and the later responses sent to its `response_url`, all unchanged. */
export interface Answers {
  readonly status: number;
  readonly atOnce: string;
  readonly later: readonly string[];
}

/** A button of a message, with its label. */
export interface ShownButton {
  readonly label: string;
  /** The element that Slack sends back if the button is pressed. */
  readonly element: Readonly<Record<string, unknown>>;
}

interface Options {
  /** The secret to sign with. @default the local stack's */
  readonly secret?: string | undefined;
  readonly patienceMs?: number;
}

/** Opens a port on this machine for the responses to sent forms. */
export async function openConversation(reeve: URL, { secret, patienceMs = PATIENCE_MS }: Options = {}) {
  let later: string[] = [];
  let arrived = () => {};
  const inbox = await serve(({ body }) => {
    later.push(JSON.stringify(body));
    arrived();
    return { status: 200, body: "ok" };
  });
  /** Sends a recorded form as Slack would send a new one. */
  async function send(recorded: string): Promise<Answers> {
    later = [];
    const answered = Promise.withResolvers<void>();
    arrived = answered.resolve;
    const at = Date.now();
    const body = again(recorded, `${inbox.url}/`, at);
    const response = await deliver(reeve, slack, { body }, { secret, at });
    const atOnce = await response.text();
    const patience = setTimeout(answered.resolve, response.ok && mayFollow(body, atOnce) ? patienceMs : 0);
    await answered.promise;
    clearTimeout(patience);
    return { status: response.status, atOnce, later };
  }
  return {
    send,
    /** Presses a button in a response, as the user who sent the form. */
    async press(button: ShownButton, recorded: string): Promise<Answers> {
      const answers = await send(clickOn(button, recorded));
      for (let known = 0; later.length > known; await sleep(GRACE_MS)) known = later.length;
      return answers;
    },
    stop: () => inbox.stop(),
  };
}

/** Sends one form, and closes the conversation. */
export async function converse(reeve: URL, recorded: string, options: Options = {}): Promise<Answers> {
  const conversation = await openConversation(reeve, options);
  return conversation.send(recorded).finally(conversation.stop);
}

/** Returns the recorded click, changed to another button and to the user who sent a form. */
function clickOn({ element }: ShownButton, recorded: string): string {
  const id = new URLSearchParams(recorded).get("user_id") ?? undefined;
  const { user = { id } } = readPayload(recorded) ?? {};
  return interactionWith(fixture("slack", "click.approve").body, { user, actions: [element] });
}

/**
 * Returns true if later responses are possible: the form must have a URL for responses, and the immediate response must
 * not be the help, which is complete.
 */
function mayFollow(form: string, atOnce: string): boolean {
  const addressed = /response_url(=|%22)|responseUrl/.test(form);
  return addressed && !readable(atOnce).includes("\n");
}

/** Lists a message's buttons that send a click to Reeve. Buttons that open a page have no value. */
export function findButtons(message: string): ShownButton[] {
  const find = (value: unknown): ShownButton[] => {
    if (typeof value !== "object" || value === null) return [];
    const element = value as Readonly<Record<string, unknown>>;
    if (element["type"] === "button" && typeof element["value"] === "string" && !element["url"])
      return [{ label: readTexts(element["text"]).join(" "), element }];
    return Object.values(value).flatMap(find);
  };
  return find(tryParseJson(message));
}

/**
 * Returns the texts of a message's blocks, one per line, with buttons in brackets. A message that is not JSON stays
 * unchanged.
 */
export function readable(message: string): string {
  const read = tryParseJson(message);
  if (typeof read !== "object" || read === null) return message;
  const { blocks, text } = read as { blocks?: unknown; text?: unknown };
  return blocks === undefined ? String(text ?? message) : readTexts(blocks).join("\n");
}

/** Converts a paragraph of rich text to plain text: shows people by their ids, and times by their fallback texts. */
const richText = (elements: unknown): string =>
  (Array.isArray(elements) ? elements : [])
    .map(
      ({ text, user_id, fallback }: Readonly<Record<string, string | undefined>>) =>
        text ?? (user_id ? `@${user_id}` : fallback) ?? "",
    )
    .join("");

function readTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(readTexts);
  if (typeof value !== "object" || value === null) return [];
  const { type, text, ...rest } = value as { type?: unknown; text?: unknown; elements?: unknown };
  if (type === "button") return readTexts(text).map((label) => `[${label}]`);
  if (type === "rich_text_section") return [richText(rest.elements)];
  if (typeof text === "string") return [text];
  return [...readTexts(text), ...Object.values(rest).flatMap(readTexts)];
}
