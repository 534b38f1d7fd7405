import type * as z from "zod";
import type { ProblemCode } from "../base/problem.ts";

/** What an HTTP endpoint takes and answers, for the OpenAPI document. The route itself uses the same schemas. */
export interface Endpoint {
  readonly id: string;
  readonly method: "GET" | "POST";
  /** With parameters in braces: `/api/events/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** Who may call it: whom Cloudflare Access has signed in, that or who brings the token, the sender that signs, or anyone. */
  readonly access: "signed-in" | "metrics" | "signed" | "open";
  /** One schema for each parameter of the path. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** By status: what it means, and the answer's media type and schema. */
  readonly answers: Readonly<
    Record<number, { readonly description: string; readonly type: string; readonly schema: z.ZodType }>
  >;
  /** Refusals of its own, besides those of its kind of access. */
  readonly problems: readonly ProblemCode[];
}
