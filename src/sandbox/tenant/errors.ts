// Defines the tenant's errors and their responses.
import { ERROR_CODES, type ErrorCode } from "../../governance/contract/operation.ts";
import { LIKE_THE_SERVICE } from "./switches/differences.ts";

/** An invalid property: its dotted path (`refs.0.id`), and the problem with it. */
export interface Detail {
  readonly field: string;
  readonly message: string;
}

/**
 * HTTP statuses of the token endpoint's error codes: those of RFC 6749, section 5.2, and of RFC 9449, and
 * `server_error` for server errors.
 */
const OAUTH_STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  unsupported_grant_type: 400,
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  server_error: 500,
} as const;

type Code = ErrorCode | keyof typeof OAUTH_STATUS;

export class TenantError extends Error {
  override readonly name: string = "TenantError";
  readonly code: Code;
  readonly details: readonly Detail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: Code,
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
    return this.code in OAUTH_STATUS
      ? OAUTH_STATUS[this.code as keyof typeof OAUTH_STATUS]
      : ERROR_CODES[this.code as ErrorCode].status;
  }
}

export const invalidMember = (field: string, message: string): TenantError =>
  new TenantError("invalid_argument", `${field}: ${message}`, [{ field, message }]);

/** Makes the error for an unknown object. */
export const notFound = (kind: string, id: string): TenantError =>
  new TenantError("not_found", `There is no ${kind} ${JSON.stringify(id)}.`);

/** Headers for responses of the token endpoint, which must never be stored (RFC 6749, section 5.1). */
export const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" } as const;

/** The switch that determines how error codes are sent. */
export type CodeSwitch = Pick<typeof LIKE_THE_SERVICE, "numericCodes">;

/** Returns an error's code for the response: gRPC's number if the switch is on, otherwise the word. */
export const toSent = (code: string, { numericCodes }: CodeSwitch): string | number =>
  numericCodes && code in ERROR_CODES ? ERROR_CODES[code as ErrorCode].grpc : code;

/**
 * Returns the response for an error: `{ code, message, details }`, or, for the token endpoint, the format of RFC 6749,
 * section 5.2.
 */
export function errorAnswer(
  fault: unknown,
  ofTokenEndpoint = false,
  switches: CodeSwitch = LIKE_THE_SERVICE,
): Response {
  if (!(fault instanceof TenantError)) console.error(fault);
  const { code, message, details, status, headers } =
    fault instanceof TenantError ? fault : new TenantError("internal", "Something went wrong in the tenant.");
  if (!ofTokenEndpoint)
    return Response.json({ code: toSent(code, switches), message, details }, { status, headers });
  const error = code in OAUTH_STATUS ? code : status < 500 ? "invalid_request" : "server_error";
  const init = { status, headers: { ...NO_STORE, ...headers } };
  return Response.json({ error, error_description: message }, init);
}
