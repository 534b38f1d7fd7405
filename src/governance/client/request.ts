// Builds the HTTP request for a call from its declaration, and sends it once, within its time limit.

import { base64url } from "jose";
import type * as z from "zod";
import { formatIssue } from "../../base/configured.ts";
import { hmacKey } from "../../base/hash.ts";
import { formatInvalid } from "../../base/problem.ts";
import { bytesUpTo, pathSegment } from "../../base/request.ts";
import type { Operation } from "../contract/operation.ts";
import { GovernanceProblem } from "./problem.ts";

export interface CallInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * Sends a request when its turn comes.
 * @param send Sends the request, and calls `onHeaders` when the response headers arrive
 */
export type Paced = (send: (onHeaders?: () => void) => Promise<Attempt>) => Promise<Attempt>;

export interface CallOptions {
  /**
   * The signal that ends the call's waits and requests. An aborted call rejects with the signal's reason, unless a
   * `once` operation might have been carried out.
   */
  readonly signal?: AbortSignal;
  /**
   * Sends each request of the call when its turn comes, which is also when its time limit begins.
   * @default each request is sent immediately
   */
  readonly paced?: Paced;
  /** The id of the event that the call reports to an inbound webhook. It must be the same each time a call is sent. */
  readonly eventId?: string;
}

/**
 * Builds the HTTP request for a call from its declaration, and rejects invalid input.
 * @param root The address that the path is appended to, without a trailing slash. The path of a callback is appended to
 * its origin
 * @throws GovernanceProblem `governance_bad_input`, naming the parameter or property
 */
export function prepareRequest(root: string, operation: Operation, input: CallInput): PreparedRequest {
  const path =
    operation.auth === "callback"
      ? callbackPath(operation, input.path?.["callback"] ?? "")
      : operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          segment(operation, name, input.path?.[name]),
        );
  const query = operation.query && check(operation, "query", operation.query, input.query);
  const search = query ? form(query) : "";
  const url = (operation.auth === "callback" ? new URL(root).origin : root) + path + (search && `?${search}`);
  if (!operation.body) return { url, method: operation.method };
  const body = check(operation, "body", operation.body, input.body);
  return operation.auth === "body"
    ? { url, method: operation.method, contentType: "application/x-www-form-urlencoded", body: form(body) }
    : { url, method: operation.method, contentType: "application/json", body: JSON.stringify(body) };
}

/** Returns a callback's path. @throws GovernanceProblem `governance_bad_input` for a path that could change the host */
function callbackPath({ id }: Operation, path: string): string {
  if (path.startsWith("/")) return path;
  throw new GovernanceProblem("governance_bad_input", id, "the callback address is not the tenant's");
}

function segment(operation: Operation, name: string, value: unknown): string {
  const fault = (what: string) =>
    new GovernanceProblem("governance_bad_input", operation.id, `path parameter ${name} ${what}`);
  if (typeof value !== "string") throw fault("is missing");
  const encoded = pathSegment(value);
  if (!encoded.ok) throw fault(encoded.reason);
  return encoded.value;
}

const strict = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * Validates a part of the input. Rejects unknown properties unless the schema allows them: the service would ignore a
 * misspelt filter and select everything.
 */
function check(operation: Operation, part: string, schema: z.ZodObject, value: unknown) {
  const exact = strict.get(schema) ?? (schema.def.catchall ? schema : schema.strict());
  strict.set(schema, exact);
  const parsed = exact.safeParse(value ?? {}, { error: formatIssue });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) =>
    formatInvalid([part, ...path].map(String).join("."), message),
  );
  throw new GovernanceProblem("governance_bad_input", operation.id, faults.join("; "));
}

function form(members: Record<string, unknown>): string {
  const pairs = Object.entries(members).filter(([, value]) => value !== undefined);
  return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
}

/**
 * Returns a request with the headers that an inbound webhook requires. The unit of the timestamp, Unix seconds, is
 * assumed, because the vendor's documentation that Reeve is based on does not state it.
 * @param eventId Id of the reported event. The service acts on each id only once
 */
export async function signIncoming(
  request: PreparedRequest,
  secret: string,
  eventId: string,
  nowMs: number,
): Promise<PreparedRequest> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const content = new TextEncoder().encode(`${timestamp}.${eventId}.${request.body ?? ""}`);
  const signed = await crypto.subtle.sign("HMAC", await hmacKey(secret), content);
  return {
    ...request,
    headers: {
      "webhook-timestamp": timestamp,
      "webhook-event-id": eventId,
      "webhook-signature": base64url.encode(new Uint8Array(signed)),
    },
  };
}

/** Maximum duration of a timer in milliseconds, and so the maximum time that a timer outlives the last attempt. */
const POLL_MS = 1_000;

/**
 * Enforces the time limits of attempts in flight with one timer, which is never cleared. workerd keeps a cleared timer
 * until its context ends. With one timer per call, a busy desk's memory grew by 256 bytes with every call. An instance
 * belongs to one context, because no other context may use its timers.
 */
export class Deadlines {
  readonly #timeoutMs: number;
  /**
   * The time at which each attempt is aborted, in Unix milliseconds. All attempts have the same limit, so the first to
   * begin is the first to be aborted.
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

/** Network, time, randomness and limits. Tests replace them. */
export interface Transport {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Waits for the given milliseconds, or rejects with the signal's reason when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Time limit for connection, response headers and body together, in milliseconds. @default 10000 */
  readonly timeoutMs: number;
  /** Maximum number of times that a call is sent, not counting repeats with a new token or nonce. @default 4 */
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
 * @param onHeaders Called when the response headers have arrived, before the body is read
 */
export async function attempt(
  request: PreparedRequest,
  headers: Readonly<Record<string, string>>,
  transport: Transport,
  deadlines: Deadlines,
  signal: AbortSignal | undefined,
  onHeaders: (() => void) | undefined,
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
