// Sends a recorded Slack form, and receives later answers.
import { slack } from "../../sandbox/vendors/senders.ts";
import { serve } from "../../sandbox/vendors/serve.ts";
import { deliver } from "./deliver.ts";
import { again } from "./slack-forms.ts";

/** The wait for later answers. */
const PATIENCE_MS = 5_000;

/**
 * Sends a recorded form as Slack would send a new one, and receives the answers on a port of this machine.
 * @param secret
 * @default the local stack's
 * @returns the answer at once, and those to the form's `response_url`
 */
export async function converse(
  reeve: URL,
  recorded: string,
  {
    secret,
    patienceMs = PATIENCE_MS,
  }: { readonly secret?: string | undefined; readonly patienceMs?: number } = {},
) {
  const later: string[] = [];
  const answered = Promise.withResolvers<void>();
  const inbox = await serve(({ body }) => {
    later.push(JSON.stringify(body));
    answered.resolve();
    return { status: 200, body: "ok" };
  });
  const at = Date.now();
  try {
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

/** True if more can follow an answer: not for a form without an address, nor after help, which is complete. */
function mayFollow(form: string, atOnce: string): boolean {
  const addressed = /response_url(=|%22)|responseUrl/.test(form);
  return addressed && !readable(atOnce).includes("\n");
}

/** The texts of a message's blocks, one a line, buttons in brackets; other messages unchanged. */
export function readable(message: string): string {
  try {
    const { blocks, text } = JSON.parse(message) as { blocks?: unknown; text?: unknown };
    return blocks === undefined ? String(text ?? message) : readTexts(blocks).join("\n");
  } catch {
    return message;
  }
}

/** A paragraph of rich text as text: people by id, times in their fallback. */
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
