// Gets access tokens from this isolate's memory, from KV, or from the token keeper, in this order.
import type { Env } from "../../env.ts";
import { createToken } from "../contract/token.ts";
import { unlessAborted } from "./attempt.ts";
import { type Credential, type Ed25519Key, variablesOfCredential } from "./credential.ts";
import type { Tokens } from "./exchange.ts";
import { GovernanceProblem } from "./problem.ts";
import { cacheName, sealedCache, type TokenCache } from "./sealed-cache.ts";
import type { Token } from "./token.ts";
import type { TokenAnswer, TokenKeeper } from "./token-keeper.ts";

/**
 * Minimum time that a token is used before the keeper is asked for another one, in milliseconds: a call must not wait
 * for the keeper twice.
 */
const MIN_SERVICE_MS = 1_000;

/**
 * The state that an isolate keeps for a credential. It contains no promises, because a promise ends with its request.
 */
export interface IsolateMemory {
  token?: Token | undefined;
  /** The proof keys of the last two bound tokens: calls in flight might still use the previous token. */
  keys?: ReadonlyMap<string, Ed25519Key>;
  /** The last token that the service answered with 401. KV can still return it for a minute. */
  refused?: string;
  name?: string;
  cache?: TokenCache;
  /** The time until which a rejected credential is used only as a last resort, in Unix milliseconds. */
  restsUntilMs?: number;
}

const isolate = new Map<string, IsolateMemory>();

export function isolateMemory({ clientId, root, secret }: Credential): IsolateMemory {
  const id = JSON.stringify([clientId, root, secret]);
  const memory = isolate.get(id) ?? {};
  isolate.set(id, memory);
  return memory;
}

/**
 * Returns a token source that tries this isolate's memory, KV and the token keeper.
 * @param memory This isolate's memory. Tests pass the memory of other isolates
 */
export function cachedTokens(
  bindings: Pick<Env, "TOKENS" | "TOKEN_KEEPER">,
  credential: Credential,
  now: () => number,
  memory: IsolateMemory = isolateMemory(credential),
): Tokens {
  const held = () =>
    memory.token && now() < memory.token.refreshAtMs ? memory.token.accessToken : undefined;
  const nameOnce = async () => {
    memory.name ??= await cacheName(credential);
    return memory.name;
  };

  async function findToken(): Promise<string> {
    memory.cache ??= await sealedCache(bindings.TOKENS, credential, await nameOnce());
    const cached = await memory.cache.get(now());
    const meanwhile = held();
    if (meanwhile !== undefined) return meanwhile;
    if (!cached || cached.accessToken === memory.refused) return ask(memory.refused);
    return hold(cached);
  }

  async function ask(refused: string | undefined): Promise<string> {
    const keeper = bindings.TOKEN_KEEPER.getByName(await nameOnce()) as DurableObjectStub<TokenKeeper>;
    const once = async (): Promise<TokenAnswer> => keeper.token(variablesOfCredential(credential), refused);
    // A deployment resets the keeper while calls to it are in flight, so ask the keeper a second time.
    const answer = await once()
      .catch(once)
      .catch((cause: unknown) => {
        const what = "the token keeper did not respond";
        throw new GovernanceProblem("governance_unavailable", createToken.id, what, {}, { cause });
      });
    if (!answer.ok) throw new GovernanceProblem(answer.code, answer.operation, answer.what, answer.facts);
    const { expiresAtMs, refreshAtMs } = answer.token;
    const served = Math.min(now() + MIN_SERVICE_MS, expiresAtMs);
    return hold({ ...answer.token, refreshAtMs: Math.max(refreshAtMs, served) });
  }

  function hold(token: Token): string {
    memory.token = token;
    const { accessToken, proofKey } = token;
    if (proofKey) memory.keys = new Map([...(memory.keys ?? []), [accessToken, proofKey] as const].slice(-2));
    return accessToken;
  }

  // Aborting ends only this wait: the keeper continues, because it also serves other callers.
  return {
    get: (signal) => held() ?? unlessAborted(findToken(), signal),
    proofKey: (token) => memory.keys?.get(token),
    async renew(refused, signal) {
      // If many calls are rejected at the same time, the first one renews the token for all.
      const newer = held();
      if (newer !== undefined && newer !== refused) return newer;
      memory.token = undefined;
      memory.refused = refused;
      return unlessAborted(ask(refused), signal);
    },
  };
}
