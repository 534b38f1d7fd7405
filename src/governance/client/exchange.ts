// Sends a call until it succeeds, is rejected, or has no attempts left.
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
  /** Returns the token, or a promise of it if the token must be fetched. */
  get(signal?: AbortSignal): string | Promise<string>;
  /** Gets a new token to replace one that the service answered with 401. */
  renew(refused: string, signal?: AbortSignal): Promise<string>;
  /** Maximum renewals of the token in one call. @default 1 */
  readonly renewals?: number;
  /** Returns the key that a token is bound to. @default tokens are not bound */
  proofKey?(token: string): Ed25519Key | undefined;
}

interface Exchange {
  readonly operation: Operation;
  /** Builds the request before each attempt, because a client assertion can be used only once. */
  readonly request: () => PreparedRequest | Promise<PreparedRequest>;
  readonly deadlines: Deadlines;
  /** The source of access tokens. Absent for operations that authenticate with their body. */
  readonly tokens?: Tokens | undefined;
  /** The key that a requested token will be bound to. @default the key of the token in use */
  readonly proofKey?: Ed25519Key | undefined;
  /** Values in the request, in addition to the token, that no error may repeat. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly paced?: CallOptions["paced"];
  /** The call's input, for checking that the response matches it. */
  readonly asked?: CallInput;
}

/**
 * The last `DPoP-Nonce` of each server, by kind of authentication and origin: an API and its token endpoint have
 * different nonces.
 */
const nonces = new Map<string, string>();

/**
 * Sends a call until it succeeds, is rejected, or has no attempts left.
 * @throws GovernanceProblem, or the signal's reason
 */
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
    const attempts = { never: 1, with_new_token: 1, twice: 3, later: transport.maxAttempts }[again];
    const delay = sent < attempts ? delayBefore(sent, transport.random, problem.retryAfterMs) : undefined;
    if (delay === undefined) throw problem;
    await transport.sleep(delay, signal);
  }
}

/** Few credentials are bound to keys, so the code that signs proofs is loaded only when it is needed. */
const prove: typeof proofHeaders = async (...request) => (await import("./dpop.ts")).proofHeaders(...request);

const isNonceDemand = (outcome: Attempt): boolean =>
  outcome.outcome === "answered" &&
  (outcome.status === 401 || outcome.status === 400) &&
  `${outcome.headers.get("www-authenticate")} ${outcome.text}`.includes("use_dpop_nonce");
