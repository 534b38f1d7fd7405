// Parses arguments and options. Each parser returns the value, or throws an error that explains the mistake.
import { reevePort } from "../start/ports.ts";
import { UsageError } from "./command-line.ts";

/** Returns true for a URL of this machine, where HTTP is safe from eavesdropping. */
export const isLocal = ({ hostname }: URL): boolean => ["127.0.0.1", "localhost", "[::1]"].includes(hostname);

/** Parses the URL of a Reeve. @throws UsageError if it is neither an HTTPS URL nor an HTTP URL of this machine */
export function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal(url))) return url;
  throw new UsageError(`Use the https:// address of a Reeve, or http:// for this machine, not ${text}.`);
}

/**
 * Sets the environment variables that correspond to the options of many commands: `REEVE_ENV`, `REEVE_URL` and `PORT`.
 */
export function applyOptions({ env, reeve, port }: { env?: string; reeve?: URL; port?: number }): void {
  if (env !== undefined) process.env["REEVE_ENV"] = env === "production" ? "" : env;
  if (port !== undefined) Object.assign(process.env, { PORT: port, REEVE_URL: "" });
  if (reeve) process.env["REEVE_URL"] = reeve.href;
}

/**
 * Returns the URL of the Reeve to use: the value of `REEVE_URL` or, if it is not set, the local stack's URL.
 * @throws UsageError if the value of `REEVE_URL`, or of `PORT` for the local stack, is invalid
 */
export const reeveAddress = (env: Readonly<Record<string, string | undefined>> = process.env): URL =>
  parseAddress(env["REEVE_URL"] || `http://127.0.0.1:${reevePort(env)}`);

export function parseEnvironment(name: string): string {
  if (/^[a-z][a-z0-9-]{0,30}$/.test(name)) return name;
  throw new UsageError("An environment's name must be a-z, then at most 30 of a-z, 0-9 and hyphens.");
}

/** Returns a parser that collects the values of a repeatable option. */
export const collect =
  <Value>(parse: (text: string) => Value) =>
  (text: string, before: readonly Value[] = []): readonly Value[] => [...before, parse(text)];

export function parseDay(text: string): string {
  const day = new Date(text);
  if (!Number.isNaN(day.valueOf()) && day.toISOString().slice(0, 10) === text) return text;
  throw new UsageError("Write the day in the form 2026-12-20.");
}

const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;

/**
 * Parses `--since`, the start of the period to read.
 * @param now Unix milliseconds
 * @returns Unix milliseconds
 * @throws UsageError if the text is invalid, or names a time in the future
 */
export function parseSince(text: string, now: number): number {
  const [, amount, unit] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  const since =
    amount && unit
      ? now - Number(amount) * UNITS[unit as keyof typeof UNITS]
      : /^\d{4}-\d\d-\d\d(T.+)?$/.test(text)
        ? Date.parse(text)
        : Number.NaN;
  if (Number.isNaN(since))
    throw new UsageError(`--since ${text} is invalid: use 30d, 12h, 90m, or an ISO date such as 2026-01-31`);
  if (since > now) throw new UsageError(`--since ${text} is in the future`);
  // Reeve's API rejects times before 1970, and nothing was recorded then.
  return Math.max(since, 0);
}
