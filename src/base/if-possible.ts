// Returns a function's result if it does not throw.

/** Returns a function's result, or `undefined` if it throws. For callers to whom the reason makes no difference. */
export function ifPossible<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
