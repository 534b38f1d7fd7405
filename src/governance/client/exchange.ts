// Sends a call until it is answered, refused, or out of attempts.
import type { Operation } from "../contract/operation.ts";
import { attempt, type Deadlines, delayBefore, type PreparedRequest, type Transport } from "./attempt.ts";
import type { CallInput, CallOptions } from "./request.ts";
import { judge } from "./verdict.ts";

export interface Tokens {
  /** The token, or a promise if it has to be fetched. */
  get(signal?: AbortSignal): string | Promise<string>;
  /** Gets a token in place of one that the service answered 401 to. */
  renew(refused: string, signal?: AbortSignal): Promise<string>;
  /** Most renewals of the token in one call. @default 1 */
  readonly renewals?: number;
}

interface Exchange {
  readonly operation: Operation;
  /** Called before each attempt, since a client assertion serves only one. */
  readonly request: () => PreparedRequest | Promise<PreparedRequest>;
  readonly deadlines: Deadlines;
  /** Absent for operations that carry their proof in the body. */
  readonly tokens?: Tokens | undefined;
  /** Members of the request, besides the token, that no error may repeat. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly paced?: CallOptions["paced"];
  /** The input, to check that the answer is about it. */
  readonly asked?: CallInput;
}

/** Sends a call until it is answered, refused, or out of attempts. @throws GovernanceProblem; the signal's reason */
export async function exchange(call: Exchange, transport: Transport): Promise<unknown> {
  const { operation, deadlines, tokens, secrets = [], signal, paced = (send) => send(), asked } = call;
  let token = await tokens?.get(signal);
  let renewals = 0;
  for (let sent = 1; ; sent++) {
    signal?.throwIfAborted();
    const request = await call.request();
    const outcome = await paced((onHeaders) =>
      attempt(request, token, transport, deadlines, { signal, onHeaders }),
    );
    const hidden = token ? [token, ...secrets] : [...secrets];
    const verdict = judge(operation, outcome, transport.now(), hidden, asked);
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
    if (again !== "later") throw problem;
    const delay =
      sent < transport.maxAttempts ? delayBefore(sent, transport.random, problem.retryAfterMs) : undefined;
    if (delay === undefined) throw problem;
    await transport.sleep(delay, signal);
  }
}
