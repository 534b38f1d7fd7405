// Writes log lines: one JSON object each, which Workers Observability can query.
import { escapedJson } from "./text.ts";

/** Writes a log line: ids, names, codes and figures, never a payload, a secret or a token. Workers Logs indexes them. */
export function log(
  message: string,
  members: Readonly<Record<string, string | number | boolean | null>> = {},
): void {
  console.log(escapedJson({ message, ...members }));
}
