// Holds whoever declares its operations to them: what is not declared is not sent.
import { Problem } from "../../base/problem.ts";
import type { OperationId } from "../contract/index.ts";
import { lookedAt, type ReadOnlyGovernance } from "./read-only.ts";

export interface Declares {
  readonly name: string;
  readonly operations: readonly OperationId[];
}

/** @throws Problem `operation_undeclared`, naming both, for an operation that it does not declare */
export function requireDeclared({ name, operations }: Declares, operation: string): void {
  if (operations.some((id) => id === operation)) return;
  throw new Problem(
    "operation_undeclared",
    `${name} does not declare the operation ${operation}, so it was not sent: name it in \`reads\`, or an action that makes it in \`proposes\``,
  );
}

/** A view that makes the reads that it declares, and throws as {@link requireDeclared} does for any other. */
export const declaredReads = (governance: ReadOnlyGovernance, declares: Declares): ReadOnlyGovernance =>
  lookedAt(governance, ({ id }) => requireDeclared(declares, id));
