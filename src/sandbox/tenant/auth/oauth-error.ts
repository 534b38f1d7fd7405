// The errors of the token endpoint, which have a shape of their own.
import { TenantError } from "../errors.ts";

/** Error codes of RFC 6749, section 5.2, that this token endpoint uses; the last is for faults. */
export type OAuthErrorCode = "invalid_request" | "invalid_client" | "unsupported_grant_type" | "server_error";

/** A refusal of the token endpoint. */
export class OAuthError extends Error {
  override readonly name: string = "OAuthError";
  readonly error: OAuthErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    error: OAuthErrorCode,
    description: string,
    status = error === "invalid_client" ? 401 : 400,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(description);
    this.error = error;
    this.status = status;
    this.headers = headers;
  }
}

/** Answers of the token endpoint are never stored (RFC 6749, section 5.1). */
export const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" } as const;

/** Any fault of the token endpoint in the shape of RFC 6749, section 5.2. */
export function oauthAnswer(fault: unknown): Response {
  const { error, message, status, headers } = fault instanceof OAuthError ? fault : translated(fault);
  return Response.json(
    { error, error_description: message },
    { status, headers: { ...NO_STORE, ...headers } },
  );
}

function translated(fault: unknown): OAuthError {
  if (fault instanceof TenantError && fault.status < 500)
    return new OAuthError("invalid_request", fault.message, fault.status, fault.headers);
  if (!(fault instanceof TenantError)) console.error(fault);
  return new OAuthError("server_error", "Something went wrong in the tenant.", 500);
}
