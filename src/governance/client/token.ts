// Requests access tokens from the token endpoint.
import * as z from "zod";
import { DAY_MS } from "../../base/days.ts";
import { CLIENT_ASSERTION_TYPE, createToken, TokenResponse } from "../contract/token.ts";
import { Deadlines, type Transport } from "./attempt.ts";
import { type Credential, Ed25519Key } from "./credential.ts";
import { exchange, type Tokens } from "./exchange.ts";
import { type GovernanceFacts, GovernanceProblem } from "./problem.ts";
import { prepareRequest } from "./request.ts";

/** An access token. Anyone who has it can act as Reeve: never log it, and never store it unsealed. */
export const Token = z.object({
  accessToken: z.string().min(1),
  /** The time at which the service stops accepting the token, in Unix milliseconds. */
  expiresAtMs: z.number(),
  /** The time from which a new token is requested, in Unix milliseconds. */
  refreshAtMs: z.number(),
  /** The key that the token is bound to (RFC 9449). */
  proofKey: Ed25519Key.optional(),
});
export type Token = Readonly<z.output<typeof Token>>;

/**
 * Time before a token's expiry at which the token is renewed, in milliseconds, so that no token expires during a call.
 */
const REFRESH_AHEAD_MS = 60_000;

/**
 * Calculates a token's times from the time of its request. A token that is valid for less than two minutes is renewed
 * after half of that time, and no token is used for more than a day.
 */
export function tokenFrom(answer: TokenResponse, askedAtMs: number): Token {
  const lifetimeMs = Math.min(DAY_MS, answer.expires_in * 1000);
  const expiresAtMs = askedAtMs + lifetimeMs;
  const refreshAtMs = expiresAtMs - Math.min(REFRESH_AHEAD_MS, lifetimeMs / 2);
  return { accessToken: answer.access_token, expiresAtMs, refreshAtMs };
}

/**
 * Requests a token (identity-governance-api.md, Authentication).
 * @throws GovernanceProblem `governance_unauthenticated` if the endpoint rejects the credential,
 *   `governance_unavailable` for a response without a usable token, and otherwise as {@link exchange}
 */
export async function issueToken(credential: Credential, transport: Transport): Promise<Token> {
  let askedAtMs = transport.now();
  const proof = async () => {
    if (credential.flow === "secret") return { client_secret: credential.secret };
    // Few isolates request tokens, and only they need the code that signs.
    const { signAssertion } = await import("./assertion.ts");
    return {
      client_assertion_type: CLIENT_ASSERTION_TYPE,
      client_assertion: await signAssertion(credential, askedAtMs),
    };
  };
  const request = async () => {
    askedAtMs = transport.now();
    const body = { grant_type: "client_credentials", client_id: credential.clientId, ...(await proof()) };
    return prepareRequest(credential.root, createToken, { body });
  };
  const secrets = [credential.secret, credential.key.d];
  const deadlines = new Deadlines(transport.timeoutMs);
  const proofKey = credential.flow === "dpop" ? await (await import("./dpop.ts")).newProofKey() : undefined;
  const call = { operation: createToken, request, deadlines, secrets, proofKey };
  const answer = await exchange(call, transport).catch(unaccepted);
  const parsed = TokenResponse.safeParse(answer);
  const [type, rfc] = proofKey ? ["DPoP", "RFC 9449"] : ["bearer", "RFC 6750"];
  if (parsed.success && parsed.data.token_type.toLowerCase() === type.toLowerCase())
    return { ...tokenFrom(parsed.data, askedAtMs), ...(proofKey && { proofKey }) };
  throw unusable(`the response has no ${type} token (${rfc}) that is valid for a second or more`);
}

/** Returns a token source that uses one token for all calls and does not renew it. */
export const onlyToken = ({ accessToken, proofKey }: Token): Tokens => ({
  get: () => accessToken,
  renew: async () => accessToken,
  renewals: 0,
  proofKey: () => proofKey,
});

/**
 * Returns the problem for an unusable response. Its code lets callers retry: the request changed nothing, and the next
 * response might be usable.
 */
const unusable = (what: string, facts?: GovernanceFacts): GovernanceProblem =>
  new GovernanceProblem("governance_unavailable", createToken.id, what, facts);

/**
 * Rethrows an error of the token endpoint. A rejected credential becomes `governance_unauthenticated`: the endpoint
 * rejects credentials with 400 as well as 401 (RFC 6749, section 5.2).
 */
function unaccepted(error: unknown): never {
  if (!(error instanceof GovernanceProblem)) throw error;
  if (error.code === "governance_bad_response") throw unusable(error.what, error);
  if (error.code !== "governance_refused") throw error;
  throw new GovernanceProblem("governance_unauthenticated", error.operation, "no token was issued", error);
}
