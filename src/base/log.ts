// Writes a log line: one JSON object, which Workers Observability can be asked for.
import { escapedJson } from "./text.ts";

/**
 * Writes one structured line. Members are ids, names, codes and figures: never a payload, a secret or a token.
 * Locally it is read in the terminal; on the platform Workers Logs indexes its members.
 * @param message What happened, always the same word for the same thing.
 */
export function log(
  message: string,
  members: Readonly<Record<string, string | number | boolean | null>> = {},
): void {
  console.log(escapedJson({ message, ...members }));
}
