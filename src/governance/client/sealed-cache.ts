// Stores the access token in KV, sealed, so that read access to KV gives no access to the API.
import type { Env } from "../../env.ts";
import { type Credential, type CredentialSettings, parseCredentials } from "./credential.ts";
import { deriveName, makeSeal } from "./seal.ts";
import { Token } from "./token.ts";

/** Minimum `expirationTtl` that KV accepts, in seconds. */
const MIN_TTL_SECONDS = 60;

/** The cache of the access token in KV, for isolates that do not have the token in memory. */
export type TokenCache = Awaited<ReturnType<typeof sealedCache>>;

/**
 * Returns the name of a credential's cache entry and token keeper: 128 bits derived from the secret, and bound to the
 * client id and the address.
 */
export const cacheName = (credential: Credential): Promise<string> =>
  deriveName(credential.secret, "governance token name", toContext(credential));

/**
 * Opens the cache of one credential. Values are sealed under the client secret, and bound to the client id and the
 * address.
 */
export async function sealedCache(kv: KVNamespace, credential: Credential, name: string) {
  const seal = await makeSeal(credential.secret, "governance token seal", toContext(credential));
  const entry = `governance-token:${name}`;
  return {
    /** Returns the cached token. Never rejects: a value that can't be read, opened or parsed counts as absent. */
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
 * Returns the shared access token's state, for the first credential that has a token.
 * @throws Problem if no credential is valid
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
