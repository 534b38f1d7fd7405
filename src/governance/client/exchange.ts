// Sends a call until it succeeds, is rejected, or has no attempts left.
import { readAt } from "../../base/configured.ts";
import { tryParseJson } from "../../base/text.ts";
import { notInTime } from "../../base/waits.ts";
import type { Operation, WrongObject } from "../contract/operation.ts";
import type { Ed25519Key } from "./credential.ts";
import {
  clean,
  type GovernanceFacts,
  GovernanceProblem,
  isDuplicate,
  readAnswer,
  serviceError,
} from "./problem.ts";
import {
  type Attempt,
  attempt,
  type CallInput,
  type CallOptions,
  type Deadlines,
  delayBefore,
  type PreparedRequest,
  parseRetryAfter,
  type Transport,
} from "./request.ts";
import type { proofHeaders } from "./signing.ts";

export interface Tokens {
  /** Returns the token, or a promise of it if the token must be fetched. */
  get(signal?: AbortSignal): string | Promise<string>;
  /** Gets a new token to replace one that the service rejected with 401. */
  renew(refused: string, signal?: AbortSignal): Promise<string>;
  /** Maximum renewals of the token in one call. @default 1 */
  readonly renewals?: number;
  /** Returns the key that a token is bound to. @default tokens are not bound */
  proofKey?(token: string): Ed25519Key | undefined;
}

interface Exchange {
  readonly operation: Operation;
  /** Builds the request before each attempt, because a client assertion can be used only once. */
  readonly request: () => PreparedRequest | Promise<PreparedRequest>;
  readonly deadlines: Deadlines;
  /** The source of access tokens. Absent for operations that need no access token. */
  readonly tokens?: Tokens | undefined;
  /** The key that a requested token will be bound to. @default the key of the token in use */
  readonly proofKey?: Ed25519Key | undefined;
  /** Values in the request, in addition to the token, that no error may repeat. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly paced?: CallOptions["paced"];
  /** The call's input, for checking that the response matches it. */
  readonly asked?: CallInput;
}

/**
 * The last `DPoP-Nonce` of each server, by kind of authentication and origin: an API and its token endpoint have
 * different nonces.
 */
const nonces = new Map<string, string>();

/**
 * Sends a call until it succeeds, is rejected, or has no attempts left.
 * @throws GovernanceProblem, or the signal's reason
 */
export async function exchange(call: Exchange, transport: Transport): Promise<unknown> {
  const { operation, deadlines, tokens, secrets = [], signal, paced = (send) => send(), asked } = call;
  let token = await tokens?.get(signal);
  let renewals = 0;
  let isNonceKnown = false;
  for (let sent = 1; ; sent++) {
    signal?.throwIfAborted();
    const request = await call.request();
    const key = call.proofKey ?? (token === undefined ? undefined : tokens?.proofKey?.(token));
    const server = `${operation.auth} ${new URL(request.url).origin}`;
    const nonce = nonces.get(server);
    const headers = key
      ? await prove(key, request, { nowMs: transport.now(), token, nonce })
      : { ...(token && { authorization: `Bearer ${token}` }) };
    const outcome = await paced((onHeaders) =>
      attempt(request, headers, transport, deadlines, signal, onHeaders),
    );
    const fresh = key && outcome.outcome === "answered" ? outcome.headers.get("dpop-nonce") : null;
    if (fresh) nonces.set(server, fresh);
    // A request that lacks the server's nonce was not carried out (RFC 9449, sections 8 and 9).
    if (fresh && fresh !== nonce && !isNonceKnown && isNonceDemand(outcome)) {
      isNonceKnown = true;
      sent--;
      continue;
    }
    const hidden = token ? [token, ...secrets] : [...secrets];
    const verdict = classifyResult(operation, outcome, transport, hidden, asked);
    if (verdict.ok) return verdict.value;
    const { problem, again } = verdict;
    problem.sent = sent;
    if (again === "with_new_token" && tokens && token !== undefined && renewals < (tokens.renewals ?? 1)) {
      renewals++;
      sent--; // The attempt did not reach the operation.
      token = await tokens.renew(token, signal);
      continue;
    }
    if (outcome.outcome === "aborted" && operation.effect !== "once") signal?.throwIfAborted();
    const attempts = { never: 1, with_new_token: 1, twice: 3, later: transport.maxAttempts }[again];
    const delay = sent < attempts ? delayBefore(sent, transport.random, problem.retryAfterMs) : undefined;
    if (delay === undefined) throw problem;
    await transport.sleep(delay, signal);
  }
}

