// Gets access tokens with two credentials, and prefers the newer one while the service accepts it.
import { log } from "../../base/log.ts";
import type { Tokens } from "./exchange.ts";
import { GovernanceProblem } from "./problem.ts";

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
 * Returns the tokens of the first source that the service accepts. A source rests for a minute if the token endpoint
 * rejects it, or if two of its tokens in a row get 401. Meanwhile the other sources are used, and the log names the
 * rejected one.
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
