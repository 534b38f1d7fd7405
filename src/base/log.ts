// Writes log lines: one JSON object each, which Workers Observability can query.
import { escapedJson } from "./text.ts";

/**
 * Writes a log line. Its properties are ids, names, codes and numbers, never payloads, secrets or tokens: Workers Logs
 * indexes them.
 */
export function log(
  message: string,
  members: Readonly<Record<string, string | number | boolean | null>> = {},
): void {
  console.log(escapedJson({ message, ...members }));
}
