// The tenant's refusals, and how they are answered.
import { ERROR_STATUS, type ErrorCode } from "../../governance/contract/errors.ts";

/** One member at fault: its dotted path (`refs.0.id`) and what is wrong with it. */
export interface Detail {
  readonly field: string;
  readonly message: string;
}

/** A refusal, thrown from anywhere in the tenant and answered as `{ code, message, details }`. */
export class TenantError extends Error {
  override readonly name: string = "TenantError";
  readonly code: ErrorCode;
  readonly details: readonly Detail[];
  /** Headers the answer carries besides the usual ones. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    details: readonly Detail[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** A 400 that names one member. */
export const invalidMember = (field: string, message: string): TenantError =>
  new TenantError("invalid_argument", `${field}: ${message}`, [{ field, message }]);

/** A 404 that names what was looked for: `notFound("user", id)`. */
export const notFound = (kind: string, id: string): TenantError =>
  new TenantError("not_found", `There is no ${kind} ${JSON.stringify(id)}.`);

/** The answer to a refusal. */
export function errorAnswer(error: TenantError): Response {
  const { code, message, details, status, headers } = error;
  return Response.json({ code, message, details }, { status, headers });
}