/** Few tokens are bound to keys, so the code that signs proofs is loaded only when it is needed. */
const prove: typeof proofHeaders = async (...request) =>
  (await import("./signing.ts")).proofHeaders(...request);

const isNonceDemand = (outcome: Attempt): boolean =>
  outcome.outcome === "answered" &&
  (outcome.status === 401 || outcome.status === 400) &&
  `${outcome.headers.get("www-authenticate")} ${outcome.text}`.includes("use_dpop_nonce");

/**
 * Whether, and how often, a request can be sent again. `later`: up to the maximum number of attempts. `twice`: up to
 * two more times, in case the service recovers. `with_new_token`: with another token, because the service rejected the
 * current token without carrying the request out.
 */
type Again = "never" | "later" | "twice" | "with_new_token";

type Verdict =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: GovernanceProblem; readonly again: Again };

/** Statuses of temporary failures: timeouts, overload, restarts, gateways. */
const PASSING: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/**
 * Returns the value of a successful attempt, or the problem of a failed one and whether its request can be sent again.
 * A `once` operation that might have been carried out is never sent again.
 */
function classifyResult(
  operation: Operation,
  attempt: Attempt,
  { now, timeoutMs }: Transport,
  secrets: string[],
  asked: CallInput = {},
): Verdict {
  if (attempt.outcome !== "answered") {
    const { outcome, cause } = attempt;
    const what = outcome === "timeout" ? `the service ${notInTime(timeoutMs)}` : UNANSWERED[outcome];
    return unsure(operation, what, {}, outcome === "aborted" ? "never" : "later", { cause });
  }
  const { status, headers, text } = attempt;
  const requestId = headers.get("x-request-id");
  const facts = {
    httpStatus: status,
    requestId: requestId === null ? undefined : clean(requestId, secrets),
    retryAfterMs: parseRetryAfter(headers.get("retry-after"), now()),
  };
  const isCallback = operation.auth === "callback" || operation.auth === "signed";
  // The service's response to the answer to a webhook, or to a call of an inbound webhook, contains no data.
  if (isCallback && status >= 200 && status < 300) return { ok: true, value: null };
  if (status >= 200 && status < 300)
    return accepted(operation, text, facts, (words) => clean(words, secrets), asked);
  if (status < 400) return unsure(operation, instead("a redirect"), facts, "later");

  const service = serviceError(operation, text, secrets);
  const details = { ...facts, service };
  const refused = (code: GovernanceProblem["code"], what: string, again: Again = "never"): Verdict => ({
    ok: false,
    problem: new GovernanceProblem(code, operation.id, what, details),
    again,
  });
  const bearer = operation.auth === "bearer";
  if (isCallback && status < 500 && status !== 408 && status !== 429)
    return refused("governance_refused", "refused");
  const renewed = bearer ? "with_new_token" : "never";
  if (status === 401)
    return refused("governance_unauthenticated", "the credential was not accepted", renewed);
  if (status === 429) return refused("governance_unavailable", "too many requests", "later");
  if (status !== 408 && status < 500) {
    if (!service) return unsure(operation, instead(bodyInWords(text)), facts, "later");
    // The specification names no permissions, so the message names the operation to allow.
    const lacks = `permission denied: the credential needs a role that allows ${operation.method} ${operation.path}`;
    return refused("governance_refused", status === 403 && bearer ? lacks : "refused");
  }
  // The service also returns a 5xx with an error of its own for calls that can never succeed. Only an error from a
  // gateway or the token endpoint means an outage.
  if (service && bearer && operation.effect !== "once" && !PASSING.has(status))
    return refused("governance_refused", "the service failed", isDuplicate(service) ? "never" : "twice");
  return unsure(operation, "the service failed", details, PASSING.has(status) ? "later" : "never");
}

