// Reads all pages of a list.
import type * as z from "zod";
import type { Operation, OperationInput, OperationOutput } from "../contract/operation.ts";
import { GovernanceProblem } from "./problem.ts";
import type { CallInput, CallOptions } from "./request.ts";

interface Page {
  readonly list: readonly unknown[];
  /** The token of the next page. Absent or empty on the last page. */
  readonly nextPageToken?: string | undefined;
}
export type PagedOperation = Operation & { readonly response: z.ZodType<Page> };
export type Item<O extends PagedOperation> = OperationOutput<O>["list"][number];

/** Calls some operations of the contract. Every method throws {@link GovernanceProblem}s. */
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
 * Yields the rows of page after page, also after empty pages: only a page without a token is the last one.
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
      throw endless(`the list continues after ${MAX_PAGES} pages; request less at a time`);
    next = continued(operation, input, token);
  }
}

/**
 * Returns the same request for the page of this token. The token becomes part of the body if the operation has one, and
 * otherwise of the query.
 */
function continued(operation: Operation, input: CallInput, token: string): CallInput {
  return operation.body
    ? { ...input, body: { ...(input.body ?? {}), pageToken: token } }
    : { ...input, query: { ...(input.query ?? {}), page_token: token } };
}
