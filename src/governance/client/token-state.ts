import type { TokenBindings } from "./cached-tokens.ts";
import { type CredentialSettings, parseCredential } from "./credential.ts";
import { cacheName, sealedCache } from "./sealed-cache.ts";

/** What can be said of the access to a tenant without using it. */
export interface TokenState {
  /** The tenant's address. */
  readonly root: string;
  readonly clientId: string;
  readonly flow: string;
  /** When the token that is shared expires, Unix milliseconds; `null` where there is none now. */
  readonly expiresAt: number | null;
}

/** The state of the shared access token. @throws Problem where the credential is not set, or none */
export async function tokenState(
  env: CredentialSettings & Pick<TokenBindings, "TOKENS">,
  now: number,
): Promise<TokenState> {
  const credential = parseCredential(env);
  const cache = await sealedCache(env.TOKENS, credential, await cacheName(credential));
  const { root, clientId, flow } = credential;
  return { root, clientId, flow, expiresAt: (await cache.get(now))?.expiresAtMs ?? null };
}
