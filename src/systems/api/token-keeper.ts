// Stores the senders' refresh tokens, encrypted, and replaces each of them after its use, because a second use would be
// rejected.
import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import { makeSeal, Token } from "../../governance/client/token.ts";
import { SharedToken, TokenKeeper } from "../../governance/client/token-keeper.ts";
import { requestToken, type SenderTokenResult, type SenderTokens, type TokenClient } from "./sign-in.ts";

/** The keeper's stored row for one system. */
interface Row {
  /**
   * {@link Kept}, encrypted with a key derived from the first refresh token, so that a new first token discards the
   * stored ones.
   */
  readonly sealed?: string;
  /**
   * The start of the first refresh since the last stored response, in Unix milliseconds: it is in progress, was
   * interrupted, or got no usable response.
   */
  readonly interruptedAtMs?: number | undefined;
}

const Kept = z.object({ token: Token, refreshToken: z.string().min(1) });

export class SenderTokenKeeper extends TokenKeeper implements SenderTokens {
  readonly #senders = new Map<string, SharedToken>();
  /** Promises by system. Each resolves when the system's last refresh has ended. */
  readonly #lastOf = new Map<string, Promise<unknown>>();

  /**
   * Returns a current access token, or the problem that prevented the sign-in.
   * @param refused A token that the API rejected with 401; the result is then a newer token
   */
  async senderToken(client: TokenClient, refused?: string): Promise<SenderTokenResult> {
    const key = JSON.stringify(client);
    const shared = this.#senders.get(key) ?? new SharedToken();
    this.#senders.set(key, shared);
    try {
      const refresh = () => this.#inTurn(client.system, () => this.#refresh(client, refused));
      return { ok: true, token: await shared.get(refresh, refused) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ok: false, code: error.code, message: error.message };
    }
  }

  /**
   * Refreshes one token of a system at a time: during a deployment, clients with the old and the new secret share a
   * refresh token.
   */
  #inTurn(system: string, refresh: () => Promise<Token>): Promise<Token> {
    const turn = (this.#lastOf.get(system) ?? Promise.resolve()).then(refresh);
    this.#lastOf.set(
      system,
      turn.catch(() => {}),
    );
    return turn;
  }

  /**
   * Returns the stored access token if it is current and was not rejected. Otherwise uses the refresh token, and stores
   * both new tokens in one write before it returns the access token. If the keeper is stopped between the response and
   * that write, the new refresh token is lost, and the vendor decides whether the old one still works. Gusto accepts
   * the old one until the new access token is first used
   * (docs.gusto.com/embedded-payroll/v2022-11-01/reference/refresh-access-token).
   */
  async #refresh(client: TokenClient, refused: string | undefined): Promise<Token> {
    const { kv } = this.ctx.storage;
    const { first = "" } = client;
    const name = `sender:${client.system}`;
    const seal = await makeSeal(first, "sender token seal", `${client.url}\n${client.id}`);
    const { sealed = "", interruptedAtMs } = kv.get<Row>(name) ?? {};
    const kept = await seal.open(sealed).then(
      (text) => Kept.parse(JSON.parse(text)),
      () => null,
    );
    if (kept && kept.token.accessToken !== refused && Date.now() < kept.token.refreshAtMs) return kept.token;
    const refreshToken = kept?.refreshToken ?? first;
    kv.put<Row>(name, { sealed, interruptedAtMs: interruptedAtMs ?? Date.now() });
    await this.ctx.storage.sync();
    const refuse = (error: unknown): never => {
      if (!(error instanceof Problem) || error.code !== "sender_refused") throw error;
      kv.put<Row>(name, { sealed, interruptedAtMs });
      throw new Problem(error.code, `${error.message}; ${howToMend(client, interruptedAtMs)}`);
    };
    const { token, next = refreshToken } = await requestToken(client, refreshToken).catch(refuse);
    kv.put<Row>(name, { sealed: await seal.close(JSON.stringify({ token, refreshToken: next })) });
    await this.ctx.storage.sync();
    return token;
  }
}

function howToMend({ system, refreshToken }: TokenClient, interruptedAtMs: number | undefined): string {
  const at = interruptedAtMs && new Date(interruptedAtMs).toISOString();
  const lost = at ? `, and a refresh was interrupted at ${at}` : "";
  return `each refresh token works only once${lost}: authorize Reeve at ${system} again, then run npx wrangler secret put ${refreshToken} with the new refresh token`;
}
