// The API's error responses: codes, their HTTP statuses, and the shape of an error.
import * as z from "zod";

/** Error codes with their HTTP status and gRPC code. The specification shows no errors; the service sends gRPC codes. */
export const ERROR_CODES = {
  invalid_argument: { status: 400, grpc: 3 },
  unauthenticated: { status: 401, grpc: 16 },
  permission_denied: { status: 403, grpc: 7 },
  not_found: { status: 404, grpc: 5 },
  method_not_allowed: { status: 405, grpc: 12 },
  already_exists: { status: 409, grpc: 6 },
  payload_too_large: { status: 413, grpc: 11 },
  unsupported_media_type: { status: 415, grpc: 9 },
  rate_limited: { status: 429, grpc: 8 },
  internal: { status: 500, grpc: 13 },
  unavailable: { status: 503, grpc: 14 },
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

/** Returns the name of an error code if it is a known number, otherwise the code as text. */
export function formatErrorCode(code: string | number): string {
  const [word] = Object.entries(ERROR_CODES).find(([, { grpc }]) => grpc === code) ?? [];
  return word ?? String(code);
}

/** An error response. `details` names the invalid properties, as dotted paths. */
export const ErrorAnswer = z.looseObject({
  code: z.union([z.int(), z.string()]).describe("a gRPC code"),
  message: z.string(),
  details: z.array(z.looseObject({ field: z.string(), message: z.string() })).optional(),
});
