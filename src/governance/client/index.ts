// The governance API client: `createGovernance(env).call(operation, input)`. It makes calls and reads lists over a
// connection configured by the environment, and has views that are limited to reads.
import type * as z from "zod";
import { Problem } from "../../base/problem.ts";
import type { Secrets } from "../../base/variable.ts";
import { type Env, readVariable, type Variables } from "../../env.ts";
import { type Calls, operations } from "../contract/index.ts";
import type { Operation, OperationInput, OperationOutput } from "../contract/operation.ts";
import { type Credential, type CredentialSettings, parseCredentials } from "./credential.ts";
import { exchange, type Tokens } from "./exchange.ts";
import { GovernanceProblem } from "./problem.ts";
import {
  type CallInput,
  type CallOptions,
  Deadlines,
  defaultTransport,
  prepareRequest,
  signIncoming,
  type Transport,
} from "./request.ts";
import { makeSeal } from "./token.ts";
import { cachedTokens, isolateMemory, type TokenSource, tokensInOrder } from "./tokens.ts";

export type { Tokens } from "./exchange.ts";
export { GovernanceProblem, needed } from "./problem.ts";
export { type Attempt, type CallOptions, defaultTransport, type Paced, type Transport } from "./request.ts";

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
        "CONDUCTORONE_WEBHOOK_SECRET can't open the callback address: restore the earlier secret",
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
        `CONDUCTORONE_LISTENER_SECRETS has no secret for the inbound webhook ${listener}`,
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

const sealWith = (secret: string) => makeSeal(secret, "webhook callback", "conductorone");

/**
 * Seals a callback address of the service's webhooks: anyone who knows such an address can answer in Reeve's place.
 * @param path The address's path and query, without the host, which is always the tenant's host
 */
export const sealCallback = async (path: string, secret: string): Promise<string> =>
  (await sealWith(secret)).close(path);

/** Returns the path in sealed text, or `null` if none of the secrets sealed it. */
export async function openCallback(sealed: string, secrets: Secrets): Promise<string | null> {
  for (const secret of secrets) {
    const path = await (await sealWith(secret)).open(sealed).catch(() => null);
    if (path !== null) return path;
  }
  return null;
}

interface Page {
  readonly list: readonly unknown[];
  /** The token of the next page. Absent or empty on the last page. */
  readonly nextPageToken?: string | undefined;
}
export type PagedOperation = Operation & { readonly response: z.ZodType<Page> };
export type Item<O extends PagedOperation> = OperationOutput<O>["list"][number];

/**
 * A client for some operations of the contract. A failed call throws a {@link GovernanceProblem}; a call that the
 * configuration or a view rules out can throw another Problem.
 */
export interface Caller<Allowed extends Operation> {
  call<O extends Allowed>(
    operation: O,
    input: OperationInput<O>,
    options?: CallOptions,
  ): Promise<OperationOutput<O>>;
  /** Yields the rows of a paged operation, and requests each page when the previous one is used up. */
  items<O extends Allowed & PagedOperation>(
    operation: O,
    input: OperationInput<O>,
    options?: CallOptions,
  ): AsyncGenerator<Item<O>, void, undefined>;
}

/** Makes an untyped call. The typed methods are built on it. */
export type Call = (operation: Operation, input: CallInput, options?: CallOptions) => Promise<unknown>;

/** Builds a typed {@link Caller} from an untyped call. The operations' schemas guarantee the types. */
export const caller = <Allowed extends Operation>(call: Call): Caller<Allowed> =>
  ({ call, items: readItems.bind(null, call) }) as Caller<Allowed>;

const MAX_PAGES = 1_000;

/**
 * Yields the rows of page after page, even after empty pages: only a page without a token is the last one.
 * @throws GovernanceProblem `governance_bad_response` if a page token is returned a second time, or the list continues
 *   after 1,000 pages
 */
async function* readItems(
  call: Call,
  operation: Operation,
  input: CallInput,
  options?: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<string>();
  const endless = (what: string) => new GovernanceProblem("governance_bad_response", operation.id, what);
  for (let next = input; ; ) {
    const { list, nextPageToken: token } = (await call(operation, next, options)) as Page;
    yield* list;
    if (!token) return;
    if (seen.has(token)) throw endless("the same page token was returned twice");
    seen.add(token);
    if (seen.size === MAX_PAGES)
      throw endless(`the list has more than ${MAX_PAGES} pages: narrow the search`);
    next = continued(operation, input, token);
  }
}

/**
 * Returns a list's request with the token of the next page. The token becomes part of the body if the operation has
 * one, and otherwise of the query.
 */
function continued(operation: Operation, input: CallInput, token: string): CallInput {
  return operation.body
    ? { ...input, body: { ...(input.body ?? {}), pageToken: token } }
    : { ...input, query: { ...(input.query ?? {}), page_token: token } };
}

export type ReadOperation = Operation & { readonly effect: "read" };

export type ReadOnlyGovernance = Caller<ReadOperation>;

const reads: ReadonlySet<unknown> = new Set(
  Object.values(operations).filter(({ effect }) => effect === "read"),
);

/**
 * Returns a view of the client that can only read. It compares operations by identity with the contract's own
 * declarations, so that an operation can't pass by merely declaring the effect `read`.
 * The view rejects any other operation with GovernanceProblem `governance_bad_input`, and sends nothing.
 */
export const readOnly = (governance: Governance): ReadOnlyGovernance =>
  observeCalls(governance, (operation) => {
    if (reads.has(operation)) return;
    throw new GovernanceProblem("governance_bad_input", operation.id, "is not a read-only operation");
  });

/**
 * Returns a view that passes each call, and each list as a whole, to `observe` first. If `observe` throws, nothing is
 * sent.
 */
export const observeCalls = (
  governance: ReadOnlyGovernance,
  observe: (operation: ReadOperation, input: unknown) => void,
): ReadOnlyGovernance =>
  Object.freeze({
    async call(operation, input, options) {
      observe(operation, input);
      return governance.call(operation, input, options);
    },
    items(operation, input, options) {
      observe(operation, input);
      return governance.items(operation, input, options);
    },
  } satisfies ReadOnlyGovernance);

/**
 * Returns a view that makes at most the given number of calls. Each page of a list is one call. A further call throws
 * Problem `too_many_reads`.
 */
export function limitCalls(governance: ReadOnlyGovernance, limit: number): ReadOnlyGovernance {
  let made = 0;
  return caller<ReadOperation>(async (operation, input, options) => {
    if (++made > limit)
      throw new Problem(
        "too_many_reads",
        `${operation.id}: not sent, because one proposal can make at most ${limit} calls; make fewer calls, or return \`goOn\` to continue in a new step`,
      );
    return governance.call(operation as ReadOperation, input as OperationInput<ReadOperation>, options);
  });
}

export interface Declares {
  readonly name: string;
  readonly operations: readonly (keyof Calls)[];
}

/**
 * Requires that a caller, for example an automation or a lookup, declares an operation.
 * @throws Problem `operation_undeclared`, naming the caller and the operation
 */
export function requireDeclared({ name, operations }: Declares, operation: string): void {
  if (operations.some((id) => id === operation)) return;
  throw new Problem(
    "operation_undeclared",
    `${name} does not declare the operation ${operation}, so it was not sent: declare it in \`reads\`, or through an action in \`proposes\``,
  );
}

/** Returns a view that only makes declared reads, and throws as {@link requireDeclared} does for any other. */
export const declaredReads = (governance: ReadOnlyGovernance, declares: Declares): ReadOnlyGovernance =>
  observeCalls(governance, ({ id }) => requireDeclared(declares, id));
