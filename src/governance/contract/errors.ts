// The API's refusals: codes, their HTTP statuses, and the answer's shape.
import * as z from "zod";

/** Error codes and their HTTP statuses. The API text shows no error shape: this is ours. */
export const ERROR_STATUS = {
  invalid_argument: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** A refusal. `details` names the members at fault, as dotted paths. */
export const ErrorAnswer = z.looseObject({
  code: z.string(),
  message: z.string(),
  details: z.array(z.looseObject({ field: z.string(), message: z.string() })).optional(),
});
