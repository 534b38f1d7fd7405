import { oneLine } from "../../base/text.ts";
import { ErrorAnswer } from "../contract/errors.ts";
import { TokenError } from "../contract/token.ts";
import type { ServiceError } from "./problem.ts";

/** Longest text of the service that an error repeats, in UTF-16 units: enough for a sentence or three. */
const MAX_SAID_LENGTH = 500;
/** Most members at fault that an error names. */
const MAX_DETAILS = 10;

/**
 * Reads the error shape of operations, or that of the token endpoint (RFC 6749, section 5.2).
 * @param secrets What must not be repeated, should the service quote the request.
 * @returns Undefined when the answer has neither shape, as a proxy's error page has.
 */
export function serviceError(text: string | undefined, secrets: readonly string[]): ServiceError | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
  const said = (words: string) => clean(words, secrets);
  const refusal = ErrorAnswer.safeParse(answer);
  if (refusal.success) {
    const { code, message, details = [] } = refusal.data;
    return {
      code: said(code),
      message: said(message),
      details: details
        .slice(0, MAX_DETAILS)
        .map(({ field, message }) => ({ field: said(field), message: said(message) })),
    };
  }
  const oauth = TokenError.safeParse(answer);
  if (!oauth.success) return undefined;
  const { error, error_description: description } = oauth.data;
  return { code: said(error), ...(description !== undefined && { message: said(description) }) };
}

/** The service's words, short, on one line, and without what must not be repeated. */
export function clean(words: string, secrets: readonly string[]): string {
  const discreet = secrets.reduce(
    (text, secret) => (secret ? text.replaceAll(secret, "[secret]") : text),
    oneLine(words),
  );
  return discreet.slice(0, MAX_SAID_LENGTH).toWellFormed();
}
