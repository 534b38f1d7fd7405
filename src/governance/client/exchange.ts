// Sends a call until it is answered, refused, or out of attempts.
import type { Operation } from "../contract/operation.ts";
import {
  type Attempt,
  attempt,
  type Deadlines,
  delayBefore,
  type PreparedRequest,
  type Transport,
} from "./attempt.ts";
import type { Ed25519Key } from "./credential.ts";
import type { proofHeaders } from "./dpop.ts";
import type { CallInput, CallOptions } from "./request.ts";
import { classifyResult } from "./verdict.ts";

export interface Tokens {
  /** The token, or a promise if it has to be fetched. */
  get(signal?: AbortSignal): string | Promise<string>;
  /** Gets a token in place of one that the service answered 401 to. */
  renew(refused: string, signal?: AbortSignal): Promise<string>;
  /** Most renewals of the token in one call. @default 1 */
  readonly renewals?: number;
  /** The key that a token is bound to. @default none is */
  proofKey?(token: string): Ed25519Key | undefined;
}

interface Exchange {
  readonly operation: Operation;
  /** Called before each attempt, since a client assertion serves only one. */
  readonly request: () => PreparedRequest | Promise<PreparedRequest>;
  readonly deadlines: Deadlines;
  /** Absent for operations that carry their proof in the body. */
  readonly tokens?: Tokens | undefined;
  /** The key that a requested token will be bound to. @default that of the token in use */
  readonly proofKey?: Ed25519Key | undefined;
  /** Members of the request, besides the token, that no error may repeat. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly paced?: CallOptions["paced"];
  /** The input, to check that the answer is about it. */
  readonly asked?: CallInput;
}

/** The last `DPoP-Nonce` of each server, by origin; an API and its token endpoint have nonces of their own. */
const nonces = new Map<string, string>();

/** Sends a call until it is answered, refused, or out of attempts. @throws GovernanceProblem; the signal's reason */
export async function exchange(call: Exchange, transport: Transport): Promise<unknown> {
  const { operation, deadlines, tokens, secrets = [], signal, paced = (send) => send(), asked } = call;
  let token = await tokens?.get(signal);
  let renewals = 0;
  let isNonceKnown = false;
  for (let sent = 1; ; sent++) {
    signal?.throwIfAborted();
    const request = await call.request();
    const key = call.proofKey ?? (token === undefined ? undefined : tokens?.proofKey?.(token));
    const server = `${operation.auth} ${new URL(request.url).origin}`;
    const nonce = nonces.get(server);
    const headers = key
      ? await prove(key, request, {
          nowMs: transport.now(),
          ...(token && { token }),
          ...(nonce && { nonce }),
        })
      : { ...(token && { authorization: `Bearer ${token}` }) };
    const outcome = await paced((onHeaders) =>
      attempt(request, headers, transport, deadlines, { signal, onHeaders }),
    );
    const fresh = key && outcome.outcome === "answered" ? outcome.headers.get("dpop-nonce") : null;
    if (fresh) nonces.set(server, fresh);
    // A request that lacks the server's nonce was not carried out (RFC 9449, sections 8 and 9).
    if (fresh && fresh !== nonce && !isNonceKnown && isNonceDemand(outcome)) {
      isNonceKnown = true;
      sent--;
      continue;
    }
    const hidden = token ? [token, ...secrets] : [...secrets];
    const verdict = classifyResult(operation, outcome, transport.now(), hidden, asked);
    if (verdict.ok) return verdict.value;
    const { problem, again } = verdict;
    problem.sent = sent;
    if (again === "with_new_token" && tokens && token !== undefined && renewals < (tokens.renewals ?? 1)) {
      renewals++;
      sent--; // The attempt did not reach the operation.
      token = await tokens.renew(token, signal);
      continue;
    }
    if (outcome.outcome === "aborted" && operation.effect !== "once") signal?.throwIfAborted();
    const most = { never: 1, with_new_token: 1, twice: 3, later: transport.maxAttempts }[again];
    const delay = sent < most ? delayBefore(sent, transport.random, problem.retryAfterMs) : undefined;
    if (delay === undefined) throw problem;
    await transport.sleep(delay, signal);
  }
}

/** Few credentials are bound to keys, so others do not load what signs proofs. */
const prove: typeof proofHeaders = async (...request) => (await import("./dpop.ts")).proofHeaders(...request);

const isNonceDemand = (outcome: Attempt): boolean =>
  outcome.outcome === "answered" &&
  (outcome.status === 401 || outcome.status === 400) &&
  `${outcome.headers.get("www-authenticate")} ${outcome.text}`.includes("use_dpop_nonce");
