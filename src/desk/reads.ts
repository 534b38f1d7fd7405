import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import type { Reads } from "./run.ts";

/** Reads that a run keeps of one decision: more than a plan for one ticket or person takes. */
const MOST = 20;

/** A governance API that notes what is read of it. */
export function noting(governance: ReadOnlyGovernance): {
  readonly governance: ReadOnlyGovernance;
  reads(): Reads | null;
} {
  const made: { operation: string; input: unknown }[] = [];
  let count = 0;
  const note = ({ id: operation }: { readonly id: string }, input: unknown) => {
    if (count++ < MOST) made.push({ operation, input });
  };
  return {
    governance: {
      call(operation, input, options) {
        note(operation, input);
        return governance.call(operation, input, options);
      },
      pages(operation, input, options) {
        note(operation, input);
        return governance.pages(operation, input, options);
      },
      items(operation, input, options) {
        note(operation, input);
        return governance.items(operation, input, options);
      },
    },
    reads: () => (count > 0 ? { made, more: count - made.length } : null),
  };
}
