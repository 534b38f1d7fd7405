// Requests access tokens, and stores them in KV, sealed, so that read access to KV gives no access to the API.
import * as base64url from "jose/base64url";
import * as z from "zod";
import { DAY_MS } from "../../base/days.ts";
import type { Env } from "../../env.ts";
import { CLIENT_ASSERTION_TYPE, createToken, TokenResponse } from "../contract/token.ts";
import { type Credential, type CredentialSettings, Ed25519Key, parseCredentials } from "./credential.ts";
import { exchange, type Tokens } from "./exchange.ts";
import { type GovernanceFacts, GovernanceProblem } from "./problem.ts";
import { Deadlines, prepareRequest, type Transport } from "./request.ts";

/** An access token. Anyone who has it can act as Reeve: never log it, and never store it unsealed. */
export const Token = z.object({
  accessToken: z.string().min(1),
  /** The time at which the service stops accepting the token, in Unix milliseconds. */
  expiresAtMs: z.number(),
  /** The time from which a new token is requested, in Unix milliseconds. */
  refreshAtMs: z.number(),
  /** The key that the token is bound to (RFC 9449). Absent if the token is not bound. */
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
    const { signAssertion } = await import("./signing.ts");
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
  const proofKey =
    credential.flow === "dpop" ? await (await import("./signing.ts")).newProofKey() : undefined;
  const call = { operation: createToken, request, deadlines, secrets, proofKey };
  const answer = await exchange(call, transport).catch(unaccepted);
  const parsed = TokenResponse.safeParse(answer);
  const [type, rfc] = proofKey ? ["DPoP", "RFC 9449"] : ["bearer", "RFC 6750"];
  if (parsed.success && parsed.data.token_type.toLowerCase() === type.toLowerCase())
    return { ...tokenFrom(parsed.data, askedAtMs), ...(proofKey && { proofKey }) };
  throw unusable(`the response has no ${type} token (${rfc}) that is valid for at least a second`);
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
 * Rethrows an error from the token endpoint. A rejected credential becomes `governance_unauthenticated`: the endpoint
 * rejects credentials with 400 as well as 401 (RFC 6749, section 5.2). An unusable response becomes
 * `governance_unavailable`.
 */
function unaccepted(error: unknown): never {
  if (!(error instanceof GovernanceProblem)) throw error;
  if (error.code === "governance_bad_response") throw unusable(error.what, error);
  if (error.code !== "governance_refused") throw error;
  throw new GovernanceProblem("governance_unauthenticated", error.operation, "no token was issued", error);
}

/** Minimum `expirationTtl` that KV accepts, in seconds. */
const MIN_TTL_SECONDS = 60;

/** The cache of the access token in KV, for isolates that do not have the token in memory. */
export type TokenCache = Awaited<ReturnType<typeof sealedCache>>;

/**
 * Returns the name of a credential's cache entry and token keeper: 128 bits in base64url, derived from the secret, and
 * bound to the client id and the address. Only a holder of the secret can compute it.
 */
export async function cacheName(credential: Credential): Promise<string> {
  const use = derivation("governance token name", toContext(credential));
  const bits = await crypto.subtle.deriveBits(use, await keyMaterial(credential.secret), NAME_BITS);
  return base64url.encode(new Uint8Array(bits));
}

/**
 * Opens the cache of one credential. Values are sealed under the client secret, and bound to the client id and the
 * address.
 */
export async function sealedCache(kv: KVNamespace, credential: Credential, name: string) {
  const seal = await makeSeal(credential.secret, "governance token seal", toContext(credential));
  const entry = `governance-token:${name}`;
  return {
    /**
     * Returns the cached token, or `undefined` if it is absent or due for a refresh. Never rejects: a value that can't
     * be read, opened or parsed is treated as absent.
     */
    async get(nowMs: number): Promise<Token | undefined> {
      try {
        const token = Token.parse(JSON.parse(await seal.open((await kv.get(entry)) ?? "")));
        return nowMs < token.refreshAtMs ? token : undefined;
      } catch {
        return undefined;
      }
    },
    async put(token: Token, nowMs: number): Promise<void> {
      const expirationTtl = Math.max(MIN_TTL_SECONDS, Math.floor((token.refreshAtMs - nowMs) / 1000));
      await kv.put(entry, await seal.close(JSON.stringify(token)), { expirationTtl });
    },
  };
}

const toContext = ({ clientId, root }: Credential): string => `${clientId}\n${root}`;

/** The state of the access to a tenant, as far as it is known without a call. */
export interface TokenState extends ReturnType<typeof pickAccess> {
  /** Expiry of the shared token in Unix milliseconds, or `null` if there is no token. */
  readonly expiresAt: number | null;
}

/**
 * Returns the shared access token's state for the first credential that has a token, or else for the first credential.
 * @throws Problem as {@link parseCredentials} does
 */
export async function tokenState(
  env: CredentialSettings & Pick<Env, "TOKENS">,
  now: number,
): Promise<TokenState> {
  const credentials = parseCredentials(env);
  for (const credential of credentials) {
    const cache = await sealedCache(env.TOKENS, credential, await cacheName(credential));
    const token = await cache.get(now);
    if (token) return { ...pickAccess(credential), expiresAt: token.expiresAtMs };
  }
  return { ...pickAccess(credentials[0]), expiresAt: null };
}

const pickAccess = ({ root, clientId, flow }: Credential) => ({ root, clientId, flow });

/** Length of AES-GCM's nonce in bytes (NIST SP 800-38D, section 8.2). Each value gets a random one. */
const NONCE_BYTES = 12;
const NAME_BITS = 128;

const utf8 = new TextEncoder();

/**
 * Returns functions that seal and open text with AES-256-GCM, under a key derived from a secret (HKDF, RFC 5869).
 * Opening fails for text that an attacker planted, or moved from another context.
 * @param context The use that the text belongs to, such as the requests of one client to one address
 */
export async function makeSeal(secret: string, purpose: string, context: string) {
  const key = await crypto.subtle.deriveKey(
    derivation(purpose, ""),
    await keyMaterial(secret),
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
  const aes = (iv: Uint8Array) => ({ name: "AES-GCM", iv, additionalData: utf8.encode(context) });
  return {
    async close(text: string): Promise<string> {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = new Uint8Array(await crypto.subtle.encrypt(aes(nonce), key, utf8.encode(text)));
      return base64url.encode(new Uint8Array([...nonce, ...sealed]));
    },
    /** Opens sealed text. @throws if the text was sealed under another secret, purpose or context, or was changed */
    async open(sealed: string): Promise<string> {
      const bytes = base64url.decode(sealed);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      return new TextDecoder().decode(await crypto.subtle.decrypt(aes(nonce), key, bytes.slice(NONCE_BYTES)));
    },
  };
}

const keyMaterial = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", utf8.encode(secret), "HKDF", false, ["deriveBits", "deriveKey"]);

/**
 * Returns the HKDF parameters. There is no salt, because the secret is random (RFC 5869, section 3.1). The governance
 * Client Secret also has at least as many bits as the key.
 */
const derivation = (purpose: string, context: string) => ({
  name: "HKDF",
  hash: "SHA-256",
  salt: new Uint8Array(),
  info: utf8.encode(`reeve ${purpose}\n${context}`),
});
