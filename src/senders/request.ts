import { pathSegment } from "../base/path-segment.ts";
import { Problem } from "../base/problem.ts";

/** A request to a sender's API. */
export interface SenderRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** Made with {@link path}. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Whether a repeat does no harm. @default for GET */
  readonly reads?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A path whose values come from events: each is one segment, whatever it holds.
 * @throws Problem `sender_bad_request` where a value is empty or dots: it would address something else
 */
export function path(literals: TemplateStringsArray, ...values: readonly string[]): string {
  const segments = values.map((value) => {
    const segment = pathSegment(value);
    if (segment.ok) return segment.value;
    throw new Problem("sender_bad_request", `"${value}" can't be part of an address`);
  });
  return String.raw({ raw: literals }, ...segments);
}
