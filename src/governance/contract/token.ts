// The token endpoint: its request and its responses.
import * as z from "zod";
import { defineOperation } from "./operation.ts";
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from "./primitives.ts";

export const CLIENT_ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Maximum seconds until the `exp` of a client assertion (identity-governance-api.md, Limits). */
export const MAX_ASSERTION_LIFETIME_SECONDS = 5 * 60;

/** A client credentials request: with `client_secret`, or with a signed `client_assertion` and its type. */
export const TokenRequest = z.object({
  grant_type: z.string().max(MAX_NAME_LENGTH),
  client_id: z.string().max(MAX_NAME_LENGTH),
  client_secret: z.string().max(MAX_TEXT_LENGTH).optional(),
  client_assertion_type: z.string().max(MAX_NAME_LENGTH).optional(),
  client_assertion: z.string().max(MAX_TEXT_LENGTH).optional(),
});
export type TokenRequest = z.output<typeof TokenRequest>;

export const TokenResponse = z.looseObject({
  access_token: z
    .string()
    .max(MAX_TEXT_LENGTH)
    .regex(/^[\w.~+/-]+=*$/)
    .describe("b64token (RFC 6750, section 2.1)"),
  token_type: z.string(),
  expires_in: z.number().min(1).describe("seconds until expiry"),
});
export type TokenResponse = z.infer<typeof TokenResponse>;

/** An error response from the token endpoint (RFC 6749, section 5.2). */
export const TokenError = z.looseObject({ error: z.string(), error_description: z.string().optional() });

export const createToken = defineOperation({
  id: "createToken",
  method: "POST",
  path: "/auth/v1/token",
  effect: "repeatable",
  summary: "Exchange client credentials for an access token.",
  source: "identity-governance-api.md, Authentication",
  auth: "body",
  body: TokenRequest,
  response: TokenResponse,
});
