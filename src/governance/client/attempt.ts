// Sends a request once, within its time limit, and calculates the delay before the next attempt.
import { bytesUpTo } from "../../base/request.ts";
import type { Operation } from "../contract/operation.ts";

/** Maximum duration of a timer in milliseconds, and so the maximum time that a timer outlives the last attempt. */
const POLL_MS = 1_000;

/**
 * Enforces the time limits of attempts in flight with one timer, which is never cleared. workerd keeps a cleared timer
 * until its context ends: with one timer per call, a busy desk's memory grew by 256 bytes with every call. An instance
 * belongs to one context, because no other context may use its timers.
 */
export class Deadlines {
  readonly #timeoutMs: number;
  /**
   * The end of each attempt, in Unix milliseconds. All attempts have the same limit, so the first to begin is the first
   * to end.
   */
  readonly #running = new Map<AbortController, number>();
  #looking = false;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Begins an attempt, and aborts it when its time limit passes. The caller must end the attempt, even if it fails. */
  begin(): AbortController {
    const attempt = new AbortController();
    this.#running.set(attempt, Date.now() + this.#timeoutMs);
    if (!this.#looking) this.#look();
    return attempt;
  }

  end(attempt: AbortController): void {
    this.#running.delete(attempt);
  }

  #look(): void {
    const now = Date.now();
    this.#looking = false;
    for (const [attempt, overAt] of this.#running) {
      if (overAt > now) {
        this.#looking = true;
        setTimeout(() => this.#look(), Math.min(POLL_MS, overAt - now));
        return;
      }
      attempt.abort();
      this.#running.delete(attempt);
    }
  }
}

/** Network, time and randomness. Tests replace them. */
export interface Transport {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Waits for the given milliseconds, or rejects with the signal's reason when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Time limit for connection, response headers and body together, in milliseconds. @default 10000 */
  readonly timeoutMs: number;
  /** Maximum number of times that a call is sent, not counting the repeat after a 401. @default 4 */
  readonly maxAttempts: number;
  /** Maximum size of a response after decompression, in bytes. @default 16777216 */
  readonly maxResponseBytes: number;
}

export const defaultTransport: Transport = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep,
  timeoutMs: 10_000,
  // With the delays below, a call outlasts a restart of the service (a few seconds), but fails while the requester
  // still waits. Desks wait for the end of longer outages.
  maxAttempts: 4,
  // A page of 100 users with 30 fields each is about 0.2 MiB; an isolate has 128 MiB for everything.
  maxResponseBytes: 16 * 1024 * 1024,
};

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  return unlessAborted(promise, signal).finally(() => clearTimeout(timer));
}

/**
 * Waits for a promise until the signal aborts. Aborting ends the wait, but not the work.
 * @throws the signal's reason
 */
export async function unlessAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return promise;
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener("abort", stop));
}

export interface PreparedRequest {
  readonly url: string;
  readonly method: Operation["method"];
  readonly contentType?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Attempt =
  | {
      readonly outcome: "answered";
      readonly status: number;
      readonly headers: Headers;
      /** The body, or `undefined` for a redirect and for a body that is too long. */
      readonly text: string | undefined;
    }
  | { readonly outcome: "timeout" | "lost" | "aborted"; readonly cause: unknown };

/**
 * Sends a request once. Redirects are not followed: they would send the token to another address.
 * @param watch.onHeaders Called when the response headers have arrived, before the body is read
 */
export async function attempt(
  request: PreparedRequest,
  headers: Readonly<Record<string, string>>,
  transport: Transport,
  deadlines: Deadlines,
  {
    signal,
    onHeaders,
  }: { readonly signal?: AbortSignal | undefined; readonly onHeaders?: (() => void) | undefined } = {},
): Promise<Attempt> {
  const timeout = deadlines.begin();
  try {
    const response = await transport.fetch(request.url, {
      method: request.method,
      headers: {
        accept: "application/json",
        ...(request.contentType && { "content-type": request.contentType }),
        ...request.headers,
        ...headers,
      },
      body: request.body ?? null,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    });
    onHeaders?.();
    const text = await readText(response, transport.maxResponseBytes);
    return { outcome: "answered", status: response.status, headers: response.headers, text };
  } catch (cause) {
    if (signal?.aborted) return { outcome: "aborted", cause };
    return { outcome: timeout.signal.aborted ? "timeout" : "lost", cause };
  } finally {
    deadlines.end(timeout);
  }
}

/**
 * Reads the text of a response, or returns `undefined` for a body over the limit, and for a redirect, whose body is
 * never the API's.
 */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return undefined;
  }
  const bytes = await bytesUpTo(response, maxBytes);
  return bytes ? new TextDecoder().decode(bytes) : undefined;
}

/** First upper bound of the random delay between attempts, in milliseconds. It doubles with each attempt. */
const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/**
 * Maximum `Retry-After` that a call waits for, in milliseconds. If the service asks for more, the call fails and
 * reports the delay.
 */
export const MAX_RETRY_AFTER_MS = 30_000;

/**
 * Returns the delay after a failed attempt: full-jitter exponential backoff, added to the delay that the service asked
 * for. The jitter keeps callers with the same `Retry-After` from all retrying at the same time.
 * @param attempt Number of the failed attempt, from 1
 * @returns Milliseconds, or `undefined` if the service asked for more than {@link MAX_RETRY_AFTER_MS}
 */
export function delayBefore(attempt: number, random: () => number, retryAfterMs = 0): number | undefined {
  if (retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  return retryAfterMs + random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (attempt - 1));
}

/**
 * Parses `Retry-After`, which is a number of seconds or an HTTP date (RFC 9110, section 10.2.3). Returns the
 * milliseconds from now, at least 0, or `undefined` for a missing or invalid header.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = header.endsWith("GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
