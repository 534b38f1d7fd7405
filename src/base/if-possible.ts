// Returns a function's result, unless the function throws.

/** Returns a function's result, or `undefined` if the function throws. For callers that do not need the error. */
export function ifPossible<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
