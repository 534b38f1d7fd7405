// Writes log lines: one JSON object each, which Workers Observability can query.
import { escapedJson } from "./text.ts";

/**
 * Writes a log line. Its properties are ids, names, codes, numbers and texts of errors, never payloads, secrets or
 * tokens: Workers Logs indexes them.
 */
export function log(message: string, members: Members = {}): void {
  console.log(escapedJson({ message, ...members }));
}

type Members = Readonly<Record<string, string | number | boolean | null>>;

/** Returns a handler that logs an error: see {@link log}. */
export const logged =
  (message: string, members: Members = {}) =>
  (error: unknown): void =>
    log(message, { ...members, error: String(error) });
