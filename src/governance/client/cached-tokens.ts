// Gets access tokens from this isolate's memory, else KV, else the token keeper.
import type { Env } from "../../env.ts";
import { createToken } from "../contract/token.ts";
import { unlessAborted } from "./attempt.ts";
import { type Credential, type Ed25519Key, variablesOfCredential } from "./credential.ts";
import type { Tokens } from "./exchange.ts";
import { GovernanceProblem } from "./problem.ts";
import { cacheName, sealedCache, type TokenCache } from "./sealed-cache.ts";
import type { Token } from "./token.ts";
import type { TokenAnswer, TokenKeeper } from "./token-keeper.ts";

/** A token serves at least this long before the keeper is asked again: a call must not wait for it twice. */
const MIN_SERVICE_MS = 1_000;

/** An isolate's memory of a credential: values only, since promises end with their request. */
export interface IsolateMemory {
  token?: Token | undefined;
  /** The keys of the last tokens that are bound to one: calls in flight may use the token before the present one. */
  keys?: ReadonlyMap<string, Ed25519Key>;
  /** The last token that was answered 401: KV may still show it for a minute. */
  refused?: string;
  name?: string;
  cache?: TokenCache;
  /** The time until which a refused credential rests, Unix milliseconds. */
  restsUntilMs?: number;
}

const isolate = new Map<string, IsolateMemory>();

export function isolateMemory({ clientId, root, secret }: Credential): IsolateMemory {
  const id = JSON.stringify([clientId, root, secret]);
  const memory = isolate.get(id) ?? {};
  isolate.set(id, memory);
  return memory;
}

/** Access tokens from this isolate's memory, else KV, else the keeper. @param memory Tests play other isolates */
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

  async function look(): Promise<string> {
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
    // A deploy resets the keeper under its callers; it is asked a second time.
    const answer = await once()
      .catch(once)
      .catch((cause: unknown) => {
        const what = "the token keeper did not answer";
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

  // The keeper goes on, since it serves others too; only this wait ends.
  return {
    get: (signal) => held() ?? unlessAborted(look(), signal),
    proofKey: (token) => memory.keys?.get(token),
    async renew(refused, signal) {
      // Of many calls refused at once, the first has renewed the token for all.
      const newer = held();
      if (newer !== undefined && newer !== refused) return newer;
      memory.token = undefined;
      memory.refused = refused;
      return unlessAborted(ask(refused), signal);
    },
  };
}
