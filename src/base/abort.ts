// Ends the waiting for what cannot itself be aborted.

/** What a promise gives, unless the signal aborts first: then only the waiting ends. @throws the signal's reason */
export async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return promise;
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener("abort", stop));
}
