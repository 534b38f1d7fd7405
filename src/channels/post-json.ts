// Posts JSON or other text to an address that is itself a secret, and therefore appears in no message.
import { Problem } from "../base/problem.ts";
import { nameTimeout } from "../base/waits.ts";

const TIMEOUT_MS = 10_000;
/** Maximum characters of a response's body that are returned. */
const MAX_ANSWER = 4096;

/** Posts a value as JSON: see {@link postText}. */
export const postJson = (name: string, address: string | URL, body: unknown) =>
  postText(name, address, JSON.stringify(body), { "content-type": "application/json" });

/**
 * Posts text without following redirects.
 * @param name The channel's name, for error messages
 * @param headers `content-type` and any other headers
 * @returns the response's status and headers, and the start of its body
 * @throws Problem `sender_outcome_unknown` if the connection fails, or if no complete response arrives in time
 */
export async function postText(
  name: string,
  address: string | URL,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "user-agent": "reeve", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const decoder = new TextDecoder();
    let answer = "";
    for await (const chunk of response.body ?? []) {
      answer += decoder.decode(chunk, { stream: true });
      if (answer.length > MAX_ANSWER) break;
    }
    return { status: response.status, text: answer.slice(0, MAX_ANSWER), headers: response.headers };
  } catch (error) {
    const fault = nameTimeout(error, TIMEOUT_MS) ?? (error instanceof Error ? error.name : "no response");
    throw new Problem("sender_outcome_unknown", `${name}: ${fault}`);
  }
}

/**
 * Returns the problem that a response status indicates, or `null` if the status indicates success.
 * @param message The problem's message, for operators
 */
export function statusProblem(status: number, message: string): Problem | null {
  if (status === 429 || status === 503) return new Problem("sender_unavailable", message);
  if (status === 408 || status >= 500) return new Problem("sender_outcome_unknown", message);
  return status >= 300 ? new Problem("sender_refused", message) : null;
}
