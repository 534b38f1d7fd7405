// The half of the client that changes nothing, which is what automations get.
import { operations } from "../contract/index.ts";
import type { Operation, OperationInput, OperationOutput } from "../contract/operation.ts";
import type { Governance } from "./governance.ts";
import type { Item, PagedOperation } from "./paging.ts";
import { GovernanceProblem } from "./problem.ts";
import type { CallOptions } from "./request.ts";

/** An operation that changes nothing. */
export type ReadOperation = Operation & { readonly effect: "read" };

/** The reading half of {@link Governance}: what automations get. */
export interface ReadOnlyGovernance {
  call<O extends ReadOperation>(
    operation: O,
    input: OperationInput<O>,
    options?: CallOptions,
  ): Promise<OperationOutput<O>>;
  pages<O extends ReadOperation & PagedOperation>(
    operation: O,
    input: OperationInput<O>,
    options?: CallOptions,
  ): AsyncGenerator<OperationOutput<O>, void, undefined>;
  items<O extends ReadOperation & PagedOperation>(
    operation: O,
    input: OperationInput<O>,
    options?: CallOptions,
  ): AsyncGenerator<Item<O>, void, undefined>;
}

const reads: ReadonlySet<unknown> = new Set(
  Object.values(operations).filter(({ effect }) => effect === "read"),
);

/**
 * A view that reads and cannot act. Only the contract's own declarations with the effect `read` pass, by
 * identity: one that merely says of itself that it reads does not.
 * @throws GovernanceProblem `governance_bad_input` on use with any other operation; nothing is sent.
 */
export function readOnly(governance: Governance): ReadOnlyGovernance {
  const check = (operation: Operation) => {
    if (reads.has(operation)) return;
    throw new GovernanceProblem("governance_bad_input", operation.id, "is not an operation that only reads");
  };
  return Object.freeze({
    async call(operation, input, options) {
      check(operation);
      return governance.call(operation, input, options);
    },
    pages(operation, input, options) {
      check(operation);
      return governance.pages(operation, input, options);
    },
    items(operation, input, options) {
      check(operation);
      return governance.items(operation, input, options);
    },
  } satisfies ReadOnlyGovernance);
}
