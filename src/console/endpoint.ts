/** What the OpenAPI document says of an address: declared beside what answers there, never a second time. */
import type * as z from "zod";
import type { ProblemCode } from "../base/problem.ts";

/** What an answer of a status means, its media type, and its shape. */
export interface EndpointAnswer<Schema extends z.ZodType = z.ZodType> {
  readonly description: string;
  readonly type: string;
  readonly schema: Schema;
}

/** What an HTTP endpoint takes and answers, for the OpenAPI document. */
export interface Endpoint {
  readonly id: string;
  readonly method: "GET" | "POST";
  /** With parameters in braces: `/api/events/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** Who may call it: whom Cloudflare Access has signed in, that or who brings the token, the sender that signs, or anyone. */
  readonly access: "signed-in" | "metrics" | "signed" | "open";
  /** The role it takes, where one does for all that can be asked there. */
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
