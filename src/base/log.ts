// Writes log lines: one JSON object each, which Workers Observability can query.
import { escapedJson } from "./text.ts";

/**
 * Writes a log line. Workers Logs indexes the line's properties, so they must be ids, names, codes, numbers or texts of
 * errors, and never payloads, secrets or tokens.
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
