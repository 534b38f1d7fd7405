// Gets the access tokens for calls: from this isolate's memory, from KV, or from the token keeper, in this order. If
// two credentials are set, uses the newer one while the service accepts it.
import { log } from "../../base/log.ts";
import type { Env } from "../../env.ts";
import { createToken } from "../contract/token.ts";
import { type Credential, type Ed25519Key, variablesOfCredential } from "./credential.ts";
import type { Tokens } from "./exchange.ts";
import { GovernanceProblem } from "./problem.ts";
import { unlessAborted } from "./request.ts";
import { cacheName, sealedCache, type Token, type TokenCache } from "./token.ts";
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
  /** The last token that the service rejected with 401. KV can still return it for a minute. */
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
    // A deployment can reset the keeper while calls to it are in flight, so retry a failed call once.
    const answer = await once()
      .catch(once)
      .catch((cause: unknown) => {
        const what = "Reeve's token keeper did not respond";
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

/** Time for which a rejected credential rests while another one is used, in milliseconds. */
const REST_MS = 60_000;
/** Maximum number of tokens whose source is remembered: few are in use at a time. */
const MAX_REMEMBERED = 8;

export interface TokenSource {
  readonly clientId: string;
  readonly tokens: Tokens;
  readonly memory: { restsUntilMs?: number };
}

/**
 * Returns a token source that uses the first of several sources that the service accepts. A source rests for a minute
 * if the token endpoint rejects it, or if its token gets 401 within a minute of a renewal. Meanwhile the other sources
 * are used, and the log names the rejected one.
 * @param sources In order of preference
 */
export function tokensInOrder(sources: readonly [TokenSource, ...TokenSource[]], now: () => number): Tokens {
  const [first, ...others] = sources;
  if (others.length === 0) return first.tokens;
  const given = new Map<string, { readonly source: TokenSource; readonly renewedAt: number }>();

  function note(source: TokenSource, token: string, renewedAt = Number.NEGATIVE_INFINITY): string {
    const known = given.get(token);
    given.delete(token);
    given.set(token, { source, renewedAt: Math.max(renewedAt, known?.renewedAt ?? renewedAt) });
    for (const old of given.keys()) if (given.size > MAX_REMEMBERED) given.delete(old);
    return token;
  }
  function rest({ clientId, memory }: TokenSource): void {
    memory.restsUntilMs = now() + REST_MS;
    log("credential_refused", { level: "alert", clientId });
  }
  /** Sorts resting sources last: a rejected source is better than none. */
  const inOrder = () => {
    const rests = ({ memory }: TokenSource) => (memory.restsUntilMs ?? 0) > now();
    return [...sources.filter((one) => !rests(one)), ...sources.filter(rests)];
  };

  async function takeFirst(candidates: readonly TokenSource[], refusal?: unknown, signal?: AbortSignal) {
    let problem = refusal;
    for (const source of candidates) {
      try {
        return note(source, await source.tokens.get(signal));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        rest(source);
        problem ??= error;
      }
    }
    throw problem;
  }

  return {
    renewals: 2 * sources.length - 1,
    proofKey: (token) => (given.get(token)?.source ?? first).tokens.proofKey?.(token),
    get(signal) {
      const [source = first, ...further] = inOrder();
      const token = source.tokens.get(signal);
      if (typeof token === "string") return note(source, token);
      return token.then(
        (fetched) => note(source, fetched),
        (error: unknown) => {
          if (!isRefusal(error)) throw error;
          rest(source);
          return takeFirst(further, error, signal);
        },
      );
    },
    async renew(refused, signal) {
      const { source, renewedAt } = given.get(refused) ?? { source: first, renewedAt: 0 };
      let problem: unknown;
      if (now() - renewedAt > REST_MS) {
        try {
          return note(source, await source.tokens.renew(refused, signal), now());
        } catch (error) {
          if (!isRefusal(error)) throw error;
          problem = error;
        }
      }
      rest(source);
      return takeFirst(
        inOrder().filter((one) => one !== source),
        problem,
        signal,
      );
    },
  };
}

const isRefusal = (error: unknown): boolean =>
  error instanceof GovernanceProblem && error.code === "governance_unauthenticated";
