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

/** Dots, also percent-encoded once or more often: a proxy that decodes too often would climb the path. */
const DOTS = /^(?:\.|%(?:25)*2e){1,2}$/i;

/**
 * A path whose values come from events: each is one segment, whatever it holds.
 * @throws Problem `sender_bad_request` where a value is empty or dots: it would address something else
 */
export function path(literals: TemplateStringsArray, ...values: readonly string[]): string {
  const segments = values.map((value) => {
    if (value === "" || DOTS.test(value) || !value.isWellFormed())
      throw new Problem("sender_bad_request", `"${value}" can't be part of an address`);
    return encodeURIComponent(value);
  });
  return String.raw({ raw: literals }, ...segments);
}
