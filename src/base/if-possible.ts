// Returns a function's result if it does not throw.

/**
 * Returns a function's result, or `undefined` if it throws. For callers that do not need the reason for the failure.
 */
export function ifPossible<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
