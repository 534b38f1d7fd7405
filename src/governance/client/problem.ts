// Errors of API calls, as Problems that repeat no secret.
import * as z from "zod";
import { Problem, type ProblemCode, type RetryAfter } from "../../base/problem.ts";
import { oneLine, tryParseJson } from "../../base/text.ts";
import type { Operation } from "../contract/operation.ts";
import { formatErrorCode } from "../contract/operation.ts";
import { TokenError } from "../contract/token.ts";

/** The error that the service returned (contract/operation.ts). */
export interface ServiceError {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

export interface GovernanceFacts extends RetryAfter {
  readonly httpStatus?: number | undefined;
  /** The response's `x-request-id`, for questions to the service's operators. */
  readonly requestId?: string | undefined;
  readonly service?: ServiceError | undefined;
}

/**
 * A governance API call that failed. `code` is one of these:
 * - `governance_bad_input`: the client rejected the input before it sent anything.
 * - `governance_refused`: the API responded with 4xx (404: the object does not exist), or three times with 500 and an
 *   error of its own.
 * - `governance_unauthenticated`: the service accepts neither the token nor a new one.
 * - `governance_unavailable`: no response from the API, 429, or 5xx without an error of its own, even after retries.
 *   The call had no effect, or repeating it is harmless.
 * - `governance_outcome_unknown`: a `once` operation was sent and might have been carried out. Never repeat it unless a
 *   person asks for it.
 * - `governance_bad_response`: a response of the API that does not match the contract.
 *
 * The message is for operators: it contains no secrets, tokens or bodies.
 */
export class GovernanceProblem extends Problem {
  override readonly name = "GovernanceProblem";
  readonly operation: string;
  readonly what: string;
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;
  readonly service: ServiceError | undefined;
  /** True if the service rejected the call because the object to create already exists. */
  get isDuplicate(): boolean {
    return isDuplicate(this.service);
  }
  /**
   * Number of times that the call was sent. If it is above 1, a delete's 404 can mean that an earlier attempt
   * succeeded.
   */
  sent = 1;

  constructor(
    code: ProblemCode,
    operation: string,
    what: string,
    facts: GovernanceFacts = {},
    options?: ErrorOptions,
  ) {
    super(code, `${operation}: ${sentence(what, facts)}`, { ...options, retryAfterMs: facts.retryAfterMs });
    this.operation = operation;
    this.what = what;
    this.httpStatus = facts.httpStatus;
    this.requestId = facts.requestId;
    this.service = facts.service;
  }
}

/**
 * Returns true if the service rejected a duplicate. Some duplicates are reported as failures that can be recognized
 * only by their message.
 */
export const isDuplicate = ({ code, message = "" }: ServiceError = {}): boolean =>
  /already[ _]exists|duplicate/i.test(`${code} ${message}`);

function sentence(what: string, { httpStatus, requestId, service }: GovernanceFacts): string {
  const answer = [
    ...(httpStatus === undefined ? [] : [`HTTP ${httpStatus}`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
  return [
    answer.length > 0 ? `${what} (${answer.join(", ")})` : what,
    ...[service?.code ?? [], service?.message ?? []].flat(),
    ...(service?.details ?? []).map(({ field, message }) => `${field}: ${message}`),
  ].join("; ");
}

/** Maximum characters of the service's text in an error. */
const MAX_ERROR_CHARS = 500;
/** Maximum number of invalid properties that an error names. */
const MAX_DETAILS = 10;

/** An error response, parsed more leniently than contract/operation.ts: details can have any shape. */
const Refusal = z.looseObject({
  code: z.union([z.string(), z.number()]),
  message: z.string(),
  details: z
    .array(z.looseObject({ field: z.string(), message: z.string() }).nullable().catch(null))
    .nullish(),
});

/**
 * Parses the error response of an operation, or of the token endpoint (RFC 6749, section 5.2).
 * @param secrets Texts to remove, in case the service quotes the request
 * @returns the error, or `undefined` for any other text, such as a proxy's error page
 */
export function serviceError(
  { auth }: Operation,
  text: string | undefined,
  secrets: readonly string[],
): ServiceError | undefined {
  const answer = tryParseJson(text ?? "");
  const safe = (words: string) => clean(words, secrets);
  const refusal = Refusal.safeParse(answer);
  if (refusal.success) {
    const { code, message, details } = refusal.data;
    return {
      code: safe(formatErrorCode(code)),
      message: safe(message),
      details: (details ?? [])
        .flatMap((detail) => detail ?? [])
        .slice(0, MAX_DETAILS)
        .map(({ field, message }) => ({ field: safe(field), message: safe(message) })),
    };
  }
  const oauth = auth === "body" ? TokenError.safeParse(answer) : undefined;
  if (!oauth?.success) return undefined;
  const { error, error_description: description } = oauth.data;
  return { code: safe(error), ...(description !== undefined && { message: safe(description) }) };
}

export function clean(words: string, secrets: readonly string[]): string {
  const discreet = secrets.reduce(
    (text, secret) => (secret ? text.replaceAll(secret, "[secret]") : text),
    oneLine(words),
  );
  return discreet.slice(0, MAX_ERROR_CHARS).toWellFormed();
}
