import { Problem, type ProblemCode } from "../../base/problem.ts";

/** What the service said when it refused (contract/errors.ts), as far as it said it. */
export interface ServiceError {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

/** What is known of a call that went wrong. */
export interface GovernanceFacts {
  /** Status of the answer; absent where none came. */
  readonly httpStatus?: number | undefined;
  /** The answer's `x-request-id`, to ask the service's operators about. */
  readonly requestId?: string | undefined;
  readonly service?: ServiceError | undefined;
  /** How long the service asked us to wait, in milliseconds from now. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * A call of the governance API that did not do what was asked. `code` says which of these it was:
 * - `governance_bad_input`: refused by the client before anything was sent.
 * - `governance_refused`: the service answered 4xx; `httpStatus` tells which (404: there is no such thing).
 * - `governance_unauthenticated`: the service takes neither the token nor a new one.
 * - `governance_unavailable`: no answer, 429 or 5xx, also after retries. Nothing happened, or a repeat is harmless.
 * - `governance_outcome_unknown`: a `once` operation was sent and may have happened; never send it again unasked.
 * - `governance_bad_response`: a redirect, or an answer that is not what the contract says.
 *
 * The message is for operators: it carries neither secrets nor tokens nor bodies.
 */
export class GovernanceProblem extends Problem {
  override readonly name = "GovernanceProblem";
  /** Id of the operation. */
  readonly operation: string;
  /** What went wrong, without operation and facts. */
  readonly what: string;
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;
  readonly service: ServiceError | undefined;
  readonly retryAfterMs: number | undefined;
  /** How often the call was sent. More than once, and a delete's 404 may be the echo of its own success. */
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

function sentence(what: string, { httpStatus, requestId, service }: GovernanceFacts): string {
  const answer = [
    httpStatus === undefined ? undefined : `HTTP ${httpStatus}`,
    requestId === undefined ? undefined : `request ${requestId}`,
  ].filter((part) => part !== undefined);
  const said = [service?.code, service?.message].filter((part) => part !== undefined);
  return [
    answer.length > 0 ? `${what} (${answer.join(", ")})` : what,
    ...said,
    ...(service?.details ?? []).map(({ field, message }) => `${field}: ${message}`),
  ].join("; ");
}
