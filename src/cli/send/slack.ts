// Sends recorded Slack forms, and receives the later responses.
import { tryParseJson } from "../../base/text.ts";
import { slack } from "../../sandbox/vendors/senders.ts";
import { serve } from "../../sandbox/vendors/serve.ts";
import { deliver } from "./deliver.ts";
import { again } from "./slack-forms.ts";

/** How long to wait for a later response, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Sends a recorded form as Slack would send a new one, and waits up to `patienceMs` for a later response, which it
 * receives at a port on this machine.
 * @param options.secret The secret to sign with. @default the local stack's
 * @returns the immediate response, and the later responses received so far at the form's `response_url`
 */
export async function converse(
  reeve: URL,
  recorded: string,
  options: { readonly secret?: string | undefined; readonly patienceMs?: number } = {},
) {
  const { secret, patienceMs = PATIENCE_MS } = options;
  const later: string[] = [];
  const answered = Promise.withResolvers<void>();
  const inbox = await serve(({ body }) => {
    later.push(JSON.stringify(body));
    answered.resolve();
    return { status: 200, body: "ok" };
  });
  try {
    const at = Date.now();
    const body = again(recorded, `${inbox.url}/`, at);
    const response = await deliver(reeve, slack, { body }, { secret, at });
    const atOnce = await response.text();
    const patience = setTimeout(answered.resolve, response.ok && mayFollow(body, atOnce) ? patienceMs : 0);
    await answered.promise;
    clearTimeout(patience);
    return { status: response.status, atOnce, later };
  } finally {
    await inbox.stop();
  }
}

/**
 * Returns true if later responses are possible: the form must have a URL for responses, and the immediate response must
 * have no line break. Only the help has several lines, and no response follows the help.
 */
function mayFollow(form: string, atOnce: string): boolean {
  const addressed = /response_url(=|%22)|responseUrl/.test(form);
  return addressed && !readable(atOnce).includes("\n");
}

/**
 * Returns the strings in a message's blocks, one per line, with buttons in brackets. Returns the text of a message
 * without blocks. A message that is not JSON stays unchanged.
 */
export function readable(message: string): string {
  const read = tryParseJson(message);
  if (typeof read !== "object" || read === null) return message;
  const { blocks, text } = read as { blocks?: unknown; text?: unknown };
  return blocks === undefined ? String(text ?? message) : readBlockTexts(blocks).join("\n");
}

/** Converts a paragraph of rich text to plain text: shows people by their ids, and times by their fallback text. */
const richText = (elements: unknown): string =>
  (Array.isArray(elements) ? elements : [])
    .map(
      ({ text, user_id, fallback }: Readonly<Record<string, string | undefined>>) =>
        text ?? (user_id ? `@${user_id}` : fallback) ?? "",
    )
    .join("");

/** Lists the strings in a Slack message or a Teams card, with buttons in brackets. */
export function readBlockTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(readBlockTexts);
  if (typeof value !== "object" || value === null) return [];
  const { type, text, title, ...rest } = value as Readonly<Record<string, unknown>>;
  if (type === "button") return readBlockTexts(text).map((label) => `[${label}]`);
  if (type === "rich_text_section" || type === "rich_text_quote") return [richText(rest["elements"])];
  if (typeof text === "string") return [text];
  // A button in Teams has only a title.
  if (typeof title === "string") return [`[${title}]`];
  return [text, title, ...Object.values(rest)].flatMap(readBlockTexts);
}
