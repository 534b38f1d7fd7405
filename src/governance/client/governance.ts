// The governance API client, which makes calls and reads lists over a connection configured by the environment.
import { Problem } from "../../base/problem.ts";
import { type Env, readVariable, type Variables } from "../../env.ts";
import type { Operation } from "../contract/operation.ts";
import { Deadlines, defaultTransport, type Transport } from "./attempt.ts";
import { cachedTokens, isolateMemory } from "./cached-tokens.ts";
import { openCallback } from "./callback.ts";
import { type Credential, type CredentialSettings, parseCredentials } from "./credential.ts";
import { exchange, type Tokens } from "./exchange.ts";
import { signIncoming } from "./incoming.ts";
import { type Caller, caller } from "./paging.ts";
import { type CallInput, type CallOptions, prepareRequest } from "./request.ts";
import { type TokenSource, tokensInOrder } from "./tokens-in-order.ts";

export interface Governance extends Caller<Operation> {
  /** Fetches the access token unless it is in memory. @returns true if the token had to be fetched, which takes time */
  prepare(options?: CallOptions): Promise<boolean>;
}

export type GovernanceBindings = CredentialSettings &
  Pick<Variables, "CONDUCTORONE_WEBHOOK_SECRET" | "CONDUCTORONE_LISTENER_SECRETS"> &
  Pick<Env, "TOKENS" | "TOKEN_KEEPER">;

export interface Connection {
  readonly root: string;
  readonly tokens: Tokens;
  /** Opens a sealed callback address, or returns `null` if it can't be opened. @default no address can be opened */
  readonly openCallback?: (sealed: string) => Promise<string | null>;
  /** The secrets of inbound webhooks, by their ids. @default none */
  readonly listenerSecrets?: ReadonlyMap<string, string> | undefined;
}

/**
 * Creates a client for the API that the environment configures. This is cheap: create one wherever it is needed. A
 * missing or malformed variable makes each call reject with Problem `configuration_invalid` instead of throwing here,
 * so that deliveries are still accepted.
 * @param transport Replaces the default network, clock, randomness and limits
 */
export function createGovernance(env: GovernanceBindings, transport: Partial<Transport> = {}): Governance {
  const means = { ...defaultTransport, ...transport };
  let connection: Connection | undefined;
  const connect = () => {
    if (connection) return connection;
    const [first, ...others] = parseCredentials(env);
    const source = (credential: Credential): TokenSource => ({
      clientId: credential.clientId,
      tokens: cachedTokens(env, credential, means.now),
      memory: isolateMemory(credential),
    });
    const tokens = tokensInOrder([source(first), ...others.map(source)], means.now);
    const secrets = readVariable(env, "CONDUCTORONE_WEBHOOK_SECRET");
    connection = {
      root: first.root,
      tokens,
      listenerSecrets: readVariable(env, "CONDUCTORONE_LISTENER_SECRETS"),
      ...(secrets && { openCallback: (sealed) => openCallback(sealed, secrets) }),
    };
    return connection;
  };
  return governanceOver(connect, means);
}

/** Creates a client over any connection. Each call gets the connection from `connect`, which can throw. */
export function governanceOver(
  connect: () => Connection,
  transport: Transport = defaultTransport,
): Governance {
  const deadlines = new Deadlines(transport.timeoutMs);
  async function call(operation: Operation, input: CallInput, options: CallOptions = {}): Promise<unknown> {
    const { root, tokens, openCallback = async () => null, listenerSecrets } = connect();
    const sealed = operation.auth === "callback" ? (input.path?.["callback"] ?? "") : null;
    const callback = sealed === null ? "" : await openCallback(sealed);
    if (callback === null)
      throw new Problem(
        "configuration_invalid",
        "the callback address can't be opened: CONDUCTORONE_WEBHOOK_SECRET is not the secret that it was sealed with",
      );
    const request = prepareRequest(
      root,
      operation,
      sealed === null ? input : { ...input, path: { callback } },
    );
    const bearer = operation.auth === "bearer";
    const { listener = "" } = input.path ?? {};
    const secret = operation.auth === "signed" ? listenerSecrets?.get(listener) : "";
    if (secret === undefined)
      throw new Problem(
        "configuration_invalid",
        `CONDUCTORONE_LISTENER_SECRETS has no secret of the inbound webhook ${listener}`,
      );
    return exchange(
      {
        operation,
        request: () =>
          secret === ""
            ? request
            : signIncoming(request, secret, options.eventId ?? crypto.randomUUID(), transport.now()),
        deadlines,
        tokens: bearer ? tokens : undefined,
        secrets: bearer ? [] : [callback, ...proofs(input.body)],
        signal: options.signal,
        paced: options.paced,
        asked: input,
      },
      transport,
    );
  }
  async function prepare({ signal }: CallOptions = {}): Promise<boolean> {
    const token = connect().tokens.get(signal);
    if (typeof token === "string") return false;
    await token;
    return true;
  }
  return { prepare, ...caller<Operation>(call) };
}

function proofs(body: unknown): string[] {
  const { client_secret, client_assertion } = (body ?? {}) as Record<string, unknown>;
  return [client_secret, client_assertion].filter((proof) => typeof proof === "string");
}
