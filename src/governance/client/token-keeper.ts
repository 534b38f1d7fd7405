// The Durable Object that requests a credential's access token, once for all isolates.
import { DurableObject } from "cloudflare:workers";
import { waitLeft } from "../../base/waits.ts";
import type { Env } from "../../env.ts";
import { type CredentialSettings, parseCredential } from "./credential.ts";
import { type GovernanceFacts, GovernanceProblem } from "./problem.ts";
import { defaultTransport } from "./request.ts";
import { cacheName, issueToken, sealedCache, type Token, type TokenCache } from "./token.ts";

/** Minimum milliseconds between two writes of a key: KV accepts one write a second. */
const WRITE_INTERVAL_MS = 1_000;
/** Minimum milliseconds between a failed token request and the next one, for all callers together. */
const FAILURE_INTERVAL_MS = 1_000;

/** A keeper's result as a value: an error would lose its class and properties in the call. */
export type TokenAnswer =
  | { readonly ok: true; readonly token: Token }
  | {
      readonly ok: false;
      readonly code: GovernanceProblem["code"];
      readonly operation: string;
      readonly what: string;
      readonly facts: GovernanceFacts;
    };

/**
 * One credential's token, for all callers: callers that arrive during a request share its result. Only a Durable Object
 * can guarantee that across isolates.
 */
export class SharedToken {
  token: Token | undefined;
  #asking: Promise<Token> | undefined;
  #failure: { readonly problem: unknown; readonly untilMs: number } | undefined;

  /**
   * Returns a token to use now.
   * @param ask Requests a token
   * @param refused A token that the service rejected with 401; a newer one is returned
   */
  async get(ask: () => Promise<Token>, refused: string | undefined): Promise<Token> {
    const token = await this.#share(ask, refused);
    // A caller that arrives while a stored token is read for others can receive the very token that was rejected.
    return token.accessToken === refused ? this.#share(ask, refused) : token;
  }

  async #share(ask: () => Promise<Token>, refused: string | undefined): Promise<Token> {
    const held = this.token?.accessToken === refused ? undefined : this.token;
    if (held && Date.now() < held.refreshAtMs) return held;
    try {
      if (this.#failure && waitLeft(this.#failure.untilMs, Date.now(), FAILURE_INTERVAL_MS) > 0)
        throw this.#failure.problem;
      this.#asking ??= this.#ask(ask).finally(() => {
        this.#asking = undefined;
      });
      return await this.#asking;
    } catch (problem) {
      // A token near its end is better than no token.
      if (held && Date.now() < held.expiresAtMs) return held;
      throw problem;
    }
  }

  async #ask(ask: () => Promise<Token>): Promise<Token> {
    try {
      this.token = await ask();
      return this.token;
    } catch (problem) {
      this.#failure = { problem, untilMs: Date.now() + FAILURE_INTERVAL_MS };
      throw problem;
    }
  }
}

/**
 * Requests one credential's access token for all isolates. Each call passes the caller's credential, because the
 * keeper's environment can contain another one during a deployment. The keeper has the token and the credential in
 * memory, not in its storage. It writes the token, sealed, to KV.
 */
export class TokenKeeper extends DurableObject<Env> {
  readonly #shared = new SharedToken();
  #writing = false;
  #writtenAtMs = 0;

  /** Returns a token to use now. @param refused A token that the service rejected with 401; a newer one is returned */
  async token(settings: CredentialSettings, refused?: string): Promise<TokenAnswer> {
    try {
      return { ok: true, token: await this.#shared.get(() => this.#ask(settings, refused), refused) };
    } catch (error) {
      if (!(error instanceof GovernanceProblem)) throw error;
      const { code, operation, what, httpStatus, requestId, service, retryAfterMs } = error;
      return { ok: false, code, operation, what, facts: { httpStatus, requestId, service, retryAfterMs } };
    }
  }

  async #ask(settings: CredentialSettings, refused: string | undefined): Promise<Token> {
    const credential = parseCredential(settings);
    const cache = await sealedCache(this.env.TOKENS, credential, await cacheName(credential));
    const cached = await cache.get(Date.now());
    if (cached && cached.accessToken !== refused) return cached;
    const token = await issueToken(credential, defaultTransport);
    this.ctx.waitUntil(this.#write(cache, token));
    return token;
  }

  /**
   * Writes the token as soon as KV accepts a write. If a newer token arrives before that, the newer one is written
   * instead.
   */
  async #write(cache: TokenCache, token: Token): Promise<void> {
    if (this.#writing) return;
    this.#writing = true;
    await defaultTransport.sleep(
      waitLeft(this.#writtenAtMs + WRITE_INTERVAL_MS, Date.now(), WRITE_INTERVAL_MS),
    );
    this.#writing = false;
    this.#writtenAtMs = Date.now();
    try {
      await cache.put(this.#shared.token ?? token, this.#writtenAtMs);
    } catch (error) {
      // Other isolates then get the token from the keeper, which is slower but just as correct.
      console.warn({ event: "governance_token_not_cached", error: String(error) });
    }
  }
}