const UNANSWERED = {
  lost: "the connection was lost",
  aborted: "the caller aborted the call",
} as const;

/**
 * Returns the verdict for a call that might have been carried out.
 * @param again Whether to repeat the call if its operation can be repeated
 */
function unsure(
  operation: Operation,
  what: string,
  facts: GovernanceFacts,
  again: "never" | "later",
  options?: ErrorOptions,
): Verdict {
  const isOnce = operation.effect === "once";
  const code = isOnce ? "governance_outcome_unknown" : "governance_unavailable";
  const problem = new GovernanceProblem(code, operation.id, what, facts, options);
  return { ok: false, problem, again: isOnce ? "never" : again };
}

const instead = (came: string): string =>
  `received ${came} instead of a response from the API; check the tenant's address and any proxy in between`;

/** Describes a body that the API would not send, without quoting it. */
function bodyInWords(text: string | undefined): string {
  if (text === undefined) return "an oversized body";
  if (text.trim() === "") return "an empty body";
  if (text.trimStart().startsWith("<")) return "HTML";
  return /^\s*[[{]/.test(text) ? "unexpected JSON" : "plain text";
}

/**
 * Classifies a response with a 2xx status. A change is considered made even if the body is invalid, unless the body is
 * HTML: an HTML page does not come from the API.
 */
function accepted(
  operation: Operation,
  text: string | undefined,
  facts: GovernanceFacts,
  safe: (words: string) => string,
  asked: CallInput,
): Verdict {
  const came = bodyInWords(text);
  const isMade = operation.effect !== "read" && operation.auth === "bearer" && came !== "HTML";
  // Some services respond with an empty body.
  const json = text === "" ? {} : tryParseJson(text ?? "");
  const misread = (what: string | undefined): Verdict => {
    if (isMade) return { ok: true, value: json ?? {} };
    return what ? senseless(operation, what, facts) : unsure(operation, instead(came), facts, "later");
  };
  if (json === undefined) return misread(text === undefined ? "the response is too large" : undefined);
  try {
    const { data: value, error } = readAnswer(operation, json);
    if (error) {
      const { path, message } = error.issues[0] ?? { path: [], message: "" };
      return misread(path.length > 0 ? `${["the response", ...path].join(".")} ${message}` : undefined);
    }
    const mistaken = aboutAnother(operation, asked, value);
    if (mistaken === undefined) return { ok: true, value };
    const { member, wanted, came: other } = mistaken;
    const what = `the response is about another object: ${member} is "${safe(other)}" instead of "${wanted}"`;
    return senseless(operation, what, facts);
  } catch (thrown) {
    return misread(
      `the schema of the response threw ${thrown instanceof Error ? thrown.name : typeof thrown}`,
    );
  }
}

/**
 * Finds a property of a response that names an object other than the requested one. A missing or empty property proves
 * nothing.
 */
function aboutAnother(
  operation: Operation,
  { path = {}, body = {} }: CallInput,
  answer: unknown,
): WrongObject | undefined {
  for (const [parameter, members] of Object.entries(operation.echoes))
    for (const member of members) {
      const wanted = path[parameter];
      const came = readAt(answer, member.split("."));
      if (wanted !== undefined && typeof came === "string" && came !== "" && came !== wanted)
        return { member, wanted, came };
    }
  return operation.stray?.(body, answer);
}

const senseless = (operation: Operation, what: string, facts: GovernanceFacts): Verdict => ({
  ok: false,
  problem: new GovernanceProblem("governance_bad_response", operation.id, what, facts),
  again: "never",
});
