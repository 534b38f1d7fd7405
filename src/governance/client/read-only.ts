// Read-only views of the client. Automations receive a view that is limited to the reads that they declare.
import { Problem } from "../../base/problem.ts";
import { type Calls, operations } from "../contract/index.ts";
import type { Operation, OperationInput } from "../contract/operation.ts";
import type { Governance } from "./governance.ts";
import { type Caller, caller } from "./paging.ts";
import { GovernanceProblem } from "./problem.ts";

export type ReadOperation = Operation & { readonly effect: "read" };

export type ReadOnlyGovernance = Caller<ReadOperation>;

const reads: ReadonlySet<unknown> = new Set(
  Object.values(operations).filter(({ effect }) => effect === "read"),
);

/**
 * Returns a view of the client that can only read. It compares operations by identity with the contract's own
 * declarations, so that an operation can't pass by merely declaring the effect `read`.
 * @throws GovernanceProblem `governance_bad_input` for any other operation; nothing is sent
 */
export const readOnly = (governance: Governance): ReadOnlyGovernance =>
  observeCalls(governance, (operation) => {
    if (reads.has(operation)) return;
    throw new GovernanceProblem("governance_bad_input", operation.id, "is not an operation that only reads");
  });

/** Returns a view that passes each call to `look` first. If `look` throws, nothing is sent. */
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
 * Returns a view that makes at most the given number of calls; each page of a list counts. The next call throws Problem
 * `too_many_reads`.
 */
export function limitCalls(governance: ReadOnlyGovernance, limit: number): ReadOnlyGovernance {
  let made = 0;
  return caller<ReadOperation>(async (operation, input, options) => {
    if (++made > limit)
      throw new Problem(
        "too_many_reads",
        `${operation.id}: not sent, because one proposal can make at most ${limit} calls; request less at a time, or let the automation return \`goOn\``,
      );
    return governance.call(operation as ReadOperation, input as OperationInput<ReadOperation>, options);
  });
}

export interface Declares {
  readonly name: string;
  readonly operations: readonly (keyof Calls)[];
}

/**
 * Requires that an automation declares an operation.
 * @throws Problem `operation_undeclared`, naming the automation and the operation
 */
export function requireDeclared({ name, operations }: Declares, operation: string): void {
  if (operations.some((id) => id === operation)) return;
  throw new Problem(
    "operation_undeclared",
    `${name} does not declare the operation ${operation}, so it was not sent: name it in \`reads\`, or an action that makes it in \`proposes\``,
  );
}

/** Returns a view that only makes declared reads, and throws as {@link requireDeclared} does for any other. */
export const declaredReads = (governance: ReadOnlyGovernance, declares: Declares): ReadOnlyGovernance =>
  observeCalls(governance, ({ id }) => requireDeclared(declares, id));
