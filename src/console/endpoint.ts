// What the OpenAPI document says of an endpoint; each declares it beside its handler.
import type * as z from "zod";
import type { ProblemCode } from "../base/problem.ts";

/** An answer of one status: meaning, media type and shape. */
export interface EndpointAnswer<Schema extends z.ZodType = z.ZodType> {
  readonly description: string;
  readonly type: string;
  readonly schema: Schema;
}

/** An HTTP endpoint as the OpenAPI document describes it. */
export interface Endpoint {
  readonly id: string;
  readonly method: "GET" | "POST";
  /** With parameters in braces: `/api/events/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** Callers: people signed in through Cloudflare Access, these or a bearer of the metrics token, a signing sender, or anyone. */
  readonly access: "signed-in" | "metrics" | "signed" | "open";
  /** Required role, if one role covers every request to this endpoint. */
  readonly role?: string;
  /** One schema for each parameter of the path. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** True if the body may also be CSV. */
  readonly takesCsv?: boolean;
  /** By status. */
  readonly answers: Readonly<Record<number, EndpointAnswer>>;
  /** Refusals of its own, besides those of its kind of access. */
  readonly problems: readonly ProblemCode[];
}
