// The Durable Object that asks for a credential's access token, once for all isolates.
import { DurableObject } from "cloudflare:workers";
import { leftOf } from "../../base/waits.ts";
import type { Env } from "../../env.ts";
import { defaultTransport } from "./attempt.ts";
import { type CredentialSettings, parseCredential } from "./credential.ts";
import { type GovernanceFacts, GovernanceProblem } from "./problem.ts";
import { cacheName, sealedCache, type TokenCache } from "./sealed-cache.ts";
import { issueToken, type Token } from "./token.ts";

/** KV takes one write a second for a key. */
const WRITE_INTERVAL_MS = 1_000;
/** After a failed token request the next is made no sooner, however many ask. */
const FAILURE_INTERVAL_MS = 1_000;

/** A keeper's answer: a value, since an error would lose its class and members on the way out. */
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
 * Gets the access token of one credential, once for all isolates: there is one keeper a credential, and
 * callers that arrive while it asks share the answer, which only a Durable Object may let them do.
 *
 * The credential arrives with each call instead of from the keeper's own environment, so that it can't
 * differ from the caller's while a deploy is under way; it is kept in memory alone, as is the token.
 */
export class TokenKeeper extends DurableObject<Env> {
  #token: Token | undefined;
  #asking: Promise<Token> | undefined;
  #failure: { readonly problem: unknown; readonly untilMs: number } | undefined;
  #writing = false;
  #writtenAtMs = 0;

  /**
   * A token to use now.
   * @param refused A token the service answered 401 to: another one is given, the one at hand if it is newer.
   */
  async token(settings: CredentialSettings, refused?: string): Promise<TokenAnswer> {
    try {
      const token = await this.#share(settings, refused);
      // A caller that came while KV was read may be given the very token it complains of.
      return {
        ok: true,
        token: token.accessToken === refused ? await this.#share(settings, refused) : token,
      };
    } catch (error) {
      if (!(error instanceof GovernanceProblem)) throw error;
      const { code, operation, what, httpStatus, requestId, service, retryAfterMs } = error;
      return { ok: false, code, operation, what, facts: { httpStatus, requestId, service, retryAfterMs } };
    }
  }

  async #share(settings: CredentialSettings, refused: string | undefined): Promise<Token> {
    const held = this.#token?.accessToken === refused ? undefined : this.#token;
    if (held && Date.now() < held.refreshAtMs) return held;
    try {
      if (this.#failure && leftOf(this.#failure.untilMs, Date.now(), FAILURE_INTERVAL_MS) > 0)
        throw this.#failure.problem;
      this.#asking ??= this.#ask(settings, refused).finally(() => {
        this.#asking = undefined;
      });
      return await this.#asking;
    } catch (problem) {
      // Better a token near its end than none.
      if (held && Date.now() < held.expiresAtMs) return held;
      throw problem;
    }
  }

  async #ask(settings: CredentialSettings, refused: string | undefined): Promise<Token> {
    try {
      const credential = parseCredential(settings);
      const cache = await sealedCache(this.env.TOKENS, credential, await cacheName(credential));
      const cached = await cache.get(Date.now());
      if (cached && cached.accessToken !== refused) {
        this.#token = cached;
        return cached;
      }
      this.#token = await issueToken(credential, defaultTransport);
      this.ctx.waitUntil(this.#write(cache));
      return this.#token;
    } catch (problem) {
      this.#failure = { problem, untilMs: Date.now() + FAILURE_INTERVAL_MS };
      throw problem;
    }
  }

  /** Writes the token at hand, once KV takes it; a token that comes meanwhile goes with the same write. */
  async #write(cache: TokenCache): Promise<void> {
    if (this.#writing) return;
    this.#writing = true;
    await defaultTransport.sleep(
      leftOf(this.#writtenAtMs + WRITE_INTERVAL_MS, Date.now(), WRITE_INTERVAL_MS),
    );
    this.#writing = false;
    this.#writtenAtMs = Date.now();
    try {
      if (this.#token) await cache.put(this.#token, this.#writtenAtMs);
    } catch (error) {
      // Others then come to the keeper, which is slower and no less right.
      console.warn({ event: "governance_token_not_cached", error: String(error) });
    }
  }
}
