// Faults of calls, as Problems that repeat no secret.
import * as z from "zod";
import { Problem, type ProblemCode } from "../../base/problem.ts";
import { oneLine } from "../../base/text.ts";
import { formatErrorCode } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import { TokenError } from "../contract/token.ts";

/** The service's words for a refusal (contract/errors.ts). */
export interface ServiceError {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

export interface GovernanceFacts {
  readonly httpStatus?: number | undefined;
  /** The answer's `x-request-id`, for questions to the service's operators. */
  readonly requestId?: string | undefined;
  readonly service?: ServiceError | undefined;
  /** The wait that the service asked for, milliseconds from now. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * A call of the governance API that did not do what was asked. `code` says which of these it was:
 * - `governance_bad_input`: refused by the client before anything was sent.
 * - `governance_refused`: the API answered 4xx (404: there is no such thing), or three times 500 with an error of its own.
 * - `governance_unauthenticated`: the service takes neither the token nor a new one.
 * - `governance_unavailable`: no answer of the API, 429, or 5xx without an error of its own, also after retries. Nothing
 *   happened, or a repeat is harmless.
 * - `governance_outcome_unknown`: a `once` operation was sent and may have happened; never send it again unasked.
 * - `governance_bad_response`: an answer of the API that is not what the contract says.
 *
 * The message is for operators: it carries neither secrets nor tokens nor bodies.
 */
export class GovernanceProblem extends Problem {
  override readonly name = "GovernanceProblem";
  readonly operation: string;
  readonly what: string;
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;
  readonly service: ServiceError | undefined;
  readonly retryAfterMs: number | undefined;
  /** True if the service refused the call because what it makes is there already. */
  get isDuplicate(): boolean {
    return isDuplicate(this.service);
  }
  /** The number of times that the call was sent: after the first, a delete's 404 may mean that an earlier one succeeded. */
  sent = 1;

  constructor(
    code: ProblemCode,
    operation: string,
    what: string,
    facts: GovernanceFacts = {},
    options?: ErrorOptions,
  ) {
    super(code, `${operation}: ${sentence(what, facts)}`, options);
    this.operation = operation;
    this.what = what;
    this.httpStatus = facts.httpStatus;
    this.requestId = facts.requestId;
    this.service = facts.service;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** True of a refusal of a duplicate. The service sends some as a failure, which only its message tells apart. */
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

/** Most characters of the service's text in an error. */
const MAX_ERROR_CHARS = 500;
/** Most members at fault that an error names. */
const MAX_DETAILS = 10;

/** A refusal, read more leniently than contract/errors.ts: details may have any shape. */
const Refusal = z.looseObject({
  code: z.union([z.string(), z.number()]),
  message: z.string(),
  details: z
    .array(z.looseObject({ field: z.string(), message: z.string() }).nullable().catch(null))
    .nullish(),
});

/**
 * Reads the error shape of operations, or of the token endpoint (RFC 6749, section 5.2).
 * @param secrets Texts to remove, in case the service quotes the request
 * @returns undefined for another shape, such as a proxy's error page
 */
export function serviceError(
  { auth }: Operation,
  text: string | undefined,
  secrets: readonly string[],
): ServiceError | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
  const said = (words: string) => clean(words, secrets);
  const refusal = Refusal.safeParse(answer);
  if (refusal.success) {
    const { code, message, details } = refusal.data;
    return {
      code: said(formatErrorCode(code)),
      message: said(message),
      details: (details ?? [])
        .flatMap((detail) => detail ?? [])
        .slice(0, MAX_DETAILS)
        .map(({ field, message }) => ({ field: said(field), message: said(message) })),
    };
  }
  const oauth = auth === "body" ? TokenError.safeParse(answer) : undefined;
  if (!oauth?.success) return undefined;
  const { error, error_description: description } = oauth.data;
  return { code: said(error), ...(description !== undefined && { message: said(description) }) };
}

export function clean(words: string, secrets: readonly string[]): string {
  const discreet = secrets.reduce(
    (text, secret) => (secret ? text.replaceAll(secret, "[secret]") : text),
    oneLine(words),
  );
  return discreet.slice(0, MAX_ERROR_CHARS).toWellFormed();
}
