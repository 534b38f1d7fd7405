// Defines the objects that handlers receive: the tenant's tables, clock and switches, and the caller.
import type { z } from "zod";
import type { OperationId, Operations, OwnOperationId } from "../../governance/contract/index.ts";
import type { PathParameter } from "../../governance/contract/operation.ts";
import type { Switches } from "./switches/switches.ts";

export interface TenantEnv {
  readonly TENANT: DurableObjectNamespace;
  /** `on` opens `/_control`, which gives credentials to anyone: use it only for the local stack and tests. */
  readonly CONTROL?: string;
  /** `on` makes every tenant follow only the specification by default, for the second run of the tests. */
  readonly SPECIFICATION?: string;
}

export interface Caller {
  readonly clientId: string;
  /** The id of the credential's user. The tenant might not contain this user. */
  readonly userId: string;
  /** The roles of the caller's credential, or `full` for all rights. */
  readonly permissions: "full" | { readonly roles: readonly string[] };
}

/** A tenant during one request. */
export interface Place {
  readonly sql: SqlStorage;
  /** Returns the tenant's time, which `/_control/clock` can move ahead. */
  now(): Date;
  /** The tenant's domain: the request's hostname, without the port. */
  readonly hostname: string;
  readonly switches: Switches;
  readonly address: string;
}

/** A handler's tenant and caller. The handler runs in one transaction: an error rolls back its writes. */
export interface World extends Place {
  readonly caller: Caller;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type Answer<K extends OperationId> = z.input<Operations[K]["response"]>;
/** Handles a request to an operation. The input is fully parsed and includes defaults. */
export type Handler<K extends OperationId> = (
  input: {
    readonly path: { readonly [P in PathParameter<Operations[K]["path"]>]: string };
    readonly query: Parsed<Operations[K]["query"]>;
    readonly body: Parsed<Operations[K]["body"]>;
  },
  world: World,
) => Answer<K>;

/**
 * The tenant's handlers for the user's own operations: each operation of src/own/operations needs one.
 * @example
 * export const ownHandlers: OwnHandlers = {};
 */
export type OwnHandlers = { readonly [K in OwnOperationId]: Handler<K> };

/** The operations that need a bearer token. The token request has its own code (`auth/tokens.ts`). */
export type BearerOperationId = Exclude<OperationId, "createToken">;
