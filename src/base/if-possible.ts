// Returns a function's result if it does not throw.

/** Returns a function's result, or `undefined` if the function throws. For callers that do not need the reason. */
export function ifPossible<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
