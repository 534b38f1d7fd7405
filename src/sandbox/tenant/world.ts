// The tenant for handlers: tables, clock, switches and caller.
import type { z } from "zod";
import type { OperationId, Operations, OwnOperationId } from "../../governance/contract/index.ts";
import type { PathParameter } from "../../governance/contract/operation.ts";
import type { Switches } from "./switches/switches.ts";

export interface TenantEnv {
  readonly TENANT: DurableObjectNamespace;
  /** `on` opens `/_control`, which gives anybody credentials: for the local stack and tests only. */
  readonly CONTROL?: string;
  /** `on` starts every tenant with the specification alone: for the second run of the tests. */
  readonly SPECIFICATION?: string;
}

export interface Caller {
  readonly clientId: string;
  /** The user of the credential; empty in a tenant without users. */
  readonly userId: string;
  /** The roles of its credential; `full` for all rights. */
  readonly permissions: "full" | { readonly roles: readonly string[] };
}

/** One tenant during one request. */
export interface Place {
  readonly sql: SqlStorage;
  /** The tenant's clock, which `/_control/clock` can set ahead. */
  now(): Date;
  /** The tenant's domain: the request's hostname, without the port. */
  readonly hostname: string;
  readonly switches: Switches;
  readonly address: string;
}

/** The tenant and caller of a handler, which runs in one transaction: throwing undoes its writes. */
export interface World extends Place {
  readonly caller: Caller;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type Answer<K extends OperationId> = z.input<Operations[K]["response"]>;
/** Handles a request to an operation, fully parsed and with defaults. */
export type Handler<K extends OperationId> = (
  input: {
    readonly path: { readonly [P in PathParameter<Operations[K]["path"]>]: string };
    readonly query: Parsed<Operations[K]["query"]>;
    readonly body: Parsed<Operations[K]["body"]>;
  },
  world: World,
) => Answer<K>;

/** How the tenant serves the user's own operations. */
export type OwnHandlers = { readonly [K in OwnOperationId]: Handler<K> };

/** The operations that need a bearer token; the token request is apart (`auth/token-endpoint.ts`). */
export type BearerOperationId = Exclude<OperationId, "createToken">;
